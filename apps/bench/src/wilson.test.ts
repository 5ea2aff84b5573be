import { describe, expect, it } from "vitest";
import { shareText, wilson } from "./wilson.ts";

describe("wilson", () => {
  it.each([
    // Values of R: prop.test(x, n, correct = FALSE)$conf.int
    [21, 30, 0.5212, 0.8334],
    [0, 10, 0, 0.2775],
    [10, 10, 0.7225, 1],
    [1, 2, 0.0945, 0.9055],
  ])("gives the score interval of %i of %i", (hits, of, low, high) => {
    const interval = wilson(hits, of);
    expect(interval.low).toBeCloseTo(low, 3);
    expect(interval.high).toBeCloseTo(high, 3);
    expect(interval.share).toBe(hits / of);
  });

  it("knows nothing of no cases", () => {
    expect(wilson(0, 0)).toEqual({ hits: 0, of: 0, share: 0, low: 0, high: 1 });
  });

  it("is printed with its counts", () => {
    expect(shareText(wilson(21, 30))).toBe("21 of 30 = 70 % (95 %: 52–83 %)");
  });
});
