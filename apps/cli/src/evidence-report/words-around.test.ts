import { describe, expect, it } from "vitest";
import { holdsWords, wordsAround } from "./words-around.ts";

describe("wordsAround", () => {
  const lines = Array.from({ length: 20 }, (_, number) => `line ${number + 1}`).join("\n");

  it("shows the line of the words with two on either side", () => {
    expect(wordsAround(lines, "Line  9")).toBe("… line 7\nline 8\nline 9\nline 10\nline 11 …");
  });

  it("shows a short text whole", () => {
    expect(wordsAround("rent: 18,400", "18,400")).toBe("rent: 18,400");
  });

  it("begins at the top where the words stand nowhere", () => {
    expect(wordsAround(lines, "absent")).toBe("line 1\nline 2\nline 3 …");
  });

  it("finds a quote that runs over lines by where it starts", () => {
    expect(
      wordsAround(
        "a\nb\nc\nthe rent of the whole house\nis due monthly\nd\ne\nf",
        "the rent of the whole house is due",
      ),
    ).toBe("… b\nc\nthe rent of the whole house\nis due monthly\nd …");
  });

  it("cuts one long line around the words", () => {
    const shown = wordsAround(`${"x ".repeat(1_000)}needle ${"y ".repeat(1_000)}`, "needle");
    expect(shown).toContain("needle");
    expect(shown.length).toBeLessThan(610);
  });
});

describe("holdsWords", () => {
  it.each([
    ["rent 45 eur", "45", true],
    ["rent 145 eur", "45", false],
    ["rent 45,000 eur", "45", false],
    ["rent 1,045 eur", "045", false],
    ["rooms 145 and 45", "45", true],
    ["a 5|6 b", "5|6", true],
  ])("in %j, %j: %s", (text, words, isThere) => {
    expect(holdsWords(text, words)).toBe(isThere);
  });
});
