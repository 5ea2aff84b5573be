import { hash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sha256, sha256InScript } from "./sha256.ts";

describe("sha256", () => {
  it("is that of Node, for any text", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc.string({ unit: "grapheme", maxLength: 300 }),
    );
    fc.assert(fc.property(text, (one) => sha256InScript(one) === hash("sha256", one)));
  });

  it("is that of Node at every length around the end of a block", () => {
    for (let length = 0; length < 200; length++) {
      const text = "a".repeat(length);
      expect(sha256InScript(text)).toBe(hash("sha256", text));
    }
  });

  it("stays the same when a process has hashed enough to let Node do it", () => {
    const text = "差旅费 ".repeat(20_000);
    const before = sha256InScript("x");
    expect(sha256(text)).toBe(hash("sha256", text));
    expect(sha256("x")).toBe(before);
  });
});
