import { describe, expect, it } from "vitest";
import { satisfiesRange } from "../node-range.mjs";

describe("satisfiesRange", () => {
  const range = "^22.18 || ^24.11 || >=26";
  it.each([
    ["22.18.0", true],
    ["22.19.3", true],
    ["22.17.1", false],
    ["23.5.0", false],
    ["24.11.0", true],
    ["24.10.9", false],
    ["25.2.0", false],
    ["26.0.0", true],
    ["31.4.1", true],
    ["18.20.0", false],
  ])("says of %s: %s", (version, expected) => {
    expect(satisfiesRange(version, range)).toBe(expected);
  });

  it("refuses a range of another form instead of guessing", () => {
    expect(() => satisfiesRange("24.0.0", "~24.1")).toThrow(/Cannot read the Node range/);
  });
});
