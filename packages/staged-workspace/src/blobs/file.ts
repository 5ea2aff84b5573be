import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { ContentHash } from "@runningtab/content-hash";
import { hashBytesSync } from "@runningtab/content-hash/node";
import { TEMPORARY_PREFIX, writeAtomically } from "../atomic-write.ts";
import { openFolder } from "../open-folder.ts";
import { createTurns } from "../turns.ts";
import { systemCode, systemReason, WorkspaceError } from "../workspace-error.ts";
import { COMPRESSED, blobPlace, hashOfPlace } from "./blob-place.ts";
import type { BlobStore } from "./blob-store.ts";
import { blobsFull } from "./blobs-full.ts";

export interface FileBlobStoreOptions {
  /** Made if missing, for its owner alone (0700). */
  readonly folder: string;
  /** Most bytes on disk, after compression. Default: no cap. Several processes may each exceed it by one content. */
  readonly maxBytes?: number;
  /** How long `collect` keeps what was put lately, in milliseconds. Default one hour. */
  readonly graceMs?: number;
  /** Milliseconds since the epoch. Default: the system's clock. */
  readonly now?: () => number;
}

const HOUR_MS = 3_600_000;
/** Below this, a file takes the same block on disk either way. */
const COMPRESS_FROM_BYTES = 4_096;
/** What compression must leave of a content at most; office files and images are compressed already. */
const WORTH_IT = 0.9;

/**
 * Contents as files named by their hash: written aside, flushed, renamed, the folder flushed, so that a name always has
 * its whole content. Compressed with Zstandard where that saves a tenth. Many processes may use one folder at once.
 */
export function createFileBlobStore(options: FileBlobStoreOptions): BlobStore {
  const { maxBytes, graceMs = HOUR_MS, now = Date.now } = options;
  mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  const folder = realpathSync(options.folder);
  /** Counted when first asked for, then kept up to date for what this process does. */
  let usage: { blobs: number; storedBytes: number } | undefined;

  const countAll = (): { blobs: number; storedBytes: number } => {
    usage = { blobs: 0, storedBytes: 0 };
    for (const { path } of list(folder)) {
      usage.blobs++;
      usage.storedBytes += statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    }
    return usage;
  };

  return {
    specVersion: 1,
    async put(bytes) {
      const hash = hashBytesSync(bytes);
      const held = find(folder, hash);
      if (held !== undefined) {
        // A collection that runs just now sees that it is wanted.
        touch(held, now());
        // One that was damaged meanwhile is written anew.
        if (isWhole(folder, hash)) return hash;
        rmSync(held, { force: true });
      }
      const stored = compress(bytes);
      if (maxBytes !== undefined) {
        const { storedBytes } = usage ?? countAll();
        if (storedBytes + stored.bytes.length > maxBytes) throw blobsFull(stored.bytes.length, maxBytes);
      }
      const { fan, name } = blobPlace(hash);
      inside(folder, fan, (opened) =>
        writeAtomically(opened, stored.isCompressed ? name + COMPRESSED : name, stored.bytes, { mode: 0o600 }),
      );
      if (usage !== undefined) {
        usage.blobs++;
        usage.storedBytes += stored.bytes.length;
      }
      return hash;
    },
    async get(hash) {
      return read(folder, hash);
    },
    async has(hash) {
      return find(folder, hash) !== undefined;
    },
    async collect(isNeeded) {
      const takeTurns = createTurns();
      const collected = { dropped: 0, freedBytes: 0 };
      for (const { hash, path } of list(folder)) {
        if (isNeeded(hash)) continue;
        const stats = statSync(path, { throwIfNoEntry: false });
        if (stats === undefined || now() - stats.mtimeMs < graceMs) continue;
        rmSync(path, { force: true });
        collected.dropped++;
        collected.freedBytes += stats.size;
        await takeTurns();
      }
      usage = undefined;
      return collected;
    },
    async usage() {
      return { ...countAll(), maxBytes };
    },
    async verify({ signal } = {}) {
      const takeTurns = createTurns(signal);
      const damaged: ContentHash[] = [];
      for (const { hash, path } of list(folder)) {
        if (!isWhole(folder, hash) && existsSync(path)) damaged.push(hash);
        await takeTurns();
      }
      return damaged;
    },
  };
}

/** Whatever is no blob, such as the unfinished file of a killed process, is passed over. */
function* list(folder: string): Generator<{ readonly hash: ContentHash; readonly path: string }> {
  for (const fan of readdirSync(folder).toSorted()) {
    if (!/^[0-9a-f]{2}$/.test(fan)) continue;
    for (const name of readdirSync(join(folder, fan)).toSorted()) {
      const hash = name.startsWith(TEMPORARY_PREFIX) ? undefined : hashOfPlace(fan, name);
      if (hash !== undefined) yield { hash, path: join(folder, fan, name) };
    }
  }
}

function find(folder: string, hash: ContentHash): string | undefined {
  const { fan, name } = blobPlace(hash);
  const path = join(folder, fan, name);
  if (existsSync(path + COMPRESSED)) return path + COMPRESSED;
  return existsSync(path) ? path : undefined;
}

function read(folder: string, hash: ContentHash): Uint8Array | undefined {
  const path = find(folder, hash);
  if (path === undefined) return undefined;
  let stored: Uint8Array;
  try {
    stored = plain(readFileSync(path));
  } catch (cause) {
    if (systemCode(cause) === "ENOENT") return undefined;
    throw new WorkspaceError("READ_FAILED", {
      message: `${path} could not be read: ${systemReason(cause)}.`,
      data: { path, systemCode: systemCode(cause) },
      cause,
    });
  }
  const bytes = path.endsWith(COMPRESSED) ? decompress(stored) : stored;
  if (bytes !== undefined && hashBytesSync(bytes) === hash) return bytes;
  throw new WorkspaceError("STATE_CORRUPT", {
    message: `${path} does not hold the bytes that its name promises; this version of a file cannot be brought back.`,
    data: { path, hash },
  });
}

function isWhole(folder: string, hash: ContentHash): boolean {
  try {
    return read(folder, hash) !== undefined;
  } catch (error) {
    if (WorkspaceError.isInstance(error) && error.code === "STATE_CORRUPT") return false;
    throw error;
  }
}

function compress(bytes: Uint8Array): { readonly bytes: Uint8Array; readonly isCompressed: boolean } {
  if (bytes.length < COMPRESS_FROM_BYTES) return { bytes, isCompressed: false };
  const smaller = zstdCompressSync(bytes);
  return smaller.length <= bytes.length * WORTH_IT
    ? { bytes: smaller, isCompressed: true }
    : { bytes, isCompressed: false };
}

/** A `Buffer` would show through: it compares and prints differently. */
function plain({ buffer, byteOffset, length }: Buffer<ArrayBuffer>): Uint8Array {
  return new Uint8Array(buffer, byteOffset, length);
}

/** `undefined` when it is no whole frame: a flipped bit is found here or by the hash. */
function decompress(stored: Uint8Array): Uint8Array | undefined {
  try {
    return plain(zstdDecompressSync(stored));
  } catch {
    return undefined;
  }
}

function touch(path: string, atMs: number): void {
  try {
    utimesSync(path, atMs / 1000, atMs / 1000);
  } catch (cause) {
    if (systemCode(cause) !== "ENOENT") throw cause;
  }
}

function inside(folder: string, fan: string, write: (opened: ReturnType<typeof openFolder>) => void): void {
  try {
    const opened = openFolder(folder, [fan], { create: true, mode: 0o700 });
    try {
      write(opened);
    } finally {
      opened.close();
    }
  } catch (cause) {
    throw new WorkspaceError("WRITE_FAILED", {
      message: `A version of a file could not be kept in ${folder}: ${systemReason(cause)}.`,
      data: { path: folder, systemCode: systemCode(cause) },
      cause,
    });
  }
}
