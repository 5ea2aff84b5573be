import type { IndexedFile, LineIndex } from "./line-index.ts";
import { isTelling, type Run } from "./find-runs.ts";
import type { Tokens } from "./tokens.ts";
import { widthOf } from "./windows.ts";

/** A stretch of the output that stands in a file: whole lines, or part of a long one. */
export interface Piece {
  /** UTF-16 offsets in the output; without the last line break. */
  readonly start: number;
  readonly end: number;
  /** Words of the output. */
  readonly firstToken: number;
  readonly endToken: number;
  /** Per file that holds it, the lines there, as stretches of places. */
  readonly sources: ReadonlyMap<IndexedFile, readonly PlaceSpan[]>;
}

export interface PlaceSpan {
  readonly first: number;
  readonly end: number;
}

/** Words before a file's line that are no change of it: line numbers; or a label, where the line says more than it. */
const MOST_NUMBERS_BEFORE = 2;
const MOST_LABEL_WORDS = 4;
/** Characters of words from which on part of a line counts, without the rest of that line. */
const FRAGMENT_WIDTH = 80;
/** Longest word that may be the rest of one cut by a slice. */
const LONGEST_CUT_WORD = 24;

/**
 * The lines of an output that stand in files. A line counts whole or not at all: one in which a word was changed, added or
 * left out is the program's own, however much of it a file holds. Only a line number or label before it, and a word cut
 * at its edge, are no change. Of other lines, long unchanged stretches count without the rest.
 */
export function judgeLines(text: string, tokens: Tokens, runs: readonly Run[], index: LineIndex): readonly Piece[] {
  const { lineTokens, starts, ends } = tokens;
  const pieces: Piece[] = [];
  let next = 0;
  for (let line = 0; line + 1 < lineTokens.length; line++) {
    const [first, end] = [lineTokens[line]!, lineTokens[line + 1]!];
    if (first === end) continue;
    while (next < runs.length && runs[next]!.end <= first) next++;
    const here: Run[] = [];
    for (let at = next; at < runs.length && runs[at]!.first < end; at++) here.push(runs[at]!);
    if (here.length === 0) continue;
    const sources = wholeLine(first, end, here);
    if (sources !== undefined) {
      const start = text.lastIndexOf("\n", starts[first]!) + 1;
      const stop = text.indexOf("\n", ends[end - 1]!);
      pieces.push({ start, end: stop < 0 ? text.length : stop, firstToken: first, endToken: end, sources });
    } else pieces.push(...here.flatMap((run) => fragment(first, end, run)));
  }
  return pieces;

  /** The files in which a line stands, and where; `undefined` if in none. */
  function wholeLine(first: number, end: number, here: readonly Run[]): Piece["sources"] | undefined {
    const [head, tail] = [here[0]!, here.at(-1)!];
    if (here.some((run, at) => at > 0 && run.first !== here[at - 1]!.end)) return undefined;
    if (here.length > 1 && !here.every((run) => isTelling(tokens, run))) return undefined;
    const sources = new Map<IndexedFile, PlaceSpan[]>();
    for (const { file } of head.places) {
      const spans = here.map((run) => spanIn(file, run, first, end));
      if (!spans.every((span) => span !== undefined)) continue;
      if (!prefixAllowed(first, Math.max(first, head.first), spans[0]!.first, end)) continue;
      if (!suffixAllowed(Math.min(end, tail.end), end, spans.at(-1)!.end)) continue;
      sources.set(file, spans);
    }
    return sources.size > 0 ? sources : undefined;
  }

  /** The places of a run's words within a line of the output. */
  function spanIn(file: IndexedFile, run: Run, first: number, end: number): PlaceSpan | undefined {
    const found = run.places.find((each) => each.file === file);
    if (found === undefined) return undefined;
    const offset = found.place - run.first;
    return { first: Math.max(first, run.first) + offset, end: Math.min(end, run.end) + offset };
  }

  function prefixAllowed(first: number, from: number, place: number, end: number): boolean {
    const words = from - first;
    if (words === 0) return true;
    if (!isLineStart(place)) return words === 1 && isCutWord(first);
    // A digit and a comma before a number would make another number of it.
    if (/[\p{L}\p{N}][.,\-−]$/u.test(text.slice(Math.max(0, starts[from]! - 2), starts[from]!))) return false;
    if (words <= MOST_NUMBERS_BEFORE && isNumbers(first, from)) return true;
    return words <= MOST_LABEL_WORDS && widthOf(tokens, from, end) > 2 * widthOf(tokens, first, from);
  }

  function suffixAllowed(from: number, end: number, place: number): boolean {
    if (from === end) return true;
    return end - from === 1 && !isLineStart(place) && isCutWord(from);
  }

  function isLineStart(place: number): boolean {
    return index.lineStart(index.lineAt(place)) === place;
  }

  function isCutWord(token: number): boolean {
    const word = text.slice(starts[token]!, ends[token]!);
    return word.length <= LONGEST_CUT_WORD && !/\p{N}/u.test(word);
  }

  function isNumbers(first: number, end: number): boolean {
    for (let at = first; at < end; at++) if (!/^[Ll]?\d+$/.test(text.slice(starts[at]!, ends[at]!))) return false;
    return true;
  }

  function fragment(first: number, end: number, run: Run): readonly Piece[] {
    const [from, until] = [Math.max(first, run.first), Math.min(end, run.end)];
    if (widthOf(tokens, from, until) < FRAGMENT_WIDTH) return [];
    const sources = new Map(run.places.map(({ file }) => [file, [spanIn(file, run, first, end)!]]));
    return [{ start: starts[from]!, end: ends[until - 1]!, firstToken: from, endToken: until, sources }];
  }
}
