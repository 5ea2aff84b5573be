import type { ContentHash } from "@runningtab/content-hash";

/**
 * Where contents are kept: by their hash, once each, never altered. What a store says it holds survives a crash, and what
 * it hands out has been compared with the hash that was asked for.
 */
export interface BlobStore {
  readonly specVersion: 1;
  /**
   * Keeps a content and resolves to its hash, once a crash can no longer take it. One that is held already costs no
   * space. Rejects with `BLOBS_FULL` when it would take the store beyond its cap, and keeps nothing then.
   */
  put(bytes: Uint8Array): Promise<ContentHash>;
  /** The content, or `undefined` when it is not held. Rejects with `STATE_CORRUPT` when it is not what the hash names. */
  get(hash: ContentHash): Promise<Uint8Array | undefined>;
  /** Whether the content is held; nothing is read. */
  has(hash: ContentHash): Promise<boolean>;
  /**
   * Drops the contents that nobody needs. One put a short while ago is kept all the same: its owner may be about to write
   * down that it needs it.
   */
  collect(isNeeded: (hash: ContentHash) => boolean): Promise<Collected>;
  usage(): Promise<BlobUsage>;
  /** Reads everything and names the contents that are damaged, in the order of their hashes. */
  verify(options?: { readonly signal?: AbortSignal }): Promise<readonly ContentHash[]>;
}

export interface Collected {
  readonly dropped: number;
  /** Bytes that they took up in the store. */
  readonly freedBytes: number;
}

export interface BlobUsage {
  readonly blobs: number;
  /** Bytes in the store, after compression. */
  readonly storedBytes: number;
  /** The most that `storedBytes` may become; `undefined`: no cap. */
  readonly maxBytes: number | undefined;
}
