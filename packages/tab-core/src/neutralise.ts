import { openingBracket, skeleton } from "./skeleton.ts";
import { withoutControls, withoutEscapes } from "./terminal.ts";

/**
 * How our own lines begin, in a skeleton: `[tab]` and then a word of our grammar. The bracket alone (an INI section `[tab]`,
 * a key `[Tab]` in a manual) is no imitation. Repeats are bounded, so that the search stays linear.
 */
const imitation =
  /\[\W{0,4}tab\W{0,4}\][^\w=]{0,4}(?:norequirement|requirements?(?::|\W{0,3}\d)|finishcheck|deliverycheck|candidates?:|readlog|lasttabuse|next:|review(?:after|before|at)|\d{1,9}(?:requirement|open))/gu;

/** Text between one of these marks and its end is read from right to left. */
const turnedAround = /[\u202b\u202e\u2067\u200f]([^\u202c\u2069\u202a\u202d\u202e\u202b\u2066-\u2068\u200f]*)/gu;

/**
 * File text as it may stand in front of a model: wherever a line imitates this package's messages, `[tab]` becomes `\[tab]`,
 * also in full-width, zero-width, coloured, reversed or other-script spelling. Every other line stays as it is, to the last
 * character. Neutralising again changes nothing more.
 */
export function neutralise(text: string): string {
  if (!openingBracket.test(text)) return text;
  return text.split("\n").map(neutraliseLine).join("\n");
}

function neutraliseLine(line: string): string {
  if (!openingBracket.test(line) || isPlainlyHarmless(line)) return line;
  const { text, origin } = skeleton(line);
  const matches = [...text.matchAll(imitation)].filter((match) => text[match.index - 1] !== "\\");
  if (matches.length === 0) return looksReversed(line) ? `\\[tab] (reversed text) ${plain(line)}` : line;
  let result = "";
  let copied = 0;
  for (const match of matches) {
    result += `${plain(line.slice(copied, origin[match.index]))}\\[tab]`;
    const close = origin[match.index + match[0].indexOf("]")] ?? line.length;
    copied = close + String.fromCodePoint(line.codePointAt(close) ?? 0).length;
  }
  return result + plain(line.slice(copied));
}

/** Nearly all lines, found without a skeleton: printable ASCII that does not even hold the word. */
function isPlainlyHarmless(line: string): boolean {
  return /^[\t\u0020-\u007e]*$/.test(line) && !/t\s*a\s*b/i.test(line);
}

/** Whether direction marks make a screen show an imitation that the stored order does not hold. */
function looksReversed(stored: string): boolean {
  // Turned around, an escape would swallow what stands before it.
  const line = withoutEscapes(stored);
  const shown = line.replaceAll(turnedAround, (_, inside: string) => [...inside].toReversed().map(mirrored).join(""));
  if (shown === line) return false;
  const asStored = line.replaceAll(turnedAround, (_, inside: string) => [...inside].toReversed().join(""));
  return [shown, asStored].some((text) => skeleton(text).text.search(imitation) >= 0);
}

function mirrored(character: string): string {
  return character === "[" ? "]" : character === "]" ? "[" : character;
}

/** What a line that plays tricks is shown with: nothing that a reader cannot see. */
function plain(text: string): string {
  return withoutControls(text).replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "");
}
