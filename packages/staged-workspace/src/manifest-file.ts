import type { ContentHash } from "@runningtab/content-hash";
import type { KnownFile } from "./known-file.ts";
import type { FolderStamp, ListedFolder } from "./known-folder.ts";
import type { SkippedPath } from "./manifest.ts";
import { readStateFile, stateRefused, type StateFile, writeStateFile } from "./state-folder.ts";

/** A manifest on disk. */
export interface StoredManifest {
  /** Absolute, links resolved: a state folder serves one root. */
  readonly root: string;
  readonly files: ReadonlyMap<string, KnownFile>;
  /** Every folder, by its path as a key of `KnownFolders`. */
  readonly folders: ReadonlyMap<string, ListedFolder>;
  /** The patterns it was made with. */
  readonly ignored: readonly string[];
  /** Of the baseline: files whose content was not kept. */
  readonly gaps: readonly SkippedPath[];
  /** Of what is on disk; names this manifest. */
  readonly hash: ContentHash;
}

/** `W_0`, written once. */
export const baselineFile: StateFile = { name: "baseline", version: 2 };
/** A later scan, written when too much has changed to say it in `scan-log` alone. */
export const scanFile: StateFile = { name: "scan", version: 2 };

/**
 * The files in columns: 100,000 objects with names for their members take five times as long to parse. The columns other
 * than `paths` are base64 of 8-byte numbers in the byte order of the machine, or of the digests.
 */
interface Columns {
  /** In order, by code points. */
  readonly paths: readonly string[];
  /** 32 bytes a file. */
  readonly hashes: string;
  /** Doubles, three a file: size, mode, modified (ms). */
  readonly numbers: string;
  /** Integers, four a file: mtime (ns), ctime (ns), inode, settled before (ns). */
  readonly stamps: string;
}

/** The folders likewise. */
interface FolderColumns {
  readonly paths: readonly string[];
  /** Integers, five a folder: those of a file, and the device. A folder without a stamp has five times 0. */
  readonly stamps: string;
  /** Of those in which something was passed over: index, `passedOver`, `unread`, `collisions`. */
  readonly more: readonly (readonly [
    number,
    ListedFolder["passedOver"],
    ListedFolder["unread"],
    ListedFolder["collisions"],
  ])[];
}

interface Stored extends Pick<StoredManifest, "root" | "ignored" | "gaps"> {
  readonly files: Columns;
  /** Absent from what earlier versions wrote. */
  readonly folders?: FolderColumns;
}

/**
 * The manifest that `file` holds for `realRoot`, or `undefined` when there is none. Throws `STATE_CORRUPT`, and
 * `STATE_REFUSED` when it belongs to another root.
 */
export function loadManifest(stateFolder: string, file: StateFile, realRoot: string): StoredManifest | undefined {
  const stored = readStateFile(stateFolder, file);
  if (stored === undefined) return undefined;
  // The checksum has proven that the value is what `saveManifest` wrote; its shape follows from the version.
  const { root, ignored, gaps, files, folders } = stored.value as Stored;
  if (root !== realRoot) {
    throw stateRefused(stateFolder, `it belongs to the workspace ${root}, not to ${realRoot}. Choose another.`);
  }
  return {
    root,
    ignored,
    gaps,
    files: fromColumns(files),
    folders: folders === undefined ? new Map() : fromFolderColumns(folders),
    hash: stored.hash,
  };
}

/** The hash of what was written; `undefined`: `exclusive` was asked and another process has written the file by now. */
export function saveManifest(
  stateFolder: string,
  file: StateFile,
  { root, ignored, files, folders, gaps }: Omit<StoredManifest, "hash">,
  options: { readonly exclusive?: boolean } = {},
): ContentHash | undefined {
  const stored: Stored = { root, ignored, gaps, files: toColumns(files), folders: toFolderColumns(folders) };
  return writeStateFile(stateFolder, file, stored, options);
}

function toColumns(files: ReadonlyMap<string, KnownFile>): Columns {
  const hashes: string[] = [];
  const numbers = new Float64Array(files.size * 3);
  const stamps = new BigInt64Array(files.size * 4);
  let index = 0;
  for (const { entry, mtimeNs, ctimeNs, inode, settledBeforeNs } of files.values()) {
    hashes.push(entry.hash.slice(HASH_PREFIX.length));
    numbers.set([entry.size, entry.mode, entry.modifiedAtMs], index * 3);
    stamps.set([mtimeNs, ctimeNs, inode, settledBeforeNs], index * 4);
    index++;
  }
  return {
    paths: [...files.keys()],
    hashes: Buffer.from(hashes.join(""), "hex").toString("base64"),
    numbers: Buffer.from(numbers.buffer).toString("base64"),
    stamps: Buffer.from(stamps.buffer).toString("base64"),
  };
}

function fromColumns({ paths, ...columns }: Columns): ReadonlyMap<string, KnownFile> {
  const hashes = Buffer.from(columns.hashes, "base64").toString("hex");
  const numbers = new Float64Array(aligned(columns.numbers));
  const stamps = new BigInt64Array(aligned(columns.stamps));
  const files = new Map<string, KnownFile>();
  for (const [index, path] of paths.entries()) {
    files.set(path, {
      entry: {
        path,
        // 64 digits by construction; to check 100,000 of them again takes a tenth of an opening.
        hash: `${HASH_PREFIX}${hashes.slice(index * 64, index * 64 + 64)}` as ContentHash,
        size: numbers[index * 3]!,
        mode: numbers[index * 3 + 1]!,
        modifiedAtMs: numbers[index * 3 + 2]!,
      },
      mtimeNs: stamps[index * 4]!,
      ctimeNs: stamps[index * 4 + 1]!,
      inode: BigInt.asUintN(64, stamps[index * 4 + 2]!),
      settledBeforeNs: stamps[index * 4 + 3]!,
    });
  }
  return files;
}

function toFolderColumns(folders: ReadonlyMap<string, ListedFolder>): FolderColumns {
  const stamps = new BigInt64Array(folders.size * 5);
  const more: FolderColumns["more"][number][] = [];
  for (const [index, { stamp, passedOver, unread, collisions }] of [...folders.values()].entries()) {
    if (stamp !== undefined) {
      const { mtimeNs, ctimeNs, inode, settledBeforeNs, device } = stamp;
      stamps.set([mtimeNs, ctimeNs, inode, settledBeforeNs, device], index * 5);
    }
    if (passedOver.length + unread.length + collisions.length > 0) more.push([index, passedOver, unread, collisions]);
  }
  return { paths: [...folders.keys()], stamps: Buffer.from(stamps.buffer).toString("base64"), more };
}

function fromFolderColumns({ paths, more, ...columns }: FolderColumns): ReadonlyMap<string, ListedFolder> {
  const stamps = new BigInt64Array(aligned(columns.stamps));
  const folders = new Map<string, ListedFolder>();
  for (const [index, path] of paths.entries()) {
    const stamp = stampAt(stamps, index * 5);
    folders.set(path, { ...(stamp && { stamp }), passedOver: [], unread: [], collisions: [] });
  }
  for (const [index, passedOver, unread, collisions] of more) {
    const path = paths[index]!;
    folders.set(path, { ...folders.get(path), passedOver, unread, collisions });
  }
  return folders;
}

function stampAt(stamps: BigInt64Array, start: number): FolderStamp | undefined {
  const settledBeforeNs = stamps[start + 3]!;
  if (settledBeforeNs === 0n) return undefined;
  return {
    mtimeNs: stamps[start]!,
    ctimeNs: stamps[start + 1]!,
    inode: BigInt.asUintN(64, stamps[start + 2]!),
    settledBeforeNs,
    device: BigInt.asUintN(64, stamps[start + 4]!),
  };
}

const HASH_PREFIX = "sha256:";

/** In a buffer of its own: a small `Buffer` lies anywhere in a larger one. */
function aligned(base64: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(base64, "base64")).buffer;
}
