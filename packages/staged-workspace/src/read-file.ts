import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import type { ContentHash } from "@runningtab/content-hash";
import { hashBytesSync } from "@runningtab/content-hash/node";
import { openFolder } from "./open-folder.ts";
import { systemCode, systemReason, WorkspaceError } from "./workspace-error.ts";

/** The bytes of a file at one moment, with their hash. */
export interface FileBytes {
  readonly bytes: Uint8Array;
  readonly hash: ContentHash;
}

const READ_ATTEMPTS = 3;

/** What one buffer can hold: 2 GiB, as `fs.readFile` has it. */
const MAX_BYTES = 2n ** 31n - 1n;

/**
 * The file at `segments` below `realRoot` (see `locate`), or `undefined` when there is none. No link is followed. Read anew
 * when it changes during the read, three times at most; the hash is that of the bytes returned.
 */
export async function readFileInside(realRoot: string, segments: readonly string[]): Promise<FileBytes | undefined> {
  const path = segments.join("/");
  try {
    const folder = openFolder(realRoot, segments.slice(0, -1));
    let file: FileHandle;
    try {
      const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
      file = await open(`${folder.path}/${segments.at(-1)}`, flags);
    } finally {
      folder.close();
    }
    try {
      const bytes = await readSteadily(file, path);
      return { bytes, hash: hashBytesSync(bytes) };
    } finally {
      await file.close();
    }
  } catch (cause) {
    if (WorkspaceError.isInstance(cause)) throw cause;
    if (systemCode(cause) === "ENOENT") return undefined;
    // A socket cannot be opened at all.
    if (systemCode(cause) === "ENXIO") throw notAFile(path);
    throw new WorkspaceError("READ_FAILED", {
      message: `${path} could not be read: ${systemReason(cause)}.`,
      data: { path, systemCode: systemCode(cause) },
      cause,
    });
  }
}

async function readSteadily(file: FileHandle, path: string): Promise<Uint8Array> {
  for (let attempt = 0; attempt < READ_ATTEMPTS; attempt++) {
    const before = await file.stat({ bigint: true });
    if (!before.isFile()) throw notAFile(path);
    if (before.size > MAX_BYTES) {
      throw new WorkspaceError("FILE_TOO_LARGE", {
        message: `${path} has ${before.size} bytes; at most ${MAX_BYTES} can be read at once.`,
        data: { path, size: Number(before.size) },
      });
    }
    const bytes = await readFromStart(file, Number(before.size));
    const after = await file.stat({ bigint: true });
    if (bytes !== undefined && after.mtimeNs === before.mtimeNs && after.ctimeNs === before.ctimeNs) return bytes;
  }
  throw new WorkspaceError("FILE_CHANGING", {
    message: `${path} changed during each of ${READ_ATTEMPTS} attempts to read it. Try again when its writer is done.`,
    data: { path, attempts: READ_ATTEMPTS },
  });
}

/** `undefined` when the file ends before or after `size`. */
async function readFromStart(file: FileHandle, size: number): Promise<Uint8Array | undefined> {
  // One byte more than expected, so that a file which grew shows.
  const buffer = new Uint8Array(size + 1);
  let length = 0;
  while (length <= size) {
    const { bytesRead } = await file.read(buffer, length, size + 1 - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return length === size ? buffer.subarray(0, size) : undefined;
}

export function notAFile(path: string): WorkspaceError {
  return new WorkspaceError("NOT_A_FILE", {
    message: `${path === "" ? "The workspace itself" : path} is no regular file. Name a file.`,
    data: { path },
  });
}
