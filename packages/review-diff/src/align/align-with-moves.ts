import { alignSequences, between, longestAscending, type Pair } from "./align-sequences.ts";
import { MAX_COMPARISONS, pairSimilar } from "./pair-similar.ts";
import { uniquePairs } from "./unique-pairs.ts";

export interface MovingItems {
  /** What an item is whatever it holds, such as the id of a notebook's cell; empty for one without a name. */
  readonly names: readonly [before: readonly string[], after: readonly string[]];
  /** Equal for items whose content is the same; an empty key never marks a move. */
  readonly keys: readonly [before: readonly string[], after: readonly string[]];
  /** From 0, nothing in common, to 1, the same. */
  readonly similarity: (before: number, after: number) => number;
  /** Items less alike than this are never a pair. */
  readonly threshold: number;
}

export interface MovingAlignment {
  /** Ascending by the position after; the positions before need not ascend. */
  readonly pairs: readonly Pair[];
  /** Positions after of the items that stand elsewhere among the others: the fewest that explain the new order. */
  readonly moved: ReadonlySet<number>;
}

/**
 * Which items of two sequences are the same, also where they changed places: by name first, then by content in order,
 * then by content anywhere, then by likeness in order, and last by likeness anywhere, where no more is left than one
 * stretch may have.
 */
export function alignWithMoves({ names, keys, similarity, threshold }: MovingItems): MovingAlignment {
  const partners = new Map<number, number>();
  const taken = new Set<number>();
  const pair = ([before, after]: Pair): void => {
    if (taken.has(before) || partners.has(after)) return;
    taken.add(before);
    partners.set(after, before);
  };
  const [countBefore, countAfter] = [keys[0].length, keys[1].length];
  const rest = (): { before: number[]; after: number[] } => ({
    before: positions(countBefore).filter((position) => !taken.has(position)),
    after: positions(countAfter).filter((position) => !partners.has(position)),
  });
  for (const found of uniquePairs(...names)) pair(found);

  const unnamed = rest();
  const aligned = alignSequences(
    unnamed.before.map((position) => keys[0][position]),
    unnamed.after.map((position) => keys[1][position]),
  );
  for (const [one, other] of aligned) pair([unnamed.before[one] ?? 0, unnamed.after[other] ?? 0]);
  const free = rest();
  const openKeys = (side: readonly string[], open: readonly number[]): readonly string[] => {
    const isOpen = new Set(open);
    return side.map((key, position) => (isOpen.has(position) ? key : ""));
  };
  for (const found of uniquePairs(openKeys(keys[0], free.before), openKeys(keys[1], free.after))) pair(found);

  const anchors = longestAscending(ascendingBefore(partners));
  const whole = { beforeStart: 0, beforeEnd: countBefore, afterStart: 0, afterEnd: countAfter };
  const alike = (one: number, other: number): number =>
    taken.has(one) || partners.has(other) ? 0 : similarity(one, other);
  const rules = { similarity: alike, threshold, maxComparisons: MAX_COMPARISONS, pairRest: false };
  for (const range of between(anchors, whole)) for (const found of pairSimilar(range, rules)) pair(found);

  const last = rest();
  if (last.before.length * last.after.length <= MAX_COMPARISONS) {
    const candidates = last.before
      .flatMap((before) => last.after.map((after) => ({ before, after, score: similarity(before, after) })))
      .filter(({ score }) => score >= threshold)
      .toSorted((one, other) => other.score - one.score);
    for (const { before, after } of candidates) pair([before, after]);
  }

  const pairs = ascendingBefore(partners);
  const inOrder = new Set(longestAscending(pairs).map(([, after]) => after));
  return {
    pairs: pairs.toSorted((one, other) => one[1] - other[1]),
    moved: new Set(pairs.map(([, after]) => after).filter((after) => !inOrder.has(after))),
  };
}

function positions(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function ascendingBefore(partners: ReadonlyMap<number, number>): readonly Pair[] {
  return [...partners].map(([after, before]): Pair => [before, after]).toSorted((one, other) => one[0] - other[0]);
}
