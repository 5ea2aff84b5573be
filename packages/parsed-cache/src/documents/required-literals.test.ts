import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, it } from "vitest";
import { requiredLiterals } from "./required-literals.ts";

describe("requiredLiterals", () => {
  it.each([
    ["notice period", ["notice period"]],
    ["notice.*period", ["notice"]],
    ["colou?r of paint", ["r of paint"]],
    ["ab+c", ["ab"]],
    [String.raw`figures?\s+2\.5`, ["figure"]],
    [String.raw`\$1,250\.00`, ["$1,250.00"]],
    ["(old|new) policy", [" policy"]],
    ["alpha|beta [0-9]+", ["alpha", "beta "]],
    ["x{2,3}yz", ["yz"]],
    ["alpha|", []],
    ["(?i)policy", []],
    ["((?i)a)policy", []],
    [String.raw`\x41bcd`, []],
    [String.raw`\Q.*\E`, []],
    ["[^]]end", ["end"]],
    ["[[:alpha:]]end", ["end"]],
    ["", []],
  ])("of %j are %j", (pattern, literals) => {
    expect(requiredLiterals(pattern)).toEqual(literals);
  });

  it("are in every text that matches", () => {
    const atom = fc.constantFrom(
      "a",
      "b",
      "ab",
      "cab",
      ".",
      "[ab]",
      "[^c]",
      "(ab)",
      "(a|cb)",
      "(?:b|c)",
      "\\.",
      "\\w",
      "^",
      "$",
    );
    const quantifier = fc.constantFrom("", "", "", "?", "*", "+", "{2}", "{0,2}", "??", "*?");
    const sequence = fc
      .array(fc.tuple(atom, quantifier), { minLength: 1, maxLength: 6 })
      .map((parts) => parts.map(([a, q]) => (/[$^]/.test(a) && a.length === 1 ? a : a + q)).join(""));
    const pattern = fc.array(sequence, { minLength: 1, maxLength: 3 }).map((sequences) => sequences.join("|"));
    const text = fc.string({ unit: fc.constantFrom("a", "b", "c", "."), maxLength: 12 });
    fc.assert(
      fc.property(pattern, text, (expression, line) => {
        const literals = requiredLiterals(expression);
        if (literals.length === 0 || !RE2JS.compile(expression).test(line)) return;
        expect(literals.some((literal) => line.includes(literal))).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
