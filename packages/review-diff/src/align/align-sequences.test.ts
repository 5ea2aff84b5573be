import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { alignSequences, type Pair } from "./align-sequences.ts";

function isAscending(pairs: readonly Pair[]): boolean {
  return pairs.every(([one, other], index) => {
    const last = pairs[index - 1];
    return last === undefined || (one > last[0] && other > last[1]);
  });
}

const short = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 40 });

describe("alignSequences", () => {
  it("pairs equal items only, ascending on both sides", () => {
    fc.assert(
      fc.property(short, short, (before, after) => {
        const pairs = alignSequences(before, after);
        expect(isAscending(pairs)).toBe(true);
        expect(pairs.every(([one, other]) => before[one] === after[other])).toBe(true);
      }),
    );
  });

  it("finds a shortest script where no item is unique", () => {
    expect(alignSequences([0, 1, 0, 1, 0, 0], [1, 0, 0, 1, 1, 0])).toHaveLength(4);
    expect(alignSequences([..."ABCABBA"], [..."CBABAC"])).toHaveLength(4);
  });

  it("leaves out exactly one item when one was inserted anywhere", () => {
    fc.assert(
      fc.property(short, fc.nat(), fc.integer({ min: 0, max: 9 }), (before, at, item) => {
        const position = at % (before.length + 1);
        const after = [...before.slice(0, position), item, ...before.slice(position)];
        expect(alignSequences(before, after)).toHaveLength(before.length);
      }),
    );
  });

  it("anchors on what is unique rather than on blank lines", () => {
    const before = ["", "", "alpha", "", "", "beta", ""];
    const after = ["", "beta", "", ""];
    expect(alignSequences(before, after)).toContainEqual([5, 1]);
  });

  it("copes with long sequences that have nothing unique and little in common", () => {
    const before = Array.from({ length: 20_000 }, (_, index) => index % 7);
    const after = Array.from({ length: 20_000 }, (_, index) => (index * 3) % 5);
    const pairs = alignSequences(before, after);
    expect(isAscending(pairs)).toBe(true);
    expect(pairs.length).toBeGreaterThan(1_000);
  });
});
