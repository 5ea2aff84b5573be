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
export function joinPieces(tokens: Tokens, pieces: readonly Piece[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let open: (Stretch & { readonly endToken: number }) | undefined;
  for (const piece of pieces) {
    const width = widthOf(tokens, piece.firstToken, piece.endToken);
    const common = open?.endToken === piece.firstToken ? shared(open.sources, piece.sources) : undefined;
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
