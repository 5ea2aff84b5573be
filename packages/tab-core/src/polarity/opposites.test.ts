import { foldText } from "@runningtab/terms";
import { describe, expect, it } from "vitest";
import { oppositePairs } from "./opposites.ts";
import { isTurned } from "./turned.ts";

describe("the list of opposites", () => {
  it("has at most 40 pairs in each of five languages", () => {
    const counts = Map.groupBy(oppositePairs, ({ language }) => language);
    expect([...counts.keys()]).toEqual(["en", "de", "fr", "es", "zh"]);
    for (const pairs of counts.values()) {
      expect(pairs.length).toBeGreaterThan(20);
      expect(pairs.length).toBeLessThanOrEqual(40);
    }
  });

  it("is folded, and no side is empty or stands with its own opposite", () => {
    for (const { sides } of oppositePairs) {
      for (const side of sides) {
        expect(side.length).toBeGreaterThan(0);
        expect(side).toEqual(side.map(foldText));
      }
      expect(sides[0].filter((form) => sides[1].includes(form))).toEqual([]);
    }
  });

  it("turns every pair both ways, and nothing against itself", () => {
    for (const {
      sides: [[one = ""], [other = ""]],
    } of oppositePairs) {
      expect(isTurned(one, other), `${one} / ${other}`).toBe(true);
      expect(isTurned(other, one), `${other} / ${one}`).toBe(true);
      expect(isTurned(one, one), one).toBe(false);
      expect(isTurned(other, other), other).toBe(false);
    }
  });
});
