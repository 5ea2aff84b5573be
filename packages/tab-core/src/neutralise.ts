import { skeleton } from "./skeleton.ts";

/**
 * How our own lines begin, written without white space: `[tab]` and then a word of our grammar. A bracket alone (an INI
 * section `[tab]`, a key `[Tab]` in a manual) is no imitation.
 */
const imitation =
  /\[+\W*tab\W*\]+\W*(?:norequirement|requirement|finishcheck|deliverycheck|candidate|readlog|lasttab|next[:←<]|\d+requirement|\d+open|youmay|done)/gu;

const openingBracket = /[[\p{Ps}⎡⎢⌈⌊❲⁅｢「『【〔〖〘〚]/u;
const directionControl = /[\u202a-\u202e\u2066-\u2069\u200f\u061c]/u;

/**
 * File text as it may stand in front of a model: in every line that imitates this package's messages, `[tab]` becomes
 * `\[tab]`, also in full-width, zero-width, coloured, reversed or other-script spelling. All other lines stay as they are,
 * to the last character. Neutralising twice changes nothing more.
 */
export function neutralise(text: string): string {
  if (!openingBracket.test(text)) return text;
  return text.split("\n").map(neutraliseLine).join("\n");
}

function neutraliseLine(line: string): string {
  if (!openingBracket.test(line)) return line;
  const { text, origin } = skeleton(line);
  const matches = [...text.matchAll(imitation)].filter((match) => text[match.index - 1] !== "\\");
  if (matches.length === 0) return directionControl.test(line) ? neutraliseReversed(line) : line;
  let result = "";
  let copied = 0;
  for (const match of matches) {
    const bracketEnd = match.index + match[0].lastIndexOf("]");
    result += withoutControls(line.slice(copied, origin[match.index])) + "\\[tab]";
    copied = origin[bracketEnd + 1] ?? line.length;
  }
  return result + withoutControls(line.slice(copied));
}

/** With direction controls, `]bat[` can look like `[tab]` on a screen: such a line is shown in its stored order, marked. */
function neutraliseReversed(line: string): string {
  const reversed = [...skeleton(line).text]
    .toReversed()
    .join("")
    .replaceAll(/[[\]]/g, (b) => (b === "[" ? "]" : "["));
  const asStored = [...skeleton(line).text].toReversed().join("");
  const imitates = [reversed, asStored].some((text) => text.search(imitation) >= 0);
  return imitates ? `\\[tab] (reversed text) ${withoutControls(line)}` : line;
}

const escapeSequence =
  // CSI, OSC and other string sequences (ended by BEL or ST), and two-character escapes.
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b[\]PX^_]|[\u009d\u0090\u0098\u009e\u009f])[^\u0007\u001b\u009c\n]*(?:\u0007|\u001b\\|\u009c)?|\u001b[ -/]*[0-~]?/gu;
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
const lineEnd = /\r\n?|[\u000b\u000c\u0085\u2028\u2029]/gu;

/** Without terminal escapes, controls (tab and line feed stay) and direction marks. */
export function withoutControls(text: string): string {
  return text.replaceAll(escapeSequence, "").replaceAll(control, "");
}

/** A stored excerpt as it is shown again: line ends made plain, controls stripped, look-alikes neutralised anew. */
export function fileText(text: string): string {
  return neutralise(withoutControls(text.replaceAll(lineEnd, "\n")));
}

/** Text from outside on one line of ours: like `fileText`, white space folded, cut visibly at `maxLength`. */
export function oneLine(text: string, maxLength: number): string {
  // Only the front can be shown, so only the front is looked at: excerpts can be long.
  const front = text.slice(0, maxLength * 8);
  const line = neutralise(withoutControls(front.replaceAll(/\s+/gu, " ")).trim());
  return clip(line, maxLength);
}

/** At most `maxLength` characters, the last one `…` when something was cut. Never splits a surrogate pair. */
export function clip(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const end = /[\ud800-\udbff]/.test(text[maxLength - 2] ?? "") ? maxLength - 2 : maxLength - 1;
  return `${text.slice(0, end)}…`;
}
