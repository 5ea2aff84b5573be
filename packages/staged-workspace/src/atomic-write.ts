import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import type { OpenFolder } from "./open-folder.ts";
import { systemCode } from "./workspace-error.ts";

/** Begins the names of files that a write has not finished; a killed process leaves one behind. */
export const TEMPORARY_PREFIX = ".runningtab-tmp-";

export interface AtomicWriteOptions {
  /** Permission bits of the file, exactly; absent: what the process gives new files. */
  readonly mode?: number;
  /** Kept where the process is allowed to. */
  readonly owner?: { readonly uid: number; readonly gid: number };
  /** Fails (`false`) when the name exists by now, instead of replacing it. */
  readonly exclusive?: boolean;
  /** Asked last, with the new bytes safely on disk: `false` gives up and leaves everything as it was. */
  readonly confirm?: () => boolean;
}

/**
 * Puts `bytes` under `name`: written to a new file in the same folder, flushed, renamed, the folder flushed. At every
 * moment, also after a crash, the name holds the bytes before or these. Returns whether it does hold these.
 */
export function writeAtomically(
  folder: OpenFolder,
  name: string,
  bytes: Uint8Array,
  { mode, owner, exclusive, confirm }: AtomicWriteOptions = {},
): boolean {
  const temporary = writeAside(folder, bytes, { ...(mode !== undefined && { mode }), ...(owner && { owner }) });
  return takeName(folder, temporary, name, { ...(exclusive && { exclusive }), ...(confirm && { confirm }) });
}

/**
 * The first half of `writeAtomically`: everything that can fail for lack of space. Returns the name of the new file, which
 * `takeName` or `removeAside` has to follow.
 */
export function writeAside(
  folder: OpenFolder,
  bytes: Uint8Array,
  { mode, owner }: Pick<AtomicWriteOptions, "mode" | "owner">,
): string {
  const temporary = `${TEMPORARY_PREFIX}${randomBytes(9).toString("base64url")}`;
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const descriptor = openSync(`${folder.path}/${temporary}`, flags, mode === undefined ? 0o666 : 0o600);
  try {
    try {
      writeWhole(descriptor, bytes);
      if (owner !== undefined) keepOwner(descriptor, owner);
      if (mode !== undefined) fchmodSync(descriptor, mode);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    return temporary;
  } catch (error) {
    removeAside(folder, temporary);
    throw error;
  }
}

/** The second half: gives the file its name, durably. Returns whether it did; in any case nothing is left aside. */
export function takeName(
  folder: OpenFolder,
  temporary: string,
  name: string,
  { exclusive, confirm }: Pick<AtomicWriteOptions, "exclusive" | "confirm">,
): boolean {
  const [source, target] = [`${folder.path}/${temporary}`, `${folder.path}/${name}`];
  try {
    if (confirm?.() === false) return false;
    if (exclusive !== true) renameSync(source, target);
    else if (!linkExclusively(source, target)) return false;
    folder.sync();
    return true;
  } finally {
    // Gone already when it was renamed; otherwise a failure, a refusal or the second name of a link.
    removeAside(folder, temporary);
  }
}

export function removeAside(folder: OpenFolder, temporary: string): void {
  rmSync(`${folder.path}/${temporary}`, { force: true });
}

function writeWhole(descriptor: number, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) {
    written += writeSync(descriptor, bytes, written, bytes.length - written);
  }
}

/** A workspace may be open as another user than the owner of its files; only root can keep them theirs. */
function keepOwner(descriptor: number, { uid, gid }: { readonly uid: number; readonly gid: number }): void {
  const now = fstatSync(descriptor);
  if (now.uid === uid && now.gid === gid) return;
  try {
    fchownSync(descriptor, uid, gid);
  } catch (cause) {
    if (systemCode(cause) !== "EPERM") throw cause;
  }
}

/** A rename would replace a file that appeared in the meantime; a link fails instead. */
function linkExclusively(temporary: string, target: string): boolean {
  try {
    linkSync(temporary, target);
    return true;
  } catch (cause) {
    const code = systemCode(cause);
    if (code === "EEXIST") return false;
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "EOPNOTSUPP" && code !== "ENOSYS") throw cause;
  }
  // FAT and some network file systems have no hard links: there, a gap remains between look and rename.
  if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) return false;
  renameSync(temporary, target);
  return true;
}
