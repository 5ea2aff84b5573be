import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalTerms, compareCodePoints } from "./canonical-order.ts";

const anyText = fc.string({ unit: "grapheme", maxLength: 6 });

describe("the canonical order", () => {
  it("is that of UTF-8 bytes", () => {
    fc.assert(
      fc.property(anyText, anyText, (a, b) => {
        expect(Math.sign(compareCodePoints(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
  });

  it("puts characters above the basic plane last", () => {
    expect(["😀", "\uffee", "\ue000", "a"].toSorted(compareCodePoints)).toEqual(["a", "\ue000", "\uffee", "😀"]);
  });

  it("names each term once", () => {
    expect(canonicalTerms(["b", "a", "b"])).toEqual(["a", "b"]);
  });
});
