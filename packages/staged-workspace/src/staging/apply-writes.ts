import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  rmdirSync,
  rmSync,
} from "node:fs";
import { hashOpenFileSync } from "@runningtab/content-hash/node";
import { removeAside, takeName, writeAside } from "../atomic-write.ts";
import { type FileVersion, isSameVersion } from "../journal/operation.ts";
import type { IntendedWrite } from "../journal/journal.ts";
import { type OpenFolder, openFolder } from "../open-folder.ts";
import { pathSegments } from "../path-rules.ts";
import { systemCode, systemReason, WorkspaceError } from "../workspace-error.ts";

/** The bytes of a version, or `undefined` when they are kept nowhere. */
export type ContentOf = (path: string, version: FileVersion) => Promise<Uint8Array | undefined>;

/** A file that is another version than the intent takes it to be. */
export interface WriteConflict {
  readonly path: string;
  /** `undefined`: no regular file is there. */
  readonly found: FileVersion | undefined;
}

/** The writes of one intent with their new contents on disk beside their targets; only names are left to change. */
export interface PreparedWrites {
  /**
   * Puts everything in place and returns what was left alone. Files that have their version already are passed over, so
   * that doing it again after a crash does the rest.
   */
  apply(): Promise<readonly WriteConflict[]>;
  /** Takes away what was prepared. Harmless after `apply`. */
  discard(): void;
}

/**
 * Writes every new content to an unfinished file in its folder, flushed: what can fail for lack of space or permission
 * fails here, before anything is decided. Rejects with `WRITE_FAILED` or `READ_FAILED`, and nothing is left behind.
 */
export async function prepareWrites(
  realRoot: string,
  writes: readonly IntendedWrite[],
  contentOf: ContentOf,
): Promise<PreparedWrites> {
  /** Names of the unfinished files, by the path that each is for. */
  const prepared = new Map<string, string>();
  const discard = (): void => {
    for (const [path, temporary] of prepared) {
      inFolder(realRoot, path, {}, (folder) => removeAside(folder, temporary));
      pruneEmptyFolders(realRoot, pathSegments(path).slice(0, -1));
    }
    prepared.clear();
  };
  const prepare = async (path: string, after: FileVersion): Promise<void> => {
    const bytes = await contentOf(path, after);
    if (bytes === undefined) throw noContent(path, after);
    const { mode } = after;
    inFolder(realRoot, path, { create: true }, (folder, name) => {
      const present = lstatSync(`${folder.path}/${name}`, { throwIfNoEntry: false });
      const owner = present && { owner: { uid: present.uid, gid: present.gid } };
      prepared.set(path, writeAside(folder, bytes, { mode, ...owner }));
    });
  };
  const finish = (path: string, before: FileVersion | undefined): boolean | undefined =>
    inFolder(realRoot, path, {}, (folder, name) => {
      const temporary = prepared.get(path)!;
      prepared.delete(path);
      const confirm = (): boolean => isSameVersion(versionAt(realRoot, path), before);
      return takeName(folder, temporary, name, { exclusive: before === undefined, confirm });
    });
  try {
    for (const write of writes) {
      if (write.after === undefined || isSameVersion(versionAt(realRoot, write.path), write.after)) continue;
      if (write.before?.hash === write.after.hash) continue;
      // A file that is to go may stand where this one needs a folder: it is written once that is gone.
      if (!isBlocked(realRoot, write.path)) await prepare(write.path, write.after);
    }
  } catch (error) {
    discard();
    throw error;
  }
  return {
    async apply() {
      const conflicts: WriteConflict[] = [];
      for (const write of inOrder(realRoot, writes, prepared)) {
        const { path, before, after } = write;
        const found = versionAt(realRoot, path);
        if (after !== undefined && isSameVersion(found, after)) continue;
        if (after === undefined && !existsAt(realRoot, path)) {
          // Gone already: whoever took it away may have ended before its folder went too, where a file is to stand.
          pruneEmptyFolders(realRoot, pathSegments(path).slice(0, -1));
          continue;
        }
        const isTaken = before === undefined && existsAt(realRoot, path);
        // Also where a file stays that stands in the place of a folder: whoever put it there did not know of this one.
        if (!isSameVersion(found, before) || isTaken || (after !== undefined && isBlocked(realRoot, path))) {
          conflicts.push({ path, found });
          continue;
        }
        if (after === undefined) remove(realRoot, path);
        else if (before?.hash === after.hash) changeMode(realRoot, path, after.mode);
        else {
          if (!prepared.has(path)) await prepare(path, after);
          if (finish(path, before) !== true) conflicts.push({ path, found: versionAt(realRoot, path) });
        }
      }
      discard();
      return conflicts;
    },
    discard,
  };
}

/**
 * New files whose place is free come first: one that was moved may be the only copy of its bytes. Then files go, since a
 * folder may take the place of a file, and a file that of an emptied folder. Then the rest.
 */
function inOrder(
  realRoot: string,
  writes: readonly IntendedWrite[],
  prepared: ReadonlyMap<string, string>,
): readonly IntendedWrite[] {
  const rank = ({ path, before, after }: IntendedWrite): number => {
    if (after === undefined) return 1;
    return before === undefined && prepared.has(path) && !existsAt(realRoot, path) ? 0 : 2;
  };
  const ranked = writes.map((write) => ({ write, rank: rank(write) }));
  return ranked.toSorted((one, other) => one.rank - other.rank).map(({ write }) => write);
}

/** Of the regular file there, following no link; `undefined` for anything else. */
export function versionAt(realRoot: string, path: string): FileVersion | undefined {
  return inFolder(realRoot, path, {}, (folder, name): FileVersion | undefined => {
    const descriptor = openForReading(`${folder.path}/${name}`);
    if (descriptor === undefined) return undefined;
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile()) return undefined;
      const { hash, size } = hashOpenFileSync(descriptor, path);
      return { hash, size, mode: stats.mode & 0o7777 };
    } finally {
      closeSync(descriptor);
    }
  });
}

/** Whether the name is taken, by whatever it may be. */
function existsAt(realRoot: string, path: string): boolean {
  const look = (folder: OpenFolder, name: string): boolean =>
    lstatSync(`${folder.path}/${name}`, { throwIfNoEntry: false }) !== undefined;
  return inFolder(realRoot, path, {}, look) ?? false;
}

/** Whether a file stands where a folder on the way would have to be. */
function isBlocked(realRoot: string, path: string): boolean {
  const segments = pathSegments(path).slice(0, -1);
  // Mostly the folder is there, which one walk tells; a walk for each segment takes seconds where they are thousands.
  const isOpened = inFolder(realRoot, path, {}, () => true);
  if (isOpened === true) return false;
  for (const [index] of segments.entries()) {
    const parent = segments.slice(0, index + 1).join("/");
    if (versionAt(realRoot, parent) !== undefined) return true;
    if (!existsAt(realRoot, parent)) return false;
  }
  return false;
}

function remove(realRoot: string, path: string): void {
  inFolder(realRoot, path, {}, (folder, name) => {
    rmSync(`${folder.path}/${name}`, { force: true });
    folder.sync();
  });
  pruneEmptyFolders(realRoot, pathSegments(path).slice(0, -1));
}

/** A folder that lost its last file goes with it, as in git: no manifest would tell that it was there. */
function pruneEmptyFolders(realRoot: string, segments: readonly string[]): void {
  for (let length = segments.length; length > 0; length--) {
    try {
      const parent = openFolder(realRoot, segments.slice(0, length - 1));
      try {
        rmdirSync(`${parent.path}/${segments[length - 1]}`);
        parent.sync();
      } finally {
        parent.close();
      }
    } catch (cause) {
      const code = systemCode(cause);
      // One that is gone may have left an empty folder around it.
      if (code === "ENOENT") continue;
      if (WorkspaceError.isInstance(cause) || (code !== undefined && STAYS.has(code))) return;
      // The disk failed: taken for a folder that stays, it would keep a file from its place for good.
      throw writeFailed(segments.slice(0, length).join("/"), cause);
    }
  }
}

/** Not empty, or not ours to take away. */
const STAYS: ReadonlySet<string> = new Set(["ENOTEMPTY", "EEXIST", "EACCES", "EPERM", "EBUSY", "ENOTDIR", "ELOOP"]);

function changeMode(realRoot: string, path: string, mode: number): void {
  inFolder(realRoot, path, {}, (folder, name) => {
    const descriptor = openForReading(`${folder.path}/${name}`);
    if (descriptor === undefined) return;
    try {
      fchmodSync(descriptor, mode);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  });
}

function openForReading(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (cause) {
    const code = systemCode(cause);
    // No such file, a link, or a socket: no regular file in any case.
    if (code === "ENOENT" || code === "ELOOP" || code === "ENXIO") return undefined;
    throw cause;
  }
}

/** Runs `use` in the file's folder; `undefined` when there is no such folder. */
function inFolder<T>(
  realRoot: string,
  path: string,
  options: { readonly create?: boolean },
  use: (folder: OpenFolder, name: string) => T,
): T | undefined {
  const segments = pathSegments(path);
  let folder: OpenFolder | undefined;
  try {
    folder = openFolder(realRoot, segments.slice(0, -1), options);
    return use(folder, segments.at(-1)!);
  } catch (cause) {
    const isMissing =
      systemCode(cause) === "ENOENT" || (WorkspaceError.isInstance(cause) && cause.data["reason"] === "exchanged");
    if (folder === undefined && options.create !== true && isMissing) return undefined;
    if (WorkspaceError.isInstance(cause)) throw cause;
    throw writeFailed(path, cause);
  } finally {
    folder?.close();
  }
}

function writeFailed(path: string, cause: unknown): WorkspaceError {
  return new WorkspaceError("WRITE_FAILED", {
    message: `${path} could not be written: ${systemReason(cause)}.`,
    data: { path, systemCode: systemCode(cause) },
    cause,
  });
}

function noContent(path: string, { hash }: FileVersion): WorkspaceError {
  return new WorkspaceError("VERSION_NOT_KEPT", {
    message: `${path} cannot be written as ${hash}: the bytes of this version were not kept.`,
    data: { path, hash },
  });
}
