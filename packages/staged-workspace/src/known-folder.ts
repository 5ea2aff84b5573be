import { type BigIntStats, statfsSync } from "node:fs";
import { isAsBefore, isSettled, type KnownFile, type Stamp, stampOf } from "./known-file.ts";
import type { SkippedPath } from "./manifest.ts";
import { compareByCodePoint } from "./path-order.ts";

/** What a folder of the workspace held when its names were last listed. */
export interface KnownFolder {
  /** Absent: the names have to be listed again, whatever the folder's times say. */
  readonly stamp?: FolderStamp;
  /** By name. */
  readonly files: ReadonlyMap<string, KnownFile>;
  /** Names of the folders in it that are part of the workspace. */
  readonly folders: readonly string[];
  /** Ignored, or gone meanwhile. */
  readonly passedOver: readonly SkippedPath[];
  /** There, and neither ignored nor read. */
  readonly unread: readonly SkippedPath[];
  /** Paths that are one and the same to file systems which fold case or normalise. */
  readonly collisions: readonly (readonly string[])[];
}

/** By path: the root's is empty, all others end with `/`. */
export type KnownFolders = ReadonlyMap<string, KnownFolder>;

/** The state of a folder before its names were listed. */
export interface FolderStamp extends Stamp {
  readonly device: bigint;
}

/** `stats` must have been taken before the names were listed, at `listedAtMs`. */
export function folderStamp(stats: BigIntStats, listedAtMs: number): FolderStamp {
  return { ...stampOf(stats, listedAtMs), device: stats.dev };
}

/** Whether the folder that has these stats now is the same one, and no name in it came, went or was exchanged since. */
export function isStillListed(stamp: FolderStamp, stats: BigIntStats): boolean {
  return stats.dev === stamp.device && isAsBefore(stamp, stats);
}

/** A network file system may tell of a change late, FAT tells of none in a folder: those listed are known to tell at once. */
const PROMPT_FILE_SYSTEMS: ReadonlySet<number> = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0x01021994, // tmpfs
  0x794c7630, // overlay
  0x2fc12fc1, // ZFS
  0xf2f52010, // F2FS
]);

/** Whether the times of a folder here change with every name in it. */
export function hasPromptFolderTimes(realRoot: string): boolean {
  return process.platform === "linux" && PROMPT_FILE_SYSTEMS.has(statfsSync(realRoot).type);
}

/** What of a folder is kept for the next process, beside its files. */
export type ListedFolder = Omit<KnownFolder, "files" | "folders">;

/** Nobody has listed it. */
const UNLISTED: ListedFolder = { passedOver: [], unread: [], collisions: [] };

/**
 * The folders that an earlier process knew: those of its files, in path order, and those that it listed. `listed` has to
 * name every one that held no file, too: who trusts the times of the folder around it finds it nowhere else.
 */
export function foldersOf(files: Iterable<KnownFile>, listed: ReadonlyMap<string, ListedFolder>): KnownFolders {
  const folders = new Map<string, ListedFolder & { files: Map<string, KnownFile>; folders: string[] }>();
  const folderAt = (path: string): { files: Map<string, KnownFile>; folders: string[] } => {
    let folder = folders.get(path);
    if (folder !== undefined) return folder;
    folder = { ...(listed.get(path) ?? UNLISTED), files: new Map(), folders: [] };
    folders.set(path, folder);
    if (path !== "") {
      const parent = path.slice(0, path.lastIndexOf("/", path.length - 2) + 1);
      folderAt(parent).folders.push(path.slice(parent.length, -1));
    }
    return folder;
  };
  let last = { path: "", folder: folderAt("") };
  for (const file of files) {
    const { path } = file.entry;
    const start = path.lastIndexOf("/") + 1;
    if (start !== last.path.length || !path.startsWith(last.path)) {
      const folder = path.slice(0, start);
      last = { path: folder, folder: folderAt(folder) };
    }
    last.folder.files.set(path.slice(start), file);
  }
  for (const path of listed.keys()) folderAt(path);
  return folders;
}

/**
 * The folders that have to be kept anew for the next process, `undefined` for those that are gone. One whose times were too
 * young to be trusted is left as it was kept before: it has other times by now, and is listed again.
 */
export function listedAnew(before: KnownFolders, after: KnownFolders): ReadonlyMap<string, ListedFolder | undefined> {
  const changed = new Map<string, ListedFolder | undefined>();
  for (const [path, folder] of after) {
    const earlier = before.get(path);
    if (earlier === folder) continue;
    if (earlier === undefined || folder.stamp === undefined || isSettled(folder.stamp)) changed.set(path, folder);
  }
  for (const path of before.keys()) if (!after.has(path)) changed.set(path, undefined);
  return changed;
}

/** All files, sorted by path. */
export function filesOf(folders: KnownFolders): ReadonlyMap<string, KnownFile> {
  const files = [...folders.values()].flatMap((folder) => [...folder.files.values()]);
  files.sort((one, other) => compareByCodePoint(one.entry.path, other.entry.path));
  return new Map(files.map((file) => [file.entry.path, file]));
}

/** The folder at `path` and all below it that are known. */
export function* subtree(known: KnownFolders, path: string): Generator<[path: string, folder: KnownFolder]> {
  const pending = [path];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const folder = known.get(next);
    if (folder === undefined) continue;
    yield [next, folder];
    for (const name of folder.folders) pending.push(`${next}${name}/`);
  }
}

/** What a scan found of one file, beside what was known of it before; `undefined` stands for no file. */
export interface FileSight {
  readonly path: string;
  readonly before: KnownFile | undefined;
  readonly after: KnownFile | undefined;
}

/** The files that were read, came or went; in no order. Folders that are the same object on both sides cost nothing. */
export function compareFolders(before: KnownFolders, after: KnownFolders): readonly FileSight[] {
  const sights: FileSight[] = [];
  const none: ReadonlyMap<string, KnownFile> = new Map();
  for (const [path, folder] of after) {
    const earlier = before.get(path);
    if (earlier === folder) continue;
    const filesBefore = earlier?.files ?? none;
    for (const [name, file] of folder.files) {
      const known = filesBefore.get(name);
      if (known !== file) sights.push({ path: file.entry.path, before: known, after: file });
    }
    for (const [name, file] of filesBefore) {
      if (!folder.files.has(name)) sights.push({ path: file.entry.path, before: file, after: undefined });
    }
  }
  for (const [path, folder] of before) {
    if (after.has(path)) continue;
    for (const file of folder.files.values()) sights.push({ path: file.entry.path, before: file, after: undefined });
  }
  return sights;
}
