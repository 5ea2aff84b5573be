import type { ContentHash } from "@runningtab/content-hash";
import { hashBytesSync } from "@runningtab/content-hash/node";
import type { BlobStore } from "./blob-store.ts";
import { blobsFull } from "./blobs-full.ts";

export interface MemoryBlobStoreOptions {
  /** Bytes of all contents together. Default: no cap. */
  readonly maxBytes?: number;
}

/** Contents in this process's memory, uncompressed: for tests, and for work that nobody wants back. */
export function createMemoryBlobStore({ maxBytes }: MemoryBlobStoreOptions = {}): BlobStore {
  const contents = new Map<ContentHash, Uint8Array>();
  let storedBytes = 0;
  return {
    specVersion: 1,
    async put(bytes) {
      const hash = hashBytesSync(bytes);
      if (contents.has(hash)) return hash;
      if (maxBytes !== undefined && storedBytes + bytes.length > maxBytes) throw blobsFull(bytes.length, maxBytes);
      contents.set(hash, bytes.slice());
      storedBytes += bytes.length;
      return hash;
    },
    async get(hash) {
      return contents.get(hash)?.slice();
    },
    async has(hash) {
      return contents.has(hash);
    },
    async collect(isNeeded) {
      const [blobsBefore, bytesBefore] = [contents.size, storedBytes];
      for (const [hash, { length }] of contents) {
        if (isNeeded(hash)) continue;
        contents.delete(hash);
        storedBytes -= length;
      }
      return { dropped: blobsBefore - contents.size, freedBytes: bytesBefore - storedBytes };
    },
    async usage() {
      return { blobs: contents.size, storedBytes, maxBytes };
    },
    async verify() {
      return [];
    },
  };
}
