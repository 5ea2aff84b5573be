import type { IndexedFile, LineIndex } from "./line-index.ts";
import type { Tokens } from "./tokens.ts";
import { lineKey, shortEnds, WINDOW_WIDTH, windowAt, widthOf } from "./windows.ts";

/** Words of an output that stand in files, one after the other, just so. */
export interface Run {
  /** Words of the output. */
  readonly first: number;
  readonly end: number;
  /** Where they stand; one place for each file, at least one. */
  readonly places: readonly RunPlace[];
}

export interface RunPlace {
  readonly file: IndexedFile;
  /** Of the run's first word, in the index. */
  readonly place: number;
}

/** Words before a line's text that the next line of a run may have: a line number, a label. */
const MOST_PREFIX_WORDS = 3;
const UNIT_EDGE = /["'`|\t\n,;:()[\]{}<>=]/;

/**
 * Covers an output with the longest stretches of words that files hold, from the front: a window of the output that is in
 * the index is a seed, which grows word by word to both sides as long as file and output agree, over line breaks too.
 * Where several files give an equally long run, all are kept. The way of seed-and-extend aligners (Altschul et al., BLAST,
 * 1990), exact instead of scored. Linear in the output, times the files that share a window.
 */
export function findRuns(text: string, tokens: Tokens, index: LineIndex): readonly Run[] {
  const { count, hashes, starts, ends, lineTokens } = tokens;
  const runs: Run[] = [];
  let line = 0;
  let previous: Run | undefined;

  for (let at = 0; at < count;) {
    while (lineTokens[line + 1]! <= at) line++;
    const lineEnd = lineTokens[line + 1]!;
    const run =
      (lineTokens[line] === at && previous !== undefined ? continued(previous, at, lineEnd) : undefined) ?? seeded(at);
    if (run === undefined) {
      at++;
      continue;
    }
    runs.push(run);
    previous = run;
    at = run.end;
  }
  return runs;

  /** The next line of the files that the run before was in, also behind a line number or label. */
  function continued(before: Run, first: number, lineEnd: number): Run | undefined {
    const length = before.end - before.first;
    for (let at = first; at < Math.min(lineEnd, first + MOST_PREFIX_WORDS + 1); at++) {
      const places = before.places
        .map(({ file, place }) => ({ file, place: place + length }))
        .filter(({ file, place }) => place < file.endToken && at + forward(at, place, file, lineEnd) === lineEnd);
      if (places.length > 0)
        return longest(
          places.map((each) => ({ ...each, first: at, end: at + forward(at, each.place, each.file, count) })),
        );
    }
    return undefined;
  }

  function seeded(at: number): Run | undefined {
    const window = windowAt(tokens, at, count);
    if (window !== undefined) {
      const run = grown(at, index.places(window.key));
      if (run !== undefined) return run;
    }
    return isUnitEdge(at) || at - lineTokens[line]! <= MOST_PREFIX_WORDS ? wholeUnit(at) : undefined;
  }

  /** A line of a file that is too short for a window: printed as a line, a cell or a quoted text, or in several of these. */
  function wholeUnit(at: number): Run | undefined {
    const ends = shortEnds(tokens, at, count).filter((end) => end === count || isUnitEdge(end));
    for (const end of ends.toReversed()) {
      const key = lineKey(tokens, at, end);
      const run = key === undefined ? undefined : grown(at, index.places(key), end - at);
      if (run !== undefined) return run;
    }
    return undefined;
  }

  /** The longest of the runs through these seeds; `least`: words that a run must have. */
  function grown(at: number, seeds: readonly number[], least = 1): Run | undefined {
    const floor = previous?.end ?? 0;
    const candidates = seeds.flatMap((seed) => {
      const file = index.fileAt(seed);
      const after = forward(at, seed, file, count);
      if (after < least) return [];
      const before = backward(at, seed, file, floor);
      return [{ file, place: seed - before, first: at - before, end: at + after }];
    });
    return candidates.length === 0 ? undefined : longest(candidates);
  }

  function longest(candidates: readonly (RunPlace & { readonly first: number; readonly end: number })[]): Run {
    const most = Math.max(...candidates.map(({ first, end }) => end - first));
    const best = candidates.filter(({ first, end }) => end - first === most);
    const { first, end } = best[0]!;
    const places = new Map<IndexedFile, RunPlace>();
    for (const { file, place, ...run } of best)
      if (run.first === first && !places.has(file)) places.set(file, { file, place });
    return { first, end, places: [...places.values()] };
  }

  function forward(at: number, place: number, file: IndexedFile, limit: number): number {
    const most = Math.min(limit - at, file.endToken - place);
    let length = 0;
    while (length < most && (hashes[at + length]! & 0xffff) === index.wordAt(place + length)) length++;
    return length;
  }

  function backward(at: number, place: number, file: IndexedFile, floor: number): number {
    const most = Math.min(at - floor, place - file.firstToken);
    let length = 0;
    while (length < most && (hashes[at - length - 1]! & 0xffff) === index.wordAt(place - length - 1)) length++;
    return length;
  }

  /** Whether a line, or a cell or quoted text in one, ends before a word. */
  function isUnitEdge(at: number): boolean {
    return at === 0 || UNIT_EDGE.test(text.slice(ends[at - 1]!, starts[at]!));
  }
}

/** Whether a run says enough to mean its file by itself. */
export function isTelling(tokens: Tokens, run: Run): boolean {
  return widthOf(tokens, run.first, run.end) >= WINDOW_WIDTH;
}
