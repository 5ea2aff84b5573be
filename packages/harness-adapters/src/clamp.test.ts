import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clampOutput } from "./clamp.ts";

describe("clampOutput", () => {
  it("leaves text within the limit as it is", () => {
    expect(clampOutput("a\nb\n", 1_000)).toBe("a\nb\n");
  });

  it("keeps the beginning and the end and says how much is missing between them", () => {
    const lines = Array.from({ length: 1_000 }, (_, index) => `line ${index}`);
    const clamped = clampOutput(lines.join("\n"), 2_000);
    expect(clamped.startsWith("line 0\nline 1\n")).toBe(true);
    expect(clamped.endsWith("line 998\nline 999")).toBe(true);
    const [, cut, whole, cutLines] = /\[(\d+) of (\d+) characters \((\d+) lines\) cut here/.exec(clamped) ?? [];
    expect(Number(whole)).toBe(lines.join("\n").length);
    expect(Number(cut)).toBeGreaterThan(5_000);
    const shownLines = clamped.split("\n").length - 1;
    expect(shownLines + Number(cutLines)).toBe(1_000);
  });

  it("never exceeds the limit, splits no character, and shows only text of the output", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary", minLength: 401, maxLength: 3_000 }),
        fc.integer({ min: 400, max: 900 }),
        (text, limit) => {
          const clamped = clampOutput(text, limit);
          expect(clamped.length).toBeLessThanOrEqual(limit);
          const cut = /\n?\[\d+ of \d+ characters \(\d+ lines\) cut here; ask for a smaller part to see them\]\n/;
          const parts = clamped.split(cut);
          expect(text.startsWith(parts[0]!)).toBe(true);
          expect(text.endsWith(parts.at(-1)!)).toBe(true);
          if (text.isWellFormed()) expect(clamped.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});
