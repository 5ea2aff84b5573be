import type { BigIntStats } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import type { ContentHash } from "./content-hash.ts";
import { ContentHashError } from "./content-hash-error.ts";
import { createHasher } from "./hasher.ts";
import { nodeModule } from "./node-modules.ts";

/** The hash of a file's bytes and how many there were. */
export interface FileHash {
  readonly hash: ContentHash;
  /** Bytes. */
  readonly size: number;
}

export interface HashFileOptions {
  /** Aborting rejects with the signal's reason, at the latest before the next chunk is read. */
  readonly signal?: AbortSignal;
}

/** Bytes read at a time: above 64 KiB the system calls no longer show, and a few readers at once stay small. */
const CHUNK_BYTES = 256 * 1024;

/** How often a file that changes under the reader is read before giving up. */
export const READ_ATTEMPTS = 3;

/** A file's hash together with its state, taken before the bytes were read and equal after. */
export interface OpenFileHash extends FileHash {
  readonly stats: BigIntStats;
}

/**
 * The hash of the file at `path`, read in chunks; links are followed. The file's state is taken before and after the
 * read: if it changed meanwhile the file is read anew, up to three times in all, so that the hash belongs to bytes that
 * the file held at one moment, as far as its size and time stamps can tell.
 *
 * Rejects with `READ_FAILED` (cause: the system's error), `NOT_A_FILE` or `FILE_CHANGING`.
 */
export async function hashFile(path: string, options: HashFileOptions = {}): Promise<FileHash> {
  const fs = nodeModule("node:fs");
  if (fs === undefined) {
    throw new ContentHashError("NO_FILE_SYSTEM", {
      message: `${path} cannot be opened: this runtime has no file system. Read the bytes by other means and use hashBytes.`,
      data: { path },
    });
  }
  options.signal?.throwIfAborted();
  let file: FileHandle;
  try {
    // Without O_NONBLOCK, opening a named pipe would wait for a writer for ever.
    file = await fs.promises.open(path, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
  } catch (cause) {
    throw readFailed(path, cause);
  }
  try {
    const { hash, size } = await hashOpenFile(file, path, options);
    return { hash, size };
  } finally {
    await file.close();
  }
}

/**
 * The hash of an open file, read from its start wherever its position is; for callers that must open the file in their
 * own way. `path` serves messages only. The file stays open. Rejects as `hashFile` does.
 */
export async function hashOpenFile(
  file: FileHandle,
  path: string,
  { signal }: HashFileOptions = {},
): Promise<OpenFileHash> {
  try {
    const buffer = new Uint8Array(CHUNK_BYTES);
    for (let attempt = 0; attempt < READ_ATTEMPTS; attempt++) {
      const stats = await file.stat({ bigint: true });
      requireRegularFile(stats, path);
      const hasher = await createHasher();
      let size = 0;
      for (;;) {
        signal?.throwIfAborted();
        const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, size);
        if (bytesRead === 0) break;
        hasher.update(buffer.subarray(0, bytesRead));
        size += bytesRead;
      }
      if (isSameState(stats, await file.stat({ bigint: true }), size)) return { hash: hasher.digest(), size, stats };
    }
  } catch (cause) {
    signal?.throwIfAborted();
    if (ContentHashError.isInstance(cause)) throw cause;
    throw readFailed(path, cause);
  }
  throw fileChanging(path);
}

export function requireRegularFile(stats: BigIntStats, path: string): void {
  if (stats.isFile()) return;
  throw new ContentHashError("NOT_A_FILE", {
    message: `Only regular files have a content hash; ${path} is none.`,
    data: { path },
  });
}

/** Whether the file stood still between two looks at it and the read between them saw all of it. */
export function isSameState(before: BigIntStats, after: BigIntStats, bytesRead: number): boolean {
  return (
    before.size === BigInt(bytesRead) &&
    before.size === after.size &&
    before.mtimeNs === after.mtimeNs &&
    before.ctimeNs === after.ctimeNs
  );
}

export function readFailed(path: string, cause: unknown): ContentHashError {
  const code = (cause as { code?: unknown } | undefined)?.code;
  return new ContentHashError("READ_FAILED", {
    message: `${path} could not be read: ${cause instanceof Error ? cause.message : String(cause)}.`,
    data: { path, systemCode: typeof code === "string" ? code : undefined },
    cause,
  });
}

export function fileChanging(path: string): ContentHashError {
  return new ContentHashError("FILE_CHANGING", {
    message: `${path} changed during each of ${READ_ATTEMPTS} attempts to read it. Try again when its writer is done.`,
    data: { path, attempts: READ_ATTEMPTS },
  });
}
