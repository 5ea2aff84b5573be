import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fchmodSync,
  fstatSync,
  openSync,
  readSync,
  writeSync,
} from "node:fs";
import type { ContentHash } from "@runningtab/content-hash";
import { hashBytesSync, hashFileSync } from "@runningtab/content-hash/node";
import { hasDescriptorPaths, type OpenFolder, openFolder } from "./open-folder.ts";

/** Copies files of one folder tree, one after the other; in path order each folder is opened once. */
export interface FileCopier {
  /**
   * Copies the file at `path`, relative to the root, to `target`, which must not exist; no link is followed. Returns the
   * hash of what the copy holds, since the file may change at any moment. Throws the system's error, or `PATH_REFUSED`; a
   * target that was begun is left to the caller then.
   *
   * @param mode Permission bits of the copy.
   */
  copy(path: string, target: string, mode: number): ContentHash;
  close(): void;
}

/** Up to here a file is read once, hashed and written as read. Bytes. */
const AT_ONCE_BYTES = 256 * 1024;

const SOURCE_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** `realRoot`: with links resolved. */
export function createFileCopier(realRoot: string): FileCopier {
  /** One byte more than is taken, so that a larger file shows. */
  const buffer = new Uint8Array(AT_ONCE_BYTES + 1);
  let folder: { readonly name: string; readonly opened: OpenFolder } | undefined;

  const folderOf = (name: string): OpenFolder => {
    if (folder?.name === name) return folder.opened;
    folder?.opened.close();
    folder = undefined;
    folder = { name, opened: openFolder(realRoot, name === "" ? [] : name.split("/")) };
    return folder.opened;
  };

  return {
    copy(path, target, mode) {
      const slash = path.lastIndexOf("/");
      const source = `${folderOf(path.slice(0, Math.max(0, slash))).path}/${path.slice(slash + 1)}`;
      const descriptor = openSync(source, SOURCE_FLAGS);
      try {
        const length = fstatSync(descriptor).isFile() ? readAll(descriptor, buffer) : buffer.length;
        if (length < buffer.length) return writeNew(target, buffer.subarray(0, length), mode);
        // The very file that was opened, wherever its name leads a moment later; its blocks are shared where that can be.
        const flags = constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL;
        copyFileSync(hasDescriptorPaths() ? `/proc/self/fd/${descriptor}` : source, target, flags);
        chmodSync(target, mode);
        return hashFileSync(target).hash;
      } finally {
        closeSync(descriptor);
      }
    },
    close: () => folder?.opened.close(),
  };
}

/** How many bytes of a file the buffer holds now; as many as it can for a file that is not smaller. */
function readAll(descriptor: number, buffer: Uint8Array): number {
  let length = 0;
  while (length < buffer.length) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, length);
    if (count === 0) break;
    length += count;
  }
  return length;
}

function writeNew(target: string, bytes: Uint8Array, mode: number): ContentHash {
  const descriptor = openSync(target, "wx", mode);
  try {
    for (let written = 0; written < bytes.length;) written += writeSync(descriptor, bytes, written);
    // Regardless of what the process takes from new files.
    fchmodSync(descriptor, mode);
  } finally {
    closeSync(descriptor);
  }
  return hashBytesSync(bytes);
}
