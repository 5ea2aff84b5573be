import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { satisfiesRange } from "./node-range.ts";

describe("satisfiesRange", () => {
  const { engines } = createRequire(import.meta.url)("runningtab/package.json") as { engines: { node: string } };

  it.each([
    ["22.17.1", false],
    ["22.18.0", true],
    ["22.99.0", true],
    ["23.5.0", false],
    ["24.10.9", false],
    ["24.11.0", true],
    ["25.1.0", false],
    ["26.0.0", true],
    ["27.3.1", true],
    ["18.0.0", false],
  ])("says of Node %s whether this package runs on it: %s", (version, expected) => {
    expect(satisfiesRange(version, engines.node)).toBe(expected);
  });

  it("takes a form that it does not know for no promise", () => {
    expect(satisfiesRange("24.11.0", "24.x")).toBe(false);
    expect(satisfiesRange("24.11.0", "24.x || >=20.1")).toBe(true);
  });
});
