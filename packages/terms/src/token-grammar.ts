import { lazily } from "./lazily.ts";
import { spacedCharacters, unspacedCharacters } from "./script-runs.ts";

/**
 * What a character does in the token grammar:
 *
 *   number      digit+ ([.,] digit+)*, with `%` at its end when `%` or ` %` follows; digits are 0–9
 *   word        spaced+ (apostrophe spaced+)*, beginning with no digit
 *   pair        each two neighbours in a run of unspaced characters, or a run of one itself
 *
 * Tokens are cut from folded text, from left to right, each as long as it can be; all other characters part them. A
 * token beginning with a digit is a number. Engines that cut texts themselves follow this grammar to the letter.
 */
export type TokenClass = "other" | "spaced" | "unspaced" | "apostrophe";

const digits = "([0-9]+(?:[.,][0-9]+)*)";
const apostrophes = "['’׳״]";
/** A number, a word or a run of a script without spaces, as the captures 1, 2 and 3. */
const token = lazily(
  () =>
    new RegExp(
      `${digits}|(${spacedCharacters}+(?:${apostrophes}${spacedCharacters}+)*)|(${unspacedCharacters}+)`,
      "gv",
    ),
);
/** The same for text in ASCII, where it is several times faster. */
const asciiToken = new RegExp(`${digits}|([a-z][a-z0-9]*(?:'[a-z0-9]+)*)`, "g");

const spaced = lazily(() => new RegExp(`^${spacedCharacters}$`, "v"));
const unspaced = lazily(() => new RegExp(`^${unspacedCharacters}$`, "v"));
const apostrophe = new RegExp(`^${apostrophes}$`);

/** The class of a code point of folded text, 0 to 0x10FFFF. */
export function tokenClass(codePoint: number): TokenClass {
  const character = String.fromCodePoint(codePoint);
  if (spaced().test(character)) return "spaced";
  if (unspaced().test(character)) return "unspaced";
  return apostrophe.test(character) ? "apostrophe" : "other";
}

/** The expression whose matches are the numbers, words and runs of a folded text. */
export function tokenExpression(isAsciiText: boolean): RegExp {
  return isAsciiText ? asciiToken : token();
}

/** Whether a number that ends here is a percentage. */
export function isPercentAt(text: string, index: number): boolean {
  return text[index] === "%" || (text[index] === " " && text[index + 1] === "%");
}
