import { type BigIntStats, closeSync, constants, lstatSync, openSync, readdirSync } from "node:fs";
import { open } from "node:fs/promises";
import { ContentHashError } from "@runningtab/content-hash";
import { hashOpenFile, hashOpenFileSync } from "@runningtab/content-hash/node";
import type { IgnoreRules } from "./ignore-rules.ts";
import { isStillKnown, type KnownFile, knownFile } from "./known-file.ts";
import type { SkippedPath } from "./manifest.ts";
import { type OpenFolder, openFolder } from "./open-folder.ts";
import { compareByCodePoint } from "./path-order.ts";
import { isGitName } from "./path-rules.ts";
import { createTurns } from "./turns.ts";
import { reasonOfCode, systemCode, WorkspaceError } from "./workspace-error.ts";

export interface ScanOptions {
  readonly realRoot: string;
  /** Of an earlier scan, by path: what need not be read again. */
  readonly known: ReadonlyMap<string, KnownFile>;
  readonly isIgnored: IgnoreRules;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly signal?: AbortSignal;
}

export interface FolderScan {
  /** Sorted by path, by code points. */
  readonly files: ReadonlyMap<string, KnownFile>;
  readonly skipped: readonly SkippedPath[];
  /** Those of `skipped` that are there and not ignored. */
  readonly unread: readonly SkippedPath[];
  /** How many files were read. */
  readonly hashed: number;
}

/** From this size a file is read asynchronously: 4 MiB take about 3 ms of hashing. */
const LARGE_BYTES = 4n * 1024n * 1024n;

const FILE_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Out of descriptors or memory: the scan itself fails, since every further file would seem unreadable. */
const EXHAUSTED: ReadonlySet<string | undefined> = new Set(["EMFILE", "ENFILE", "ENOMEM"]);

/**
 * Every regular file below the root with its hash. One folder after another is opened (see `openFolder`), its names are
 * looked at without following links, and a file is read only if its stats differ from those it was last hashed with, or
 * are too young to tell. Synchronous calls, in turns of 10 ms: for small files a promise costs more than the system call.
 *
 * What cannot be read but exists keeps its known entry and is reported as skipped, so that a file which is locked for a
 * moment does not look deleted.
 */
export async function scanFolder(options: ScanOptions): Promise<FolderScan> {
  const scan = new Scan(options);
  await scan.run();
  const files = new Map([...scan.files].toSorted(([one], [other]) => compareByCodePoint(one, other)));
  return {
    files,
    skipped: inOrder([...scan.passedOver, ...scan.unread]),
    unread: inOrder(scan.unread),
    hashed: scan.hashed,
  };
}

class Scan {
  readonly files = new Map<string, KnownFile>();
  /** Ignored, or gone meanwhile. */
  readonly passedOver: SkippedPath[] = [];
  readonly unread: SkippedPath[] = [];
  hashed = 0;
  readonly #options: ScanOptions;
  readonly #takeTurns: () => Promise<void> | undefined;

  constructor(options: ScanOptions) {
    this.#options = options;
    this.#takeTurns = createTurns(options.signal);
  }

  async run(): Promise<void> {
    const pending: string[] = [""];
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      await this.#takeTurns();
      await this.#scanOneFolder(folder, pending);
    }
  }

  /** `folderPath` is empty for the root, otherwise ends with `/`. Folders found go to `pending`. */
  async #scanOneFolder(folderPath: string, pending: string[]): Promise<void> {
    const segments = folderPath.split("/").filter((segment) => segment !== "");
    let folder: OpenFolder | undefined;
    try {
      let names: readonly string[];
      try {
        folder = openFolder(this.#options.realRoot, segments);
        names = readdirSync(folder.path);
      } catch (cause) {
        this.#passOver(folderPath, cause);
        return;
      }
      for (const name of names) {
        await this.#takeTurns();
        await this.#visit(folder, name, `${folderPath}${name}`, pending);
      }
    } finally {
      folder?.close();
    }
  }

  async #visit(folder: OpenFolder, name: string, path: string, pending: string[]): Promise<void> {
    if (name === ".git") return;
    if (isGitName(name)) return this.#skip(path, "the name is `.git` to some file systems");
    if (name.includes("\\")) return this.#skip(path, "the name holds a backslash, a separator on other systems");
    let stats: BigIntStats | undefined;
    try {
      stats = lstatSync(`${folder.path}/${name}`, { bigint: true, throwIfNoEntry: false });
    } catch (cause) {
      return this.#passOver(path, cause);
    }
    if (stats === undefined) {
      const isMangled = name.includes("\ufffd");
      return isMangled ? this.#skip(path, "the name is no valid UTF-8") : this.#vanished(path);
    }
    const isFolder = stats.isDirectory();
    if (this.#options.isIgnored(path, isFolder)) {
      this.passedOver.push({ path: isFolder ? `${path}/` : path, reason: "ignored" });
      return;
    }
    if (isFolder) pending.push(`${path}/`);
    else if (stats.isSymbolicLink()) this.#skip(path, "a symbolic link, not followed");
    else if (!stats.isFile()) this.#skip(path, "no regular file");
    else await this.#record(folder, name, path, stats);
  }

  async #record(folder: OpenFolder, name: string, path: string, stats: BigIntStats): Promise<void> {
    const known = this.#options.known.get(path);
    if (known !== undefined && isStillKnown(known, stats)) {
      // The mode is no part of what proves the content, and ctime moved with it if it changed.
      this.files.set(path, known);
      return;
    }
    try {
      const absolute = `${folder.path}/${name}`;
      const isLarge = stats.size >= LARGE_BYTES;
      this.files.set(path, isLarge ? await this.#hashInTurns(absolute, path) : this.#hashAtOnce(absolute, path));
      this.hashed++;
    } catch (cause) {
      this.#options.signal?.throwIfAborted();
      this.#passOver(path, cause);
    }
  }

  #hashAtOnce(absolute: string, path: string): KnownFile {
    const hashedAtMs = this.#options.now();
    const descriptor = openSync(absolute, FILE_FLAGS);
    try {
      const { hash, stats } = hashOpenFileSync(descriptor, path);
      return knownFile(path, hash, stats, hashedAtMs);
    } finally {
      closeSync(descriptor);
    }
  }

  async #hashInTurns(absolute: string, path: string): Promise<KnownFile> {
    const hashedAtMs = this.#options.now();
    const file = await open(absolute, FILE_FLAGS);
    try {
      const { hash, stats } = await hashOpenFile(file, path, this.#options);
      return knownFile(path, hash, stats, hashedAtMs);
    } finally {
      await file.close();
    }
  }

  /** What could not be opened or read. Vanished is gone; anything else stays as it was last known. */
  #passOver(path: string, cause: unknown): void {
    const code = ContentHashError.isInstance(cause) ? (cause.data["systemCode"] ?? cause.code) : systemCode(cause);
    if (path === "" || EXHAUSTED.has(code as string | undefined)) throw scanFailed(this.#options.realRoot, path, cause);
    switch (code) {
      case "ENOENT":
        return this.#vanished(path);
      case "ELOOP":
      case "ENOTDIR":
      case "NOT_A_FILE":
      case "PATH_REFUSED":
        return this.#skip(path, "exchanged for something else during the scan");
      case "FILE_CHANGING":
        this.#keepKnown(path);
        return this.#skip(path, "changed during every attempt to read it");
      default:
        this.#keepKnown(path);
        return this.#skip(path, reasonOfCode(String(code)) ?? `could not be read (${String(code)})`);
    }
  }

  /** Of a file, or of everything in a folder (`path` ends with `/`). */
  #keepKnown(path: string): void {
    const { known } = this.#options;
    if (!path.endsWith("/")) {
      const file = known.get(path);
      if (file !== undefined) this.files.set(path, file);
      return;
    }
    for (const [other, file] of known) if (other.startsWith(path)) this.files.set(other, file);
  }

  #vanished(path: string): void {
    this.passedOver.push({ path, reason: "vanished during the scan" });
  }

  #skip(path: string, reason: string): void {
    this.unread.push({ path, reason: this.#isShown(path) ? `${reason}; shown as last seen` : reason });
  }

  /** Whether a path that was not read now has an entry of an earlier scan. */
  #isShown(path: string): boolean {
    if (!path.endsWith("/")) return this.files.has(path);
    return this.files.keys().some((file) => file.startsWith(path));
  }
}

function inOrder(paths: readonly SkippedPath[]): readonly SkippedPath[] {
  return paths.toSorted((one, other) => compareByCodePoint(one.path, other.path));
}

function scanFailed(realRoot: string, path: string, cause: unknown): WorkspaceError {
  const code = systemCode(cause);
  const isGone = path === "" && (code === "ENOENT" || code === "ENOTDIR");
  return new WorkspaceError(isGone ? "ROOT_MISSING" : "READ_FAILED", {
    message: `The scan of ${realRoot} stopped at ${path === "" ? "its root" : path}: ${String(cause)}.`,
    data: { path, systemCode: code },
    cause,
  });
}
