import { uniquePairs } from "../align/unique-pairs.ts";
import type { TextBlock } from "./block-text.ts";
import { termsOf } from "./text-similarity.ts";

/** A block of fewer terms is too common to be called moved: a "Yes" in a table, a date. */
const MIN_TERMS = 4;

/** What moved among blocks that have no equal in order: by the block after, the same block before. */
export function findMovedBlocks(
  before: readonly TextBlock[],
  after: readonly TextBlock[],
): ReadonlyMap<TextBlock, TextBlock> {
  const moved = new Map<TextBlock, TextBlock>();
  for (const [one, other] of uniquePairs(before.map(movableKey), after.map(movableKey))) {
    const [was, is] = [before[one], after[other]];
    if (is !== undefined && was !== undefined) moved.set(is, was);
  }
  return moved;
}

/** Lines of a page are where the text happened to wrap, so that they never move by themselves. */
function movableKey({ subject, text, key }: TextBlock): string {
  return subject === "line" || termsOf(text).length < MIN_TERMS ? "" : key;
}
