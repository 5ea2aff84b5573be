import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createStandardAnalyzer, foldText, standardAnalyzer, tokenClass, type TokenClass } from "./index.ts";

/** The grammar as `TokenClass` states it, character by character, without the analyzer's expressions. */
function cutTokens(folded: string): string[] {
  const characters = Array.from(folded);
  const classes = characters.map((character): TokenClass => tokenClass(character.codePointAt(0)!));
  const isDigit = (index: number): boolean => /^[0-9]$/.test(characters[index] ?? "");
  const tokens: string[] = [];
  let at = 0;
  while (at < characters.length) {
    const start = at;
    if (isDigit(at)) {
      while (isDigit(at) || (/^[.,]$/.test(characters[at] ?? "") && isDigit(at + 1))) at++;
      const behind = characters.slice(at, at + 2).join("");
      tokens.push(characters.slice(start, at).join("") + (/^ ?%/.test(behind) ? "%" : ""));
    } else if (classes[at] === "spaced") {
      while (classes[at] === "spaced" || (classes[at] === "apostrophe" && classes[at + 1] === "spaced")) at++;
      tokens.push(characters.slice(start, at).join(""));
    } else if (classes[at] === "unspaced") {
      while (classes[at] === "unspaced") at++;
      if (at === start + 1) tokens.push(characters[start]!);
      for (let second = start + 1; second < at; second++) tokens.push(characters[second - 1]! + characters[second]!);
    } else at++;
  }
  return tokens;
}

const piece = fc.oneof(
  fc.constantFrom(
    "don't",
    "l’eau",
    "x'",
    "1,250",
    "25%",
    "3 %",
    "1.2.3",
    "认证",
    "ไทย",
    "a1",
    "Müller's",
    "٢٥٪",
    "ʼn",
    "״א",
  ),
  fc.constantFrom(" ", ".", ",", "'", "%", "e\u0301", "ﬁ", "½", "\u00ad", "한국", "Ⅷ", "²", "__", "\n"),
  fc.string({ unit: "binary", maxLength: 3 }),
);
const texts = fc.array(piece, { maxLength: 15 }).map((pieces) => pieces.join(""));

describe("the token grammar", () => {
  it.each([
    ["a", "spaced"],
    ["7", "spaced"],
    ["я", "spaced"],
    ["认", "unspaced"],
    ["ไ", "unspaced"],
    ["’", "apostrophe"],
    ["-", "other"],
    ["\ud800", "other"],
  ])("says of %j that it is %s", (character, expected) => {
    expect(tokenClass(character.codePointAt(0)!)).toBe(expected);
  });

  it("cuts any text into tokens whose terms are the text's", () => {
    const analyzers = [
      standardAnalyzer,
      createStandardAnalyzer({ name: "plain", stemmer: (word) => word, stopWords: new Set() }),
    ];
    fc.assert(
      fc.property(texts, fc.constantFrom(...analyzers), (text, analyzer) => {
        const tokens = cutTokens(foldText(text));
        expect(tokens.flatMap((token) => analyzer.termsOfToken!(token))).toEqual(analyzer.terms(text));
      }),
      { numRuns: 2000 },
    );
  });

  it("leaves plain numbers their own terms, without digit groups", () => {
    for (const [token, term] of [
      ["1250", "1250"],
      ["1,250", "1250"],
      ["1,250.50", "1250.50"],
      ["0010", "0010"],
      ["9".repeat(64), "9".repeat(64)],
    ] as const) {
      expect(standardAnalyzer.termsOfToken!(token)).toEqual([term]);
    }
  });

  it("has no terms of tokens where phrases have aliases", () => {
    expect(
      createStandardAnalyzer({ name: "aliases", aliases: { "head count": ["staff"] } }).termsOfToken,
    ).toBeUndefined();
    expect(createStandardAnalyzer({ name: "no-aliases", aliases: {} }).termsOfToken).toBeDefined();
  });
});
