/** Positions of two things that are taken for the same, one on each side. */
export type Pair = readonly [before: number, after: number];

/** Edits that the exact search looks for between two anchors; its memory grows with the square. */
const MAX_EDITS = 1_000;

/**
 * Which items of two sequences are the same: pairs that ascend on both sides. Items are compared by their keys.
 *
 * Common ends are cut off first. Between them, keys that occur once on each side are anchors (the "patience" idea: a
 * line that occurs once says more than a hundred blank ones), of which the longest ascending chain is kept; the same
 * again between anchors. Where nothing is unique, the shortest edit script is searched (Myers, "An O(ND) difference
 * algorithm", 1986), and where even that would be too long, equal occurrences are paired in order. Time is about
 * linear, memory is linear.
 */
export function alignSequences<Key>(before: readonly Key[], after: readonly Key[]): readonly Pair[] {
  const numbers = new Map<Key, number>();
  const numbered = (keys: readonly Key[]): Int32Array => {
    const result = new Int32Array(keys.length);
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index]!;
      let number = numbers.get(key);
      if (number === undefined) {
        number = numbers.size;
        numbers.set(key, number);
      }
      result[index] = number;
    }
    return result;
  };
  const [keysBefore, keysAfter] = [numbered(before), numbered(after)];
  const empty = (): Int32Array => new Int32Array(numbers.size).fill(ABSENT);
  const sides: Sides = { before: keysBefore, after: keysAfter, inBefore: empty(), inAfter: empty() };
  const pairs: Pair[] = [];
  const open: Range[] = [{ beforeStart: 0, beforeEnd: before.length, afterStart: 0, afterEnd: after.length }];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const inner = cutCommonEnds(sides, range, pairs);
    if (inner.beforeStart === inner.beforeEnd || inner.afterStart === inner.afterEnd) continue;
    const anchors = longestAscending(uniquePairs(sides, inner));
    if (anchors.length > 0) open.push(...between(anchors, inner));
    else pairs.push(...(shortestEdit(sides, inner) ?? longestAscending(occurrencePairs(sides, inner))));
    pairs.push(...anchors);
  }
  return pairs.toSorted((one, other) => one[0] - other[0]);
}

interface Sides {
  readonly before: Int32Array;
  readonly after: Int32Array;
  /** By key where it stands in the stretch that is looked at; `ABSENT` for all between two looks. */
  readonly inBefore: Int32Array;
  readonly inAfter: Int32Array;
}

/** A stretch of both sequences; ends are exclusive. */
export interface Range {
  readonly beforeStart: number;
  readonly beforeEnd: number;
  readonly afterStart: number;
  readonly afterEnd: number;
}

/** The stretches of `whole` before, between and after the pairs, also where one or both sides are empty. */
export function between(pairs: readonly Pair[], whole: Range): readonly Range[] {
  const ranges: Range[] = [];
  let { beforeStart, afterStart } = whole;
  for (const [before, after] of pairs) {
    ranges.push({ beforeStart, beforeEnd: before, afterStart, afterEnd: after });
    [beforeStart, afterStart] = [before + 1, after + 1];
  }
  ranges.push({ beforeStart, beforeEnd: whole.beforeEnd, afterStart, afterEnd: whole.afterEnd });
  return ranges;
}

function cutCommonEnds({ before, after }: Sides, range: Range, pairs: Pair[]): Range {
  let { beforeStart, beforeEnd, afterStart, afterEnd } = range;
  while (beforeStart < beforeEnd && afterStart < afterEnd && before[beforeStart] === after[afterStart]) {
    pairs.push([beforeStart++, afterStart++]);
  }
  while (beforeStart < beforeEnd && afterStart < afterEnd && before[beforeEnd - 1] === after[afterEnd - 1]) {
    pairs.push([--beforeEnd, --afterEnd]);
  }
  return { beforeStart, beforeEnd, afterStart, afterEnd };
}

/** Pairs of the keys that occur once on each side, ascending before. */
function uniquePairs({ before, after, inBefore, inAfter }: Sides, range: Range): Pair[] {
  markSingles(before, range.beforeStart, range.beforeEnd, inBefore);
  markSingles(after, range.afterStart, range.afterEnd, inAfter);
  const pairs: Pair[] = [];
  for (let position = range.beforeStart; position < range.beforeEnd; position++) {
    const key = before[position]!;
    const other = inAfter[key]!;
    if (inBefore[key] === position && other >= 0) pairs.push([position, other]);
  }
  for (let position = range.beforeStart; position < range.beforeEnd; position++) inBefore[before[position]!] = ABSENT;
  for (let position = range.afterStart; position < range.afterEnd; position++) inAfter[after[position]!] = ABSENT;
  return pairs;
}

const ABSENT = -1;
const REPEATED = -2;

/** Notes where each key of a stretch stands, or that it occurs more than once. */
function markSingles(keys: Int32Array, start: number, end: number, positions: Int32Array): void {
  for (let position = start; position < end; position++) {
    const key = keys[position]!;
    positions[key] = positions[key] === ABSENT ? position : REPEATED;
  }
}

/** The first occurrence of a key with its first on the other side, the second with the second, and so on. */
function occurrencePairs({ before, after }: Sides, range: Range): Pair[] {
  const waiting = new Map<number, number[]>();
  for (let position = range.afterEnd - 1; position >= range.afterStart; position--) {
    const key = after[position] ?? 0;
    const positions = waiting.get(key);
    if (positions === undefined) waiting.set(key, [position]);
    else positions.push(position);
  }
  const pairs: Pair[] = [];
  for (let position = range.beforeStart; position < range.beforeEnd; position++) {
    const other = waiting.get(before[position] ?? 0)?.pop();
    if (other !== undefined) pairs.push([position, other]);
  }
  return pairs;
}

/** The longest chain of pairs that ascends on both sides, of pairs that ascend before. */
export function longestAscending(pairs: readonly Pair[]): Pair[] {
  const chainEnds: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  for (const [index, [, after]] of pairs.entries()) {
    let [low, high] = [0, chainEnds.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[chainEnds[middle] ?? 0]?.[1] ?? 0) < after) low = middle + 1;
      else high = middle;
    }
    previous[index] = low === 0 ? -1 : (chainEnds[low - 1] ?? -1);
    chainEnds[low] = index;
  }
  const chain: Pair[] = [];
  for (let index = chainEnds.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const pair = pairs[index];
    if (pair !== undefined) chain.push(pair);
  }
  return chain.toReversed();
}

/** The pairs of a shortest edit script, or `undefined` when it needs more than `MAX_EDITS` edits. */
function shortestEdit({ before, after }: Sides, range: Range): Pair[] | undefined {
  const beforeLength = range.beforeEnd - range.beforeStart;
  const afterLength = range.afterEnd - range.afterStart;
  const most = Math.min(beforeLength + afterLength, MAX_EDITS);
  // Furthest position before, by diagonal (before minus after), after each number of edits.
  const trace: Int32Array[] = [];
  let reached = new Int32Array(2 * most + 3);
  const centre = most + 1;
  for (let edits = 0; edits <= most; edits++) {
    trace.push(reached.slice(centre - edits - 1, centre + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const down =
        diagonal === -edits ||
        (diagonal !== edits && (reached[centre + diagonal - 1] ?? 0) < (reached[centre + diagonal + 1] ?? 0));
      let x = down ? (reached[centre + diagonal + 1] ?? 0) : (reached[centre + diagonal - 1] ?? 0) + 1;
      let y = x - diagonal;
      while (x < beforeLength && y < afterLength && before[range.beforeStart + x] === after[range.afterStart + y]) {
        x++;
        y++;
      }
      reached[centre + diagonal] = x;
      if (x >= beforeLength && y >= afterLength) return backtrack(trace, range, beforeLength, afterLength);
    }
  }
  return undefined;
}

function backtrack(trace: readonly Int32Array[], range: Range, beforeLength: number, afterLength: number): Pair[] {
  const pairs: Pair[] = [];
  let [x, y] = [beforeLength, afterLength];
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const reached = trace[edits] ?? new Int32Array();
    // The slice kept for this number of edits begins at diagonal -edits - 1.
    const at = (diagonal: number): number => reached[diagonal + edits + 1] ?? 0;
    const diagonal = x - y;
    const down = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1));
    const previousDiagonal = down ? diagonal + 1 : diagonal - 1;
    const previousX = edits === 0 ? 0 : at(previousDiagonal);
    const previousY = edits === 0 ? 0 : previousX - previousDiagonal;
    const [startX, startY] = edits === 0 ? [0, 0] : down ? [previousX, previousY + 1] : [previousX + 1, previousY];
    while (x > startX && y > startY) pairs.push([range.beforeStart + --x, range.afterStart + --y]);
    [x, y] = [previousX, previousY];
  }
  return pairs.toReversed();
}
