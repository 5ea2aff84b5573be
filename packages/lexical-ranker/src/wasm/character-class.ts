import { foldText, tokenClass } from "@runningtab/terms";

/** The numbers by which the module knows what a character does. */
const classNumbers = { other: 0, spaced: 1, unspaced: 2, apostrophe: 3 } as const;
const changesByFolding = 4;

/** Whatever can be the second part of a composition: marks, and the vowels and finals of hangul. */
const composing = /[\p{M}\u1100-\u11ff]/u;

/**
 * The class of a code point, and whether a text with it needs folding. Beside its ASCII letters, a text needs none when
 * every character is its own folded form and none can compose with the one before it.
 */
export function characterClass(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  const isFolded = foldText(character) === character && !composing.test(character);
  return classNumbers[tokenClass(codePoint)] | (isFolded ? 0 : changesByFolding);
}
