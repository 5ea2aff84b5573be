import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeCompound } from "../test/make-compound.ts";
import { childOf, type CompoundEntry, isCompoundFile, openCompoundFile } from "./compound-file.ts";
import { ParsedCacheError } from "./parsed-cache-error.ts";

const LIMITS = { maxInflatedBytes: 10_000_000, maxEntries: 1_000 };
const SMALL = Buffer.from("a stream of a few bytes");
const LARGE = randomBytes(20_000);

const file = makeCompound({
  small: SMALL,
  Large: LARGE,
  folder: { inner: { deep: Buffer.from("deep") }, empty: Buffer.alloc(0) },
});

function readAll(entry: CompoundEntry): void {
  if (entry.kind === "stream") entry.read();
  for (const child of entry.children) readAll(child);
}

describe("compound file", () => {
  it("gives small and large streams back, through storages, under names without case", () => {
    const root = openCompoundFile(file, LIMITS);
    expect(isCompoundFile(file)).toBe(true);
    expect(Buffer.from(childOf(root, "SMALL")!.read())).toEqual(SMALL);
    expect(Buffer.from(childOf(root, "large")!.read())).toEqual(LARGE);
    const folder = childOf(root, "folder");
    expect(folder?.children.map(({ name, kind, size }) => [name, kind, size])).toEqual([
      ["empty", "stream", 0],
      ["inner", "storage", 0],
    ]);
    expect(Buffer.from(childOf(childOf(folder, "inner"), "deep")!.read()).toString()).toBe("deep");
    expect(childOf(root, "absent")).toBeUndefined();
  });

  it("counts what all reads give together, and the streams it lists", () => {
    const root = openCompoundFile(file, { ...LIMITS, maxInflatedBytes: 30_000 });
    childOf(root, "large")!.read();
    expect(() => childOf(root, "large")!.read()).toThrow(expect.objectContaining({ code: "limit-exceeded" }));
    expect(() => openCompoundFile(file, { ...LIMITS, maxEntries: 2 })).toThrow(
      expect.objectContaining({ code: "limit-exceeded" }),
    );
  });

  it("ends a chain of sectors that runs in a circle", () => {
    const circular = Buffer.from(file);
    // Every entry of the table of sectors points to sector 1.
    const tableAt = (circular.readUInt32LE(76) + 1) * 512;
    for (let at = tableAt; at < tableAt + 512; at += 4) circular.writeUInt32LE(1, at);
    try {
      readAll(openCompoundFile(circular, LIMITS));
    } catch (error) {
      expect(ParsedCacheError.isInstance(error)).toBe(true);
    }
  });

  it("reads or refuses whatever is damaged, and never anything else", () => {
    const changes = fc.array(fc.tuple(fc.nat(file.length - 1), fc.nat(255)), { maxLength: 12 });
    fc.assert(
      fc.property(changes, fc.integer({ min: 0, max: file.length }), (flips, end) => {
        const bytes = Buffer.from(file.subarray(0, end));
        for (const [at, value] of flips) if (at < bytes.length) bytes[at] = value;
        try {
          readAll(openCompoundFile(bytes, LIMITS));
        } catch (error) {
          expect(ParsedCacheError.isInstance(error)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});
