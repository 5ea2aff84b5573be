import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeText } from "./merge-text.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const merge = (base: string, one: string, other: string): string | undefined => {
  const merged = mergeText(bytes(base), bytes(one), bytes(other));
  return merged && new TextDecoder("utf-8", { ignoreBOM: true }).decode(merged);
};

describe("two changes of one text", () => {
  it("come together when they are apart", () => {
    expect(merge("a\nb\nc\nd\ne\n", "A\nb\nc\nd\ne\n", "a\nb\nc\nd\nE\nf\n")).toBe("A\nb\nc\nd\nE\nf\n");
    expect(merge("a\nb\nc\n", "b\nc\n", "a\nb\nc\nd\n")).toBe("b\nc\nd\n");
  });
  it("do not when they touch the same line, or neighbours", () => {
    expect(merge("a\nb\nc\n", "a\nB\nc\n", "a\nb!\nc\n")).toBeUndefined();
    expect(merge("a\nb\nc\n", "A\nb\nc\n", "a\nB\nc\n")).toBeUndefined();
    expect(merge("a\nb\nc\n", "a\nc\n", "a\nB\nc\n")).toBeUndefined();
  });
  it("count once where both are the same", () => {
    expect(merge("a\nb\nc\nd\n", "A\nb\nc\nD\n", "A\nb\nc\nd\n")).toBe("A\nb\nc\nD\n");
  });
  it("keep their line ends, a first mark, and a last line without an end", () => {
    expect(merge("a\r\nb\r\nc\r\nd", "A\r\nb\r\nc\r\nd", "a\r\nb\r\nc\r\nD")).toBe("A\r\nb\r\nc\r\nD");
    expect(merge("\uFEFFa\nb\nc\n", "\uFEFFa\nb\nC\n", "\uFEFFa!\nb\nc\n")).toBe("\uFEFFa!\nb\nC\n");
    expect(merge("a\nb\nc", "A\nb\nc", "a\nb\nc\n")).toBe("A\nb\nc\n");
  });
  it("never run two lines into one", () => {
    expect(merge("a\nb\nc\nd", "a\nb\nc\nd\ne", "X\na\nb\nc\nd")).toSatisfy(
      (merged) => merged === undefined || merged === "X\na\nb\nc\nd\ne",
    );
  });
  it("are left to a person in anything but text", () => {
    expect(mergeText(bytes("a\n\0b\nc\n"), bytes("A\n\0b\nc\n"), bytes("a\n\0b\nC\n"))).toBeUndefined();
    const latin = Uint8Array.from([0x61, 0x0a, 0xe9, 0x0a, 0x62, 0x0a]);
    expect(mergeText(latin, latin, bytes("a\n"))).toBeUndefined();
  });
  it("give either text when the other did not change, and the same whoever comes first", () => {
    const text = fc
      .array(fc.constantFrom("a\n", "b\n", "c\r\n", "d\n", "e\n"), { maxLength: 12 })
      .map((one) => one.join(""));
    fc.assert(
      fc.property(text, text, text, (base, one, other) => {
        expect(merge(base, one, base)).toBe(one);
        expect(merge(base, base, other)).toBe(other);
        const merged = merge(base, one, other);
        // Alignments may differ by the side that is looked at first; what both ways merge is the same text.
        const turned = merge(base, other, one);
        if (merged !== undefined && turned !== undefined) expect(merged).toBe(turned);
      }),
      { numRuns: 300 },
    );
  });
});
