import { type BigIntStats, closeSync, constants, lstatSync, openSync, readdirSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { ContentHashError } from "@runningtab/content-hash";
import { hashOpenFile, hashOpenFileSync } from "@runningtab/content-hash/node";
import type { IgnoreRules } from "./ignore-rules.ts";
import { isStillKnown, type KnownFile, knownFile } from "./known-file.ts";
import {
  type FolderStamp,
  folderStamp,
  hasPromptFolderTimes,
  isStillListed,
  type KnownFolder,
  type KnownFolders,
  subtree,
} from "./known-folder.ts";
import type { SkippedPath } from "./manifest.ts";
import { nameCollisions } from "./name-collisions.ts";
import { type OpenFolder, openFolder } from "./open-folder.ts";
import { compareByCodePoint } from "./path-order.ts";
import { isGitName } from "./path-rules.ts";
import { createTurns } from "./turns.ts";
import { reasonOfCode, systemCode, WorkspaceError } from "./workspace-error.ts";

export interface ScanOptions {
  readonly realRoot: string;
  /** Of an earlier scan: what need not be read again. */
  readonly known: KnownFolders;
  readonly rules: IgnoreRules;
  /** That `known` was found with other rules, so that files in it may be ignored now. */
  readonly hasNewRules?: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Paths of the only folders that may hold a change, as keys of `known`; absent: each may. */
  readonly only?: Iterable<string>;
  readonly signal?: AbortSignal;
}

export interface FolderScan {
  /** A folder in which nothing changed is the same object as in `known`. */
  readonly folders: KnownFolders;
  /** Sorted by path, by code points. */
  readonly skipped: readonly SkippedPath[];
  /** Those of `skipped` that are there and not ignored. */
  readonly unread: readonly SkippedPath[];
  /** Paths, in order, that are one and the same to file systems which fold case or normalise. */
  readonly collisions: readonly (readonly string[])[];
  /** How many files were read. */
  readonly hashed: number;
  /** How many folders had their names listed. */
  readonly listed: number;
}

/** From this size a file is read asynchronously: 4 MiB take about 3 ms of hashing. */
const LARGE_BYTES = 4n * 1024n * 1024n;

const FILE_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Out of descriptors or memory: the scan itself fails, since every further file would seem unreadable. */
const EXHAUSTED: ReadonlySet<string | undefined> = new Set(["EMFILE", "ENFILE", "ENOMEM"]);

/**
 * Every regular file below the root with its hash. What is known already is asked for its stats alone: a folder that has
 * the times, inode and device it was listed with still has the same names (on file systems that keep such times, see
 * `hasPromptFolderTimes`), and a file with the stats it was hashed with still has the same content. Everything else is
 * opened below its folder's descriptor (see `openFolder`) and read. Synchronous calls, in turns of 10 ms: for small files
 * a promise costs more than the system call.
 *
 * Stats are taken by path, which costs half of a look through the descriptor. That is safe: whatever stands at the path,
 * equal inode and times prove that it is the same file, and nothing is read that way.
 *
 * What cannot be read but exists keeps its known entry and is reported as skipped, so that a file which is locked for a
 * moment does not look deleted.
 */
export async function scanFolder(options: ScanOptions): Promise<FolderScan> {
  const scan = new Scan(options);
  await scan.run();
  const { folders, hashed, listed } = scan;
  const [skipped, unread, collisions]: [SkippedPath[], SkippedPath[], (readonly string[])[]] = [[], [], []];
  for (const folder of folders.values()) {
    skipped.push(...folder.passedOver, ...folder.unread);
    unread.push(...folder.unread);
    collisions.push(...folder.collisions);
  }
  collisions.sort(([one], [other]) => compareByCodePoint(one!, other!));
  return { folders, skipped: inOrder(skipped), unread: inOrder(unread), collisions, hashed, listed };
}

/** A folder while its names are looked at. */
class Draft {
  readonly files = new Map<string, KnownFile>();
  readonly folders: string[] = [];
  readonly passedOver: SkippedPath[] = [];
  readonly unread: SkippedPath[] = [];
  /** Something may change here without a change of the folder's times, such as a file that could not be read. */
  isUnsettled = false;
  readonly path: string;
  readonly known: KnownFolder | undefined;

  /** `path` is empty for the root, otherwise ends with `/`. */
  constructor(path: string, known: KnownFolder | undefined) {
    this.path = path;
    this.known = known;
  }

  skip(path: string, reason: string): void {
    this.unread.push({ path, reason });
  }

  /** The name exists and could not be read: its known entry stays, and so does the wish to look again. */
  keep(name: string, reason: string): void {
    this.isUnsettled = true;
    const file = this.known?.files.get(name);
    if (file !== undefined) this.files.set(name, file);
    this.skip(`${this.path}${name}`, file === undefined ? reason : `${reason}; shown as last seen`);
  }

  vanished(path: string): void {
    this.isUnsettled = true;
    this.passedOver.push({ path, reason: "vanished during the scan" });
  }

  finish(names: readonly string[], stamp: FolderStamp | undefined): KnownFolder {
    const { files, folders, passedOver, unread } = this;
    const collisions = nameCollisions(this.path, names);
    return { files, folders, passedOver, unread, collisions, ...(stamp && !this.isUnsettled && { stamp }) };
  }
}

class Scan {
  readonly folders: Map<string, KnownFolder>;
  hashed = 0;
  listed = 0;
  readonly #options: ScanOptions;
  readonly #takeTurns: () => Promise<void> | undefined;
  readonly #trustsFolderTimes: boolean;
  readonly #device: bigint;

  constructor(options: ScanOptions) {
    this.#options = options;
    this.#takeTurns = createTurns(options.signal);
    this.folders = new Map(options.only === undefined ? [] : options.known);
    try {
      this.#device = statSync(options.realRoot, { bigint: true }).dev;
      this.#trustsFolderTimes = hasPromptFolderTimes(options.realRoot);
    } catch (cause) {
      throw scanFailed(options.realRoot, "", cause);
    }
  }

  async run(): Promise<void> {
    const { only } = this.#options;
    await this.#takeTurns();
    if (only === undefined) return this.#scanTree("");
    // A folder comes before those in it, so that one which is gone takes them along.
    for (const path of [...only].toSorted()) {
      const known = this.#options.known.get(path);
      // Another object: it was looked at already, with the folder that it stands in.
      if (known !== undefined && this.folders.get(path) === known) await this.#scanAgain(path, known);
    }
  }

  async #scanTree(path: string): Promise<void> {
    const pending: string[] = [path];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const folder = await this.#scanOneFolder(next);
      if (folder === undefined) continue;
      this.folders.set(next, folder);
      for (const name of folder.folders) pending.push(`${next}${name}/`);
    }
  }

  /** One folder, and of those in it the ones that are not the same as before. */
  async #scanAgain(path: string, known: KnownFolder): Promise<void> {
    const folder = await this.#scanOneFolder(path);
    if (folder === undefined) return;
    this.folders.set(path, folder);
    const before = new Set(known.folders);
    for (const name of folder.folders) {
      const inner = `${path}${name}/`;
      const isSame = before.delete(name) && this.#isUntouched(inner, this.folders.get(inner));
      if (isSame) continue;
      this.#forget(inner);
      await this.#scanTree(inner);
    }
    for (const name of before) this.#forget(`${path}${name}/`);
  }

  #forget(path: string): void {
    for (const [inner] of subtree(this.#options.known, path)) this.folders.delete(inner);
  }

  /** Whether it surely has the names that are known. */
  #isUntouched(path: string, known: KnownFolder | undefined): known is KnownFolder {
    if (known?.stamp === undefined || !this.#trustsFolderTimes || known.stamp.device !== this.#device) return false;
    const stats = this.#look(path.slice(0, -1));
    return stats !== undefined && isStillListed(known.stamp, stats);
  }

  /** `undefined` when there is none, or when it cannot be told: whoever opens it then learns why. */
  #look(path: string): BigIntStats | undefined {
    try {
      return lstatSync(`${this.#options.realRoot}/${path}`, STATS);
    } catch {
      return undefined;
    }
  }

  #hasHash(file: KnownFile): boolean {
    // The mode is no part of what proves the content, and ctime moved with it if it changed.
    const stats = this.#look(file.entry.path);
    return stats !== undefined && isStillKnown(file, stats);
  }

  /** `undefined` when it could not be opened and what is known was kept. */
  async #scanOneFolder(path: string): Promise<KnownFolder | undefined> {
    const known = this.#options.known.get(path);
    const turn = this.#takeTurns();
    if (turn !== undefined) await turn;
    return this.#isUntouched(path, known) && (await this.#isAllKnown(known)) ? known : this.#list(path, known);
  }

  async #isAllKnown({ files }: KnownFolder): Promise<boolean> {
    let count = 0;
    for (const file of files.values()) {
      if (!this.#hasHash(file)) return false;
      const turn = ++count % 64 === 0 ? this.#takeTurns() : undefined;
      if (turn !== undefined) await turn;
    }
    return true;
  }

  async #list(path: string, known: KnownFolder | undefined): Promise<KnownFolder | undefined> {
    const draft = new Draft(path, known);
    const segments = path.split("/").filter((segment) => segment !== "");
    let folder: OpenFolder | undefined;
    try {
      let names: readonly string[];
      let stamp: FolderStamp;
      try {
        folder = openFolder(this.#options.realRoot, segments);
        stamp = folderStamp(statSync(folder.path, { bigint: true }), this.#options.now());
        names = readdirSync(folder.path);
      } catch (cause) {
        return this.#passOverFolder(draft, cause);
      }
      this.listed++;
      for (const name of names) {
        const turn = this.#takeTurns();
        if (turn !== undefined) await turn;
        await this.#visit(draft, folder, name);
      }
      return draft.finish(names, stamp);
    } finally {
      folder?.close();
    }
  }

  #visit(draft: Draft, folder: OpenFolder, name: string): Promise<void> | undefined {
    if (name === ".git") return;
    const path = `${draft.path}${name}`;
    if (isGitName(name)) return void draft.skip(path, "the name is `.git` to some file systems");
    if (name.includes("\\")) return void draft.skip(path, "the name holds a backslash, a separator on other systems");
    const known = draft.known?.files.get(name);
    if (known !== undefined && this.#hasHash(known) && !this.#isNewlyIgnored(path)) {
      draft.files.set(name, known);
      return;
    }
    let stats: BigIntStats | undefined;
    try {
      stats = lstatSync(`${folder.path}/${name}`, STATS);
    } catch (cause) {
      return void this.#passOver(draft, name, cause);
    }
    if (stats === undefined) {
      const isMangled = name.includes("\ufffd");
      return void (isMangled ? draft.skip(path, "the name is no valid UTF-8") : draft.vanished(path));
    }
    const isFolder = stats.isDirectory();
    if (this.#options.rules.isIgnored(path, isFolder)) {
      draft.passedOver.push({ path: isFolder ? `${path}/` : path, reason: "ignored" });
      return;
    }
    if (isFolder) draft.folders.push(name);
    else if (stats.isSymbolicLink()) draft.skip(path, "a symbolic link, not followed");
    else if (!stats.isFile()) draft.skip(path, "no regular file");
    else return this.#hash(draft, folder, name, stats);
    return;
  }

  /** Of a known file. To ask the rules about a file costs more than to look at it. */
  #isNewlyIgnored(path: string): boolean {
    return this.#options.hasNewRules === true && this.#options.rules.isIgnored(path, false);
  }

  async #hash(draft: Draft, folder: OpenFolder, name: string, stats: BigIntStats): Promise<void> {
    const path = `${draft.path}${name}`;
    try {
      const absolute = `${folder.path}/${name}`;
      const isLarge = stats.size >= LARGE_BYTES;
      draft.files.set(name, isLarge ? await this.#hashInTurns(absolute, path) : this.#hashAtOnce(absolute, path));
      this.hashed++;
    } catch (cause) {
      this.#options.signal?.throwIfAborted();
      this.#passOver(draft, name, cause);
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
  #passOver(draft: Draft, name: string, cause: unknown): void {
    const path = `${draft.path}${name}`;
    const why = this.#reason(path, cause);
    if (why === "gone") return draft.vanished(path);
    if (why !== "exchanged") return draft.keep(name, why);
    draft.isUnsettled = true;
    draft.skip(path, EXCHANGED);
  }

  /** The same for a whole folder: when it exists, it and all in it stay as they were last known. */
  #passOverFolder(draft: Draft, cause: unknown): KnownFolder | undefined {
    const { path } = draft;
    const why = this.#reason(path, cause);
    if (why === "gone") draft.vanished(path);
    if (why === "exchanged") draft.skip(path, EXCHANGED);
    draft.isUnsettled = true;
    if (why === "gone" || why === "exchanged") return draft.finish([], undefined);
    let isShown = false;
    for (const [inner, { stamp: _, ...kept }] of subtree(this.#options.known, path)) {
      isShown ||= kept.files.size > 0;
      this.folders.set(inner, { ...kept, passedOver: [], unread: [], collisions: [] });
    }
    draft.skip(path, isShown ? `${why}; shown as last seen` : why);
    const { files = draft.files, folders = draft.folders } = draft.known ?? {};
    this.folders.set(path, { files, folders, passedOver: [], unread: draft.unread, collisions: [] });
    return undefined;
  }

  #reason(path: string, cause: unknown): string {
    const code = ContentHashError.isInstance(cause) ? (cause.data["systemCode"] ?? cause.code) : systemCode(cause);
    if (path === "" || EXHAUSTED.has(code as string | undefined)) throw scanFailed(this.#options.realRoot, path, cause);
    switch (code) {
      case "ENOENT":
        return "gone";
      case "ELOOP":
      case "ENOTDIR":
      case "NOT_A_FILE":
      case "PATH_REFUSED":
        return "exchanged";
      case "FILE_CHANGING":
        return "changed during every attempt to read it";
      default:
        return reasonOfCode(String(code)) ?? `could not be read (${String(code)})`;
    }
  }
}

const STATS = { bigint: true, throwIfNoEntry: false } as const;

const EXCHANGED = "exchanged for something else during the scan";

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
