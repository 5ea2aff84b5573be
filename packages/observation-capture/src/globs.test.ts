import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeGlob, hasWildcard, matchesGlob, matchesName, unescapeGlob } from "./globs.ts";

describe("matchesGlob", () => {
  it.each([
    ["*.txt", "a.txt", true],
    ["*.txt", "docs/a.txt", false],
    ["*.txt", ".hidden.txt", false],
    [".*", ".env", true],
    ["docs/*/plan.md", "docs/deep/plan.md", true],
    ["docs/*/plan.md", "docs/very/deep/plan.md", false],
    ["docs/**/plan.md", "docs/very/deep/plan.md", true],
    ["docs/**/plan.md", "docs/plan.md", true],
    ["**/*.ts", "a.ts", true],
    ["**/*.ts", ".git/a.ts", false],
    ["report_202?.pdf", "report_2024.pdf", true],
    ["?.txt", "数.txt", true],
    ["?.txt", "😀.txt", true],
    ["[a-c]*.md", "b1.md", true],
    ["[!a-c]*.md", "b1.md", false],
    ["[]x]", "]", true],
    ["a[.txt", "a[.txt", true],
    ["\\*.txt", "*.txt", true],
    ["\\*.txt", "a.txt", false],
    ["a*b*c", "axxbyyc", true],
    ["a*b*c", "axxbyy", false],
  ])("%s against %s is %s", (pattern, path, expected) => {
    expect(matchesGlob(pattern, path)).toBe(expected);
  });

  it("folds case on request", () => {
    expect(matchesName("*PLAN*", "my plan.md", { ignoreCase: true })).toBe(true);
    expect(matchesName("*PLAN*", "my plan.md")).toBe(false);
  });

  it("an escaped name matches itself and nothing else", () => {
    const name = fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" }).filter((text) => !text.includes("/"));
    fc.assert(
      fc.property(name, name, (one, other) => {
        expect(unescapeGlob(escapeGlob(one))).toBe(one);
        expect(hasWildcard(escapeGlob(one))).toBe(false);
        expect(matchesName(escapeGlob(one), one, { dot: true })).toBe(true);
        expect(matchesName(escapeGlob(one), other, { dot: true })).toBe(one === other);
      }),
    );
  });

  it("answers patterns that would explode as regular expressions", () => {
    expect(matchesName(`${"a*".repeat(200)}b`, "a".repeat(2000))).toBe(false);
    expect(matchesGlob(`${"**/a/".repeat(60)}b`, `${"a/".repeat(400)}c`)).toBe(false);
  });
});
