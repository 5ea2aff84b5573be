import { between, type Pair, type Range } from "./align-sequences.ts";

/** Comparisons made at most in one stretch of rows, blocks, slides, cells of a notebook or elements of an array. */
export const MAX_COMPARISONS = 40_000;

export interface PairingRules {
  /** From 0, nothing in common, to 1, the same. */
  readonly similarity: (before: number, after: number) => number;
  /** Items less alike than this are never a pair. */
  readonly threshold: number;
  /** Comparisons made at most; a larger stretch is paired only by position. */
  readonly maxComparisons: number;
  /** Whether what is left between two pairs is paired by position where both sides have equally many. */
  readonly pairRest: boolean;
}

/**
 * Pairs the items of a stretch that are not equal but alike, in order, so that the sum of similarities is greatest: an
 * edited row is then one changed row, and not one removed and one added. Positions are those of the whole sequences.
 */
export function pairSimilar(range: Range, rules: PairingRules): readonly Pair[] {
  const pairs = bestPairs(range, rules);
  if (!rules.pairRest) return pairs;
  const rest = between(pairs, range).flatMap((gap) => {
    const count = gap.beforeEnd - gap.beforeStart;
    if (count !== gap.afterEnd - gap.afterStart) return [];
    return Array.from({ length: count }, (_, index): Pair => [gap.beforeStart + index, gap.afterStart + index]);
  });
  return [...pairs, ...rest].toSorted((one, other) => one[0] - other[0]);
}

function bestPairs(range: Range, { similarity, threshold, maxComparisons }: PairingRules): Pair[] {
  const rows = range.beforeEnd - range.beforeStart;
  const columns = range.afterEnd - range.afterStart;
  if (rows === 0 || columns === 0 || rows * columns > maxComparisons) return [];
  // best[i][j]: the greatest sum from item i before and item j after to the ends.
  const width = columns + 1;
  const best = new Float64Array((rows + 1) * width);
  const alike = new Float64Array(rows * columns);
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const score = similarity(range.beforeStart + row, range.afterStart + column);
      alike[row * columns + column] = score;
      const paired = score >= threshold ? score + (best[(row + 1) * width + column + 1] ?? 0) : 0;
      best[row * width + column] = Math.max(
        paired,
        best[(row + 1) * width + column] ?? 0,
        best[row * width + column + 1] ?? 0,
      );
    }
  }
  const pairs: Pair[] = [];
  let [row, column] = [0, 0];
  while (row < rows && column < columns) {
    const here = best[row * width + column] ?? 0;
    const score = alike[row * columns + column] ?? 0;
    if (score >= threshold && here === score + (best[(row + 1) * width + column + 1] ?? 0)) {
      pairs.push([range.beforeStart + row++, range.afterStart + column++]);
    } else if (here === (best[(row + 1) * width + column] ?? 0)) row++;
    else column++;
  }
  return pairs;
}
