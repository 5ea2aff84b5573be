import { alignSequences, between, type Pair, type Range } from "../align/align-sequences.ts";
import { MAX_COMPARISONS, pairSimilar } from "../align/pair-similar.ts";
import type { Pace } from "../pace.ts";
import { areComparable, oneLine, type TextBlock } from "./block-text.ts";
import { hasRevisions, resolvedText } from "./compare-revisions.ts";
import { findMovedBlocks } from "./moved-blocks.ts";
import { termSimilarity, termsOf } from "./text-similarity.ts";

/** Of terms in common, from which two paragraphs are one that was edited. */
const SAME_BLOCK = 0.4;

/** What became of a block, in the order of the after version. */
export type BlockStep =
  | { readonly type: "removed"; readonly was: TextBlock }
  | { readonly type: "added"; readonly is: TextBlock }
  | { readonly type: "moved" | "kept"; readonly was: TextBlock; readonly is: TextBlock }
  /** Lines of pages are where the text happened to wrap: a stretch of them is compared as one. */
  | { readonly type: "lines"; readonly removed: readonly TextBlock[]; readonly added: readonly TextBlock[] };

/** Which blocks of two documents are the same: by their text, then by the terms they share. */
export async function pairBlocks(
  before: readonly TextBlock[],
  after: readonly TextBlock[],
  pace: Pace,
): Promise<readonly BlockStep[]> {
  const same = alignSequences(
    before.map(({ key }) => key),
    after.map(({ key }) => key),
  );
  await pace();
  const [kept, stayed] = [new Set(same.map(([one]) => one)), new Set(same.map(([, other]) => other))];
  const moved = findMovedBlocks(
    before.filter((_, index) => !kept.has(index)),
    after.filter((_, index) => !stayed.has(index)),
  );
  const wentElsewhere = new Set(moved.values());
  const whole = { beforeStart: 0, beforeEnd: before.length, afterStart: 0, afterEnd: after.length };
  const steps: BlockStep[] = [];
  for (const [index, range] of between(same, whole).entries()) {
    await pace();
    const removed = before.slice(range.beforeStart, range.beforeEnd).filter((block) => !wentElsewhere.has(block));
    const added = after.slice(range.afterStart, range.afterEnd);
    const isLines = [...removed, ...added].every(({ subject }) => subject === "line");
    if (removed.length + added.length > 0) {
      if (isLines) steps.push({ type: "lines", removed, added });
      else for (const step of pairStretch(removed, added, moved)) steps.push(step);
    }
    const [was, is] = [before[same[index]?.[0] ?? -1], after[same[index]?.[1] ?? -1]];
    if (was !== undefined && is !== undefined) steps.push({ type: "kept", was, is });
  }
  return steps;
}

function pairStretch(
  removed: readonly TextBlock[],
  added: readonly TextBlock[],
  moved: ReadonlyMap<TextBlock, TextBlock>,
): readonly BlockStep[] {
  const likeness = createLikeness();
  const range: Range = { beforeStart: 0, beforeEnd: removed.length, afterStart: 0, afterEnd: added.length };
  const pairs: readonly Pair[] = pairSimilar(range, {
    similarity: (one, other) => {
      // A paragraph is not compared with a header, nor a table row with a note.
      const [was, is] = [removed[one], added[other]];
      if (was === undefined || is === undefined || moved.has(is) || !areComparable(was, is)) return 0;
      return likeness(was, is);
    },
    threshold: SAME_BLOCK,
    maxComparisons: MAX_COMPARISONS,
    pairRest: isOneEdited(removed, added) && !added.some((block) => moved.has(block)),
  });
  const partners = new Map(pairs.map(([one, other]) => [other, one]));
  const steps: BlockStep[] = [];
  let next = 0;
  for (const [index, is] of added.entries()) {
    const [partner, origin] = [partners.get(index), moved.get(is)];
    if (origin !== undefined) steps.push({ type: "moved", was: origin, is });
    else if (partner === undefined) steps.push({ type: "added", is });
    else {
      for (; next < partner; next++) pushRemoved(removed[next]);
      const was = removed[next++];
      if (was !== undefined) steps.push({ type: "kept", was, is });
    }
  }
  for (; next < removed.length; next++) pushRemoved(removed[next]);
  return steps;

  function pushRemoved(was: TextBlock | undefined): void {
    if (was !== undefined) steps.push({ type: "removed", was });
  }
}

/** Terms of a block that stands for a place rather than for what it says, such as a title or a label. */
const LABEL_TERMS = 4;

/**
 * Whether what is left of a stretch is one edited, however little of it is left: rows or code between blocks that match,
 * and one short text in the place of another.
 */
function isOneEdited(removed: readonly TextBlock[], added: readonly TextBlock[]): boolean {
  const blocks = [...removed, ...added];
  const subject = blocks[0]?.subject ?? "";
  if (["row", "code"].includes(subject)) return blocks.every((block) => block.subject === subject);
  const [was, is] = [removed[0], added[0]];
  const isOne = removed.length === 1 && added.length === 1 && was !== undefined && is !== undefined;
  return isOne && areComparable(was, is) && blocks.every(({ text }) => termsOf(text).length <= LABEL_TERMS);
}

/** How alike two blocks are; of tracked changes the readings with and without them count, whichever are most alike. */
function createLikeness(): (was: TextBlock, is: TextBlock) => number {
  const known = new Map<TextBlock, readonly Reading[]>();
  const readingsOf = (block: TextBlock): readonly Reading[] => {
    const readings = known.get(block) ?? readBlock(block);
    known.set(block, readings);
    return readings;
  };
  return (was, is) => {
    let best = 0;
    for (const one of readingsOf(was)) {
      for (const other of readingsOf(is)) {
        const isSame = one.text === other.text && one.text !== "";
        best = Math.max(best, isSame ? 1 : termSimilarity(one.terms, other.terms));
      }
    }
    return best;
  };
}

interface Reading {
  readonly text: string;
  readonly terms: readonly string[];
}

function readBlock(block: TextBlock): readonly Reading[] {
  const reading = (text: string): Reading => ({ text: oneLine(text), terms: termsOf(text) });
  if (!hasRevisions(block)) return [reading(block.text)];
  return [reading(resolvedText(block, "accepted")), reading(resolvedText(block, "rejected"))];
}
