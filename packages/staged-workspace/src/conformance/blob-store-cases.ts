import type { ContentHash } from "@runningtab/content-hash";
import { hashBytesSync } from "@runningtab/content-hash/node";
import type { BlobStore } from "../blobs/blob-store.ts";
import { expect, expectEqual, type PortCase } from "./port-case.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array | undefined): string | undefined => bytes && new TextDecoder().decode(bytes);
const NOBODY: ContentHash = hashBytesSync(bytesOf("never put"));

/**
 * What every `BlobStore` promises. The subject has no grace period (what was put a moment ago may be collected). Capability
 * `cap`: it holds at most 1,000 bytes. Durability needs a crash: the store's own tests try it.
 */
export const blobStoreCases: readonly PortCase<BlobStore>[] = [
  {
    id: "blobs/round-trip",
    title: "hands out what was put, by its sha256",
    async run(store) {
      for (const bytes of [bytesOf("text"), new Uint8Array(0), Uint8Array.from({ length: 300 }, (_, index) => index)]) {
        const hash = await store.put(bytes);
        expectEqual(hash, hashBytesSync(bytes), "hash");
        expect(await store.has(hash), "a content that was put is not held");
        expectEqual(Array.from((await store.get(hash)) ?? []), Array.from(bytes), "content");
      }
    },
  },
  {
    id: "blobs/absent",
    title: "answers `undefined` for what it does not hold",
    async run(store) {
      expect((await store.get(NOBODY)) === undefined, "a content that was never put");
      expect(!(await store.has(NOBODY)), "holds a content that was never put");
    },
  },
  {
    id: "blobs/once",
    title: "keeps an equal content once",
    async run(store) {
      const hashes = [await store.put(bytesOf("same")), await store.put(bytesOf("same"))];
      expectEqual(hashes[0], hashes[1], "hashes");
      expectEqual((await store.usage()).blobs, 1, "blobs");
    },
  },
  {
    id: "blobs/own-copy",
    title: "is not changed by what its callers do to their bytes",
    async run(store) {
      const mine = bytesOf("mine");
      const hash = await store.put(mine);
      mine.fill(0);
      const [first] = [await store.get(hash)];
      first?.fill(0);
      expectEqual(textOf(await store.get(hash)), "mine", "content");
    },
  },
  {
    id: "blobs/collect",
    title: "drops what nobody needs, keeps the rest, and counts the space",
    async run(store) {
      const [kept, dropped] = [await store.put(bytesOf("kept")), await store.put(bytesOf("dropped"))];
      const before = await store.usage();
      const collected = await store.collect((hash) => hash === kept);
      const after = await store.usage();
      expectEqual(collected.dropped, 1, "dropped");
      expectEqual(before.storedBytes - after.storedBytes, collected.freedBytes, "freed bytes");
      expect(await store.has(kept), "a needed content is gone");
      expect(!(await store.has(dropped)), "a content that nobody needs is still there");
      expectEqual(textOf(await store.get(kept)), "kept", "content");
    },
  },
  {
    id: "blobs/verify",
    title: "finds nothing damaged when nothing is",
    async run(store) {
      await store.put(bytesOf("one"));
      await store.put(bytesOf("two".repeat(2_000).slice(0, 900)));
      expectEqual(await store.verify(), [], "damaged");
    },
  },
  {
    id: "blobs/cap",
    title: "refuses what would take it beyond its cap, and keeps nothing of it",
    requires: "cap",
    async run(store) {
      // No two bytes follow a pattern that compression could use.
      const noise = Uint8Array.from({ length: 600 }, (_, index) => (index * index * 2_654_435_761) >>> 24);
      const hash = await store.put(noise);
      const other = noise.toReversed();
      let code: unknown;
      await store.put(other).catch((error: { readonly code?: unknown }) => (code = error.code));
      expectEqual(code, "BLOBS_FULL", "error code");
      expect(!(await store.has(hashBytesSync(other))), "holds what it refused");
      expectEqual(await store.put(noise), hash, "putting again what is held");
    },
  },
];
