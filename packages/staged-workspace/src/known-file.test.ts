import type { BigIntStats } from "node:fs";
import { hashBytesSync } from "@runningtab/content-hash/node";
import { describe, expect, it } from "vitest";
import { isStillKnown, knownFile } from "./known-file.ts";

const SECOND_NS = 1_000_000_000n;
/** The members that decide. */
type Stamp = Pick<BigIntStats, "size" | "mode" | "mtimeNs" | "ctimeNs" | "ino">;
const statsOf = (changes: Partial<Stamp> = {}): BigIntStats => {
  const stamp: Stamp = { size: 2n, mode: 0o100644n, mtimeNs: 100n * SECOND_NS, ctimeNs: 100n * SECOND_NS, ino: 7n };
  return { ...stamp, ...changes } as BigIntStats;
};
const hash = hashBytesSync(new TextEncoder().encode("0\n"));
const hashedAt = (seconds: number) => knownFile("a.txt", hash, statsOf(), seconds * 1000);

describe("a file known by its stats", () => {
  it("is trusted when its stamps were older than two seconds as it was hashed", () => {
    expect(isStillKnown(hashedAt(103), statsOf())).toBe(true);
  });

  it("is read again when its stamps were young then, however long ago that is", () => {
    expect(isStillKnown(hashedAt(102), statsOf())).toBe(false);
    expect(isStillKnown(hashedAt(100), statsOf())).toBe(false);
  });

  it("is read again when its stamps lie in the future, as on a file system with another clock", () => {
    expect(isStillKnown(hashedAt(50), statsOf())).toBe(false);
  });

  it.each([{ size: 3n }, { ino: 8n }, { mtimeNs: 100n * SECOND_NS + 1n }, { ctimeNs: 100n * SECOND_NS + 1n }])(
    "is read again when %o",
    (changes) => {
      expect(isStillKnown(hashedAt(200), statsOf(changes))).toBe(false);
    },
  );

  it("counts a young change time although the modification time was set back", () => {
    const restored = statsOf({ mtimeNs: 1n, ctimeNs: 100n * SECOND_NS });
    expect(isStillKnown(knownFile("a.txt", hash, restored, 101_000), restored)).toBe(false);
  });
});
