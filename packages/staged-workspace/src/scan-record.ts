import { closeSync, constants, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type ContentHash, parseContentHash } from "@runningtab/content-hash";
import { hashBytesSync } from "@runningtab/content-hash/node";
import type { KnownFile } from "./known-file.ts";
import { type FileSight, filesOf, type KnownFolders, type ListedFolder } from "./known-folder.ts";
import { loadManifest, saveManifest, scanFile, type StoredManifest } from "./manifest-file.ts";
import { patchSorted } from "./sorted-map.ts";
import { stateWriteFailed } from "./state-folder.ts";
import { systemCode, WorkspaceError } from "./workspace-error.ts";

/** What the last scan of a state folder found, kept for the next process. */
export interface ScanRecord {
  /** Whether other files were ignored than now. */
  readonly hasOtherRules: boolean;
  /** As they were when the record was opened. */
  readonly files: ReadonlyMap<string, KnownFile>;
  readonly folders: ReadonlyMap<string, ListedFolder>;
  /** Adds what one scan found anew; `all` is written where that is shorter. Throws `WRITE_FAILED`. */
  save(sights: readonly FileSight[], folders: ReadonlyMap<string, ListedFolder | undefined>, all: KnownFolders): void;
}

/** path, hash, size, mode, modified (ms), mtime (ns), ctime (ns), inode, settled before (ns); what may exceed 2⁵³ as text. */
type Row = readonly [string, string, number, number, number, string, string, string, string];

/** path, mtime (ns), ctime (ns), inode, settled before (ns), device, or no such numbers; passed over, unread, collisions. */
type FolderRow = readonly [
  string,
  readonly [string, string, string, string, string] | null,
  ListedFolder["passedOver"],
  ListedFolder["unread"],
  ListedFolder["collisions"],
];

/** One line of `scan-log`, after its hash. */
interface Addition {
  /** The manifest, of `baseline` or `scan`, that this adds to. */
  readonly to: ContentHash;
  /** The patterns it was found with. */
  readonly ignored: readonly string[];
  readonly files: readonly Row[];
  readonly gone: readonly string[];
  /** This and the next are absent from what earlier versions wrote. */
  readonly folders?: readonly FolderRow[];
  readonly goneFolders?: readonly string[];
}

/** A line costs three times what a file costs in a manifest; a log is read whole at each opening. */
const MANY_ADDITIONS = 1000;

/**
 * A scan that found one edit among 100,000 files adds one line, `HASH JSON`, to `scan-log`; only when the lines become many
 * are all files written to `scan`. Lines that add to another manifest are passed over: the record only saves work, and
 * without it the next scan reports more than it had to and none too few. Not flushed for that reason. Where a line was torn
 * by a crash, no folder's times are trusted: a later line may have those of a folder whose files the torn one had.
 */
export function openScanRecord(
  stateFolder: string,
  root: string,
  baseline: StoredManifest,
  ignored: readonly string[],
): ScanRecord {
  const path = join(stateFolder, "scan-log");
  const manifest = loadLastScan(stateFolder, root) ?? baseline;
  let to = manifest.hash;
  let additions = 0;

  const changed = new Map<string, KnownFile | undefined>();
  const folders = new Map(manifest.folders);
  const { lines, isTorn } = readAdditions(path);
  for (const addition of lines) {
    if (addition.to !== to || !isSame(addition.ignored, ignored)) continue;
    const { files, gone, folders: listed = [], goneFolders = [] } = addition;
    for (const gonePath of gone) changed.set(gonePath, undefined);
    for (const row of files) changed.set(row[0], fromRow(row));
    for (const gonePath of goneFolders) folders.delete(gonePath);
    for (const row of listed) folders.set(row[0], fromFolderRow(row));
    additions += files.length + gone.length + listed.length + goneFolders.length;
  }
  const hasOtherRules = !isSame(manifest.ignored, ignored);

  return {
    hasOtherRules,
    files: changed.size === 0 ? manifest.files : patchSorted(manifest.files, changed),
    folders: isTorn || hasOtherRules ? new Map() : folders,
    save(sights, listed, all) {
      if (sights.length + listed.size === 0) return;
      additions += sights.length + listed.size;
      if (additions > MANY_ADDITIONS) {
        // Should the log outlive this, its lines add to a manifest that is not the last one.
        to = saveManifest(stateFolder, scanFile, { root, ignored, files: filesOf(all), folders: all, gaps: [] })!;
        rmSync(path, { force: true });
        additions = 0;
        return;
      }
      const files = sights.flatMap(({ after }) => (after === undefined ? [] : [toRow(after)]));
      const gone = sights.flatMap(({ after, path: gonePath }) => (after === undefined ? [gonePath] : []));
      const rows = Array.from(listed).flatMap(([at, folder]) =>
        folder === undefined ? [] : [toFolderRow(at, folder)],
      );
      const goneFolders = Array.from(listed).flatMap(([at, folder]) => (folder === undefined ? [at] : []));
      append(path, { to, ignored, files, gone, folders: rows, goneFolders });
    },
  };
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((pattern, index) => pattern === other[index]);
}

/** When the scan file is damaged, the baseline takes its place. */
function loadLastScan(stateFolder: string, root: string): StoredManifest | undefined {
  try {
    return loadManifest(stateFolder, scanFile, root);
  } catch (error) {
    if (WorkspaceError.isInstance(error) && error.code === "STATE_CORRUPT") return undefined;
    throw error;
  }
}

function append(path: string, addition: Addition): void {
  const text = JSON.stringify(addition);
  // One write, begun on a line of its own whatever a crash left before it.
  const line = Buffer.from(`\n${hashBytesSync(Buffer.from(text))} ${text}\n`);
  try {
    const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);
    const descriptor = openSync(path, flags, 0o600);
    try {
      writeSync(descriptor, line);
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    throw stateWriteFailed(path, cause);
  }
}

function readAdditions(path: string): { readonly lines: readonly Addition[]; readonly isTorn: boolean } {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    if (systemCode(cause) === "ENOENT") return { lines: [], isTorn: false };
    throw new WorkspaceError("READ_FAILED", {
      message: `${path} could not be read: ${String(cause)}.`,
      data: { path },
      cause,
    });
  }
  const all = text.split("\n").filter((line) => line !== "");
  const lines = all.flatMap((line) => {
    const end = line.indexOf(" ");
    const body = line.slice(end + 1);
    // The hash has proven that the value is what `append` wrote.
    return line.slice(0, end) === hashBytesSync(Buffer.from(body)) ? [JSON.parse(body) as Addition] : [];
  });
  return { lines, isTorn: lines.length < all.length };
}

function toRow({ entry, mtimeNs, ctimeNs, inode, settledBeforeNs }: KnownFile): Row {
  const { path, hash, size, mode, modifiedAtMs } = entry;
  return [
    path,
    hash,
    size,
    mode,
    modifiedAtMs,
    String(mtimeNs),
    String(ctimeNs),
    String(inode),
    String(settledBeforeNs),
  ];
}

function fromRow([path, hash, size, mode, modifiedAtMs, mtimeNs, ctimeNs, inode, settledBeforeNs]: Row): KnownFile {
  return {
    entry: { path, hash: parseContentHash(hash), size, mode, modifiedAtMs },
    mtimeNs: BigInt(mtimeNs),
    ctimeNs: BigInt(ctimeNs),
    inode: BigInt(inode),
    settledBeforeNs: BigInt(settledBeforeNs),
  };
}

function toFolderRow(path: string, { stamp, passedOver, unread, collisions }: ListedFolder): FolderRow {
  const numbers = stamp && [stamp.mtimeNs, stamp.ctimeNs, stamp.inode, stamp.settledBeforeNs, stamp.device];
  const texts = numbers?.map(String) as [string, string, string, string, string] | undefined;
  return [path, texts ?? null, passedOver, unread, collisions];
}

function fromFolderRow([, numbers, passedOver, unread, collisions]: FolderRow): ListedFolder {
  if (numbers === null) return { passedOver, unread, collisions };
  const [mtimeNs, ctimeNs, inode, settledBeforeNs, device] = numbers.map(BigInt) as [
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  return { stamp: { mtimeNs, ctimeNs, inode, settledBeforeNs, device }, passedOver, unread, collisions };
}
