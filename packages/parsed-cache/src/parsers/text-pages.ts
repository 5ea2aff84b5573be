import type { ParsedPart } from "../parts.ts";

const LINES_PER_PAGE = 100;
const CHARACTERS_PER_PAGE = 6000;

/** The lines of a text, without their ends; a final line end starts no further line. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** `L3`, or `L3-L9` for several; lines count from 1. */
export function lineAddress(first: number, last: number): string {
  return first === last ? `L${first}` : `L${first}-L${last}`;
}

/**
 * Emits lines as `page` parts with line addresses, verbatim, at most 100 lines or about 6,000 characters each (one
 * long line stays whole). Stops at `maxCharacters` of the whole text with a `truncated` loss.
 */
export function emitTextPages(lines: readonly string[], emit: (part: ParsedPart) => void, maxCharacters: number): void {
  let first = 0;
  let total = 0;
  while (first < lines.length) {
    let end = first;
    let characters = 0;
    while (end < lines.length && end - first < LINES_PER_PAGE && (end === first || characters < CHARACTERS_PER_PAGE)) {
      characters += lines[end]!.length + 1;
      end += 1;
    }
    total += characters;
    if (total > maxCharacters) {
      emit({ type: "loss", kind: "truncated", count: lines.length - first, detail: `lines from L${first + 1} on` });
      return;
    }
    emit({ type: "page", address: lineAddress(first + 1, end), text: lines.slice(first, end).join("\n") });
    first = end;
  }
}
