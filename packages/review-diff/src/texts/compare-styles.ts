import type { ChangeList } from "../change-list.ts";
import type { Piece, TextBlock } from "./block-text.ts";

/** Characters of a restyled text that are shown: it only has to be found, since it did not change. */
const MAX_SHOWN = 80;

/** Adds what changed in the look of a block whose text is the same: its kind or style, and that of words in it. */
export function compareStyles(before: TextBlock, after: TextBlock, list: ChangeList): void {
  const { address } = after;
  if (before.style !== after.style) {
    const named = (style: string): string => (style === "" ? "paragraph" : style);
    list.add({ kind: "changed", subject: "style", address, before: named(before.style), after: named(after.style) });
  }
  for (const { text, was, is } of restyled(before.pieces, after.pieces)) {
    if (text.trim() === "") continue;
    const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
    const describe = (style: string | undefined): string => `${style ?? "plain"}: ${shown}`;
    list.add({ kind: "changed", subject: "style", address, before: describe(was), after: describe(is) });
  }
}

interface Restyled {
  readonly text: string;
  readonly was: string | undefined;
  readonly is: string | undefined;
}

/** The stretches of a text that look different; none where the two texts differ, as labels of lists may. */
function restyled(before: readonly Piece[], after: readonly Piece[]): readonly Restyled[] {
  if (![...before, ...after].some(({ style }) => style !== undefined)) return [];
  const [was, is] = [stylesByCharacter(before), stylesByCharacter(after)];
  if (was.text !== is.text) return [];
  const stretches: Restyled[] = [];
  const same = (one: number, other: number): boolean =>
    was.styles[one] === was.styles[other] && is.styles[one] === is.styles[other];
  for (let start = 0; start < was.text.length;) {
    let end = start + 1;
    while (end < was.text.length && same(start, end)) end++;
    if (was.styles[start] !== is.styles[start])
      stretches.push({ text: was.text.slice(start, end), was: was.styles[start], is: is.styles[start] });
    start = end;
  }
  return stretches;
}

function stylesByCharacter(pieces: readonly Piece[]) {
  return {
    text: pieces.map(({ text }) => text).join(""),
    styles: pieces.flatMap(({ text, style }) => Array.from({ length: text.length }, () => style)),
  };
}
