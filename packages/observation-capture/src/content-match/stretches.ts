import type { IndexedFile } from "./line-index.ts";
import type { Piece, PlaceSpan } from "./judge-lines.ts";
import type { Tokens } from "./tokens.ts";
import { widthOf } from "./windows.ts";

/** Consecutive pieces that the same files hold. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  /** Characters of its words, repeats left out: how much it says. */
  readonly width: number;
  readonly sources: ReadonlyMap<IndexedFile, readonly PlaceSpan[]>;
}

/**
 * Joins pieces to stretches as long as some file holds all of them and no other words stand between. What fewer files
 * hold narrows the stretch down: lines that many files share go to the one whose own lines surround them.
 */
export function joinPieces(text: string, tokens: Tokens, pieces: readonly Piece[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let open: (Stretch & { readonly endToken: number }) | undefined;
  for (const piece of pieces) {
    const width = widthOf(tokens, piece.firstToken, piece.endToken);
    const follows = open !== undefined && isNumbering(text, tokens, open.endToken, piece.firstToken);
    const common = open !== undefined && follows ? shared(open.sources, piece.sources) : undefined;
    if (open !== undefined && common !== undefined && common.size > 0) {
      open = {
        start: open.start,
        end: piece.end,
        width: open.width + width,
        sources: common,
        endToken: piece.endToken,
      };
      continue;
    }
    if (open !== undefined) stretches.push(open);
    open = { start: piece.start, end: piece.end, width, sources: piece.sources, endToken: piece.endToken };
  }
  if (open !== undefined) stretches.push(open);
  return stretches;
}

function shared(one: Stretch["sources"], other: Stretch["sources"]): Stretch["sources"] {
  const both = new Map<IndexedFile, readonly PlaceSpan[]>();
  for (const [file, spans] of one) {
    const more = other.get(file);
    if (more !== undefined) both.set(file, [...spans, ...more]);
  }
  return both;
}

/** Whether the words between two pieces are only the numbers of blank lines, each one more than the line's before. */
function isNumbering(text: string, { lineTokens, starts, ends }: Tokens, first: number, end: number): boolean {
  if (first === end) return true;
  const wordAt = (token: number): string => text.slice(starts[token]!, ends[token]!);
  if (!/^\d{1,9}$/.test(wordAt(first))) return false;
  // Lines without words share their place with the next one.
  let line = lineTokens.indexOf(first);
  for (let token = first; token < end; token++, line++) {
    while (lineTokens[line + 1] === token) line++;
    if (line < 1 || lineTokens[line] !== token || lineTokens[line + 1] !== token + 1) return false;
    const before = lineTokens[line - 1]!;
    if (!/^\d{1,9}$/.test(wordAt(token)) || Number(wordAt(token)) !== Number(wordAt(before)) + 1) return false;
  }
  return true;
}
