import { createHash, hash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { fromHexDigest } from "./content-hash.ts";
import { ContentHashError } from "./content-hash-error.ts";
import {
  type FileHash,
  fileChanging,
  isSameState,
  type OpenFileHash,
  READ_ATTEMPTS,
  readFailed,
  requireRegularFile,
} from "./hash-file.ts";

/** Bytes read at a time. Synchronous reads of 64 KiB and more reach the speed of the digest itself. */
const CHUNK_BYTES = 256 * 1024;

/** One buffer serves every call: a synchronous read cannot meet another. Made at first use. */
let sharedBuffer: Uint8Array | undefined;

/** `hashFile`, blocking: for scans over many small files, where promises cost more than the reads. */
export function hashFileSync(path: string): FileHash {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (cause) {
    throw readFailed(path, cause);
  }
  try {
    const { hash: contentHash, size } = hashOpenFileSync(descriptor, path);
    return { hash: contentHash, size };
  } finally {
    closeSync(descriptor);
  }
}

/**
 * The hash of an open file, read from its start wherever its position is; for callers that must open the file in their
 * own way. `path` serves messages only. The descriptor stays open.
 */
export function hashOpenFileSync(descriptor: number, path: string): OpenFileHash {
  try {
    for (let attempt = 0; attempt < READ_ATTEMPTS; attempt++) {
      const stats = fstatSync(descriptor, { bigint: true });
      requireRegularFile(stats, path);
      const { digest, size } = digestFromStart(descriptor);
      if (isSameState(stats, fstatSync(descriptor, { bigint: true }), size)) {
        return { hash: fromHexDigest(digest), size, stats };
      }
    }
  } catch (cause) {
    if (ContentHashError.isInstance(cause)) throw cause;
    throw readFailed(path, cause);
  }
  throw fileChanging(path);
}

function digestFromStart(descriptor: number): { digest: string; size: number } {
  const buffer = (sharedBuffer ??= new Uint8Array(CHUNK_BYTES));
  let size = readSync(descriptor, buffer, 0, CHUNK_BYTES, 0);
  // Most files end within the first chunk, and the one-shot digest saves them half of the time.
  if (size < CHUNK_BYTES && readSync(descriptor, buffer, size, CHUNK_BYTES - size, size) === 0) {
    return { digest: hash("sha256", buffer.subarray(0, size)), size };
  }
  const hasher = createHash("sha256");
  for (size = 0; ;) {
    const bytesRead = readSync(descriptor, buffer, 0, CHUNK_BYTES, size);
    if (bytesRead === 0) return { digest: hasher.digest("hex"), size };
    hasher.update(buffer.subarray(0, bytesRead));
    size += bytesRead;
  }
}
