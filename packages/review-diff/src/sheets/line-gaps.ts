import { between, type Pair } from "../align/align-sequences.ts";

/** What lies between rows or columns that match. Ends are exclusive; positions are those among the stored lines. */
export interface LineGap {
  readonly beforeStart: number;
  readonly beforeEnd: number;
  readonly afterStart: number;
  readonly afterEnd: number;
  /** Blank lines that came (above 0) or went (below 0) before the line that follows the gap. */
  readonly blankLines: number;
  /** How many lines of the gap lost all that they held and stayed, and how many blank ones were filled. */
  readonly cleared: number;
  readonly filled: number;
  /** Numbers of the matched lines around it: 0 where the gap is at the beginning, absent where it is at the end. */
  readonly last: readonly [before: number, after: number];
  readonly next?: readonly [before: number, after: number];
}

/** Numbers of the stored lines of both versions, the positions of those that match, and of those that moved. */
export interface MatchedLines {
  readonly before: ArrayLike<number>;
  readonly after: ArrayLike<number>;
  readonly pairs: readonly Pair[];
  readonly movedBefore: ReadonlySet<number>;
  readonly movedAfter: ReadonlySet<number>;
}

/**
 * Lines without cells are not stored, but they move what is below them: a gap that grew by more than the lines in it has
 * got blank ones. A line that was cleared or filled in place moves nothing.
 */
export function* lineGaps({ before, after, pairs, movedBefore, movedAfter }: MatchedLines): Generator<LineGap> {
  let [lastBefore, lastAfter] = [0, 0];
  const whole = { beforeStart: 0, beforeEnd: before.length, afterStart: 0, afterEnd: after.length };
  const count = (start: number, end: number, moved: ReadonlySet<number>): number => {
    let lines = 0;
    for (let line = start; line < end; line++) if (!moved.has(line)) lines++;
    return lines;
  };
  for (const range of between(pairs, whole)) {
    const [numberBefore, numberAfter] = [before[range.beforeEnd], after[range.afterEnd]];
    if (numberBefore === undefined || numberAfter === undefined) {
      yield { ...range, blankLines: 0, cleared: 0, filled: 0, last: [lastBefore, lastAfter] };
      return;
    }
    const [stored, storedAfter] = [range.beforeEnd - range.beforeStart, range.afterEnd - range.afterStart];
    const growth = numberAfter - lastAfter - storedAfter - (numberBefore - lastBefore - stored);
    const cleared = Math.max(0, Math.min(growth, count(range.beforeStart, range.beforeEnd, movedBefore)));
    const filled = Math.max(0, Math.min(-growth, count(range.afterStart, range.afterEnd, movedAfter)));
    yield {
      ...range,
      blankLines: growth - cleared + filled,
      cleared,
      filled,
      last: [lastBefore, lastAfter],
      next: [numberBefore, numberAfter],
    };
    [lastBefore, lastAfter] = [numberBefore, numberAfter];
  }
}

/** The last `count` lines between two others that hold nothing, as runs of neighbours. */
export function blankRuns(
  stored: ReadonlySet<number>,
  [last, next]: readonly [number, number],
  count: number,
): readonly (readonly [first: number, last: number])[] {
  const runs: [number, number][] = [];
  for (let [line, left] = [next - 1, count]; line > last && left > 0; line--) {
    if (stored.has(line)) continue;
    left--;
    const run = runs.at(-1);
    if (run !== undefined && run[0] === line + 1) run[0] = line;
    else runs.push([line, line]);
  }
  return runs.toReversed();
}
