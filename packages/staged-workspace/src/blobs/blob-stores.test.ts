import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { registerConformance } from "@runningtab/conformance-kit";
import { hashBytesSync } from "@runningtab/content-hash/node";
import type { BlobStore } from "@runningtab/staged-workspace";
import { createFileBlobStore } from "@runningtab/staged-workspace/blobs/file";
import { createMemoryBlobStore } from "@runningtab/staged-workspace/blobs/memory";
import { blobStoreCases } from "@runningtab/staged-workspace/conformance";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";

registerConformance({ describe, it }, blobStoreCases, {
  name: "memory blob store",
  create: () => createMemoryBlobStore({ maxBytes: 1_000 }),
  capabilities: new Set(["cap"]),
});
registerConformance({ describe, it }, blobStoreCases, {
  name: "file blob store",
  create: () => createFileBlobStore({ folder: temporaryFolder("blobs"), maxBytes: 1_000, graceMs: -1_000 }),
  capabilities: new Set(["cap"]),
});
registerConformance({ describe, it }, blobStoreCases, {
  name: "wrapped blob store",
  create: () => wrap(createMemoryBlobStore()),
});
registerConformance({ describe, it }, blobStoreCases, {
  name: "blob store that hands out its own bytes and forgets to collect",
  create: (): BlobStore => {
    const contents = new Map<string, Uint8Array>();
    return {
      ...wrap(createMemoryBlobStore()),
      async put(bytes) {
        const hash = hashBytesSync(bytes);
        contents.set(hash, bytes);
        return hash;
      },
      get: async (hash) => contents.get(hash),
      has: async (hash) => contents.has(hash),
    };
  },
  knownGaps: {
    "blobs/once": "counts nothing",
    "blobs/own-copy": "keeps the caller's own bytes",
    "blobs/collect": "never drops anything",
  },
});

/** What a team might do to log or to encrypt. */
function wrap(store: BlobStore): BlobStore {
  return {
    specVersion: 1,
    put: (bytes) => store.put(bytes),
    get: (hash) => store.get(hash),
    has: (hash) => store.has(hash),
    collect: (isNeeded) => store.collect(isNeeded),
    usage: () => store.usage(),
    verify: (options) => store.verify(options),
  };
}

const text = new TextEncoder().encode("A line that is written again and again.\n".repeat(1_000));

/** The one file of a store, with its folder's mode and its own. */
function onlyFile(folder: string): { readonly path: string; readonly modes: readonly number[] } {
  const [fan] = readdirSync(folder);
  const [name] = readdirSync(join(folder, fan!));
  const path = join(folder, fan!, name!);
  return { path, modes: [statSync(path).mode & 0o777] };
}

describe("the file blob store", () => {
  it("compresses what gets smaller by it, and nothing else", async () => {
    const folder = temporaryFolder("blobs");
    const store = createFileBlobStore({ folder });
    const hash = await store.put(text);
    expect(onlyFile(folder).path).toMatch(/\.zst$/);
    expect((await store.usage()).storedBytes).toBeLessThan(text.length / 10);
    expect(await store.get(hash)).toEqual(text);
  });

  it.skipIf(process.platform === "win32")("lets nobody but the owner read", async () => {
    const folder = join(temporaryFolder("blobs"), "made");
    await createFileBlobStore({ folder }).put(text);
    expect([statSync(folder).mode & 0o777, ...onlyFile(folder).modes]).toEqual([0o700, 0o600]);
  });

  it("is one store for two processes' sake", async () => {
    const folder = temporaryFolder("blobs");
    const [one, other] = [createFileBlobStore({ folder }), createFileBlobStore({ folder })];
    const hash = await one.put(text);
    expect(await other.get(hash)).toEqual(text);
    await other.put(text);
    expect((await one.usage()).blobs).toBe(1);
  });

  it("passes over what it did not write", async () => {
    const folder = temporaryFolder("blobs");
    const store = createFileBlobStore({ folder, graceMs: -1_000 });
    await store.put(text);
    const stray = join(onlyFile(folder).path, "..", ".runningtab-tmp-abc");
    writeFileSync(stray, "half a file");
    expect((await store.usage()).blobs).toBe(1);
    expect((await store.collect(() => false)).dropped).toBe(1);
    expect(readFileSync(stray, "utf8")).toBe("half a file");
  });

  it("finds every flipped bit, compressed or not", async () => {
    for (const content of [text, text.subarray(0, 100)]) {
      const folder = temporaryFolder("blobs");
      const store = createFileBlobStore({ folder });
      const hash = await store.put(content);
      const { path } = onlyFile(folder);
      const whole = readFileSync(path);
      for (let bit = 0; bit < whole.length * 8; bit += 7) {
        const damaged = Buffer.from(whole);
        damaged[bit >> 3]! ^= 1 << (bit & 7);
        writeFileSync(path, damaged);
        // A bit of the frame's header that changes nothing that is decoded is no damage.
        const outcome = await store.get(hash).then(
          (bytes) => Buffer.compare(bytes!, content) === 0,
          (error: { readonly code?: unknown }) => error.code === "STATE_CORRUPT",
        );
        expect(outcome, `bit ${bit}`).toBe(true);
      }
      writeFileSync(path, whole.subarray(0, -1));
      expect(await store.verify()).toEqual([hash]);
    }
  });

  it("keeps what was put within its grace period, and what was put again", async () => {
    const folder = temporaryFolder("blobs");
    let now = Date.now();
    const store = createFileBlobStore({ folder, graceMs: 1_000, now: () => now });
    await store.put(text);
    expect((await store.collect(() => false)).dropped).toBe(0);
    now += 5_000;
    await store.put(text);
    expect((await store.collect(() => false)).dropped).toBe(0);
    now += 5_000;
    expect((await store.collect(() => false)).dropped).toBe(1);
  });

  it("heals a damaged content when it is put again", async () => {
    const folder = temporaryFolder("blobs");
    const store = createFileBlobStore({ folder });
    const hash = await store.put(text);
    writeFileSync(onlyFile(folder).path, "something else");
    await expect(store.get(hash)).rejects.toMatchObject({ code: "STATE_CORRUPT" });
    await store.put(text);
    expect(await store.get(hash)).toEqual(text);
  });
});
