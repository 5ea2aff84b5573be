import { alignSequences, between, type Pair, type Range } from "../align/align-sequences.ts";
import { MAX_COMPARISONS, pairSimilar } from "../align/pair-similar.ts";
import { characterSimilarity } from "../texts/text-similarity.ts";
import { alignColumns } from "./align-columns.ts";
import type { PlacedCell, Sheet, SheetRow } from "./sheet-model.ts";

/** Which rows and columns of two versions of a sheet are the same. */
export interface GridAlignment {
  /** Positions in `rows` of the two sheets, ascending. */
  readonly rows: readonly Pair[];
  /** Column numbers, ascending. */
  readonly columns: readonly Pair[];
}

/** Rows less alike than this are one removed and one added, unless they stand alone between rows that match. */
const SAME_ROW = 0.3;
/** Two numbers in one place are more likely one that was changed than a row that was replaced. */
const CHANGED_NUMBER = 0.25;

/**
 * Columns first, by what they hold whatever its order; then rows by the columns that both versions have. Rows are
 * matched by all their cells, then in what is left by their texts and formulas alone (a column of recalculated numbers
 * must not undo the match), then by their first cell, then by likeness, and last by position where both sides have
 * equally many.
 */
export function alignGrid(before: Sheet, after: Sheet): GridAlignment {
  const columns = alignColumns(before, after);
  const [columnsBefore, columnsAfter] = [0, 1].map(
    (side) => new Map(columns.map((pair, index) => [pair[side] ?? 0, index])),
  );
  const [rowsBefore, rowsAfter] = [
    before.rows.map((row) => commonCells(row, columnsBefore ?? new Map())),
    after.rows.map((row) => commonCells(row, columnsAfter ?? new Map())),
  ];
  const whole = { beforeStart: 0, beforeEnd: rowsBefore.length, afterStart: 0, afterEnd: rowsAfter.length };
  let pairs: readonly Pair[] = [];
  for (const signature of [wholeSignature, textSignature, firstCellSignature]) {
    const [keysBefore, keysAfter] = [rowsBefore.map(signature), rowsAfter.map(signature)];
    pairs = refine(pairs, whole, (range) => alignWithin(range, keysBefore, keysAfter));
  }
  const similarity = (one: number, other: number): number =>
    rowSimilarity(rowsBefore[one] ?? [], rowsAfter[other] ?? []);
  const rules = { similarity, threshold: SAME_ROW, maxComparisons: MAX_COMPARISONS, pairRest: true };
  return { columns, rows: refine(pairs, whole, (range) => pairSimilar(range, rules)) };
}

function refine(pairs: readonly Pair[], whole: Range, pairIn: (range: Range) => readonly Pair[]): readonly Pair[] {
  const found = between(pairs, whole).flatMap((range) =>
    range.beforeStart === range.beforeEnd || range.afterStart === range.afterEnd ? [] : pairIn(range),
  );
  return [...pairs, ...found].toSorted((one, other) => one[0] - other[0]);
}

/** Rows without a signature match nothing. */
function alignWithin(range: Range, before: readonly string[], after: readonly string[]): readonly Pair[] {
  const positions = (keys: readonly string[], start: number, end: number): number[] => {
    const found: number[] = [];
    for (let position = start; position < end; position++) if (keys[position] !== "") found.push(position);
    return found;
  };
  const positionsBefore = positions(before, range.beforeStart, range.beforeEnd);
  const positionsAfter = positions(after, range.afterStart, range.afterEnd);
  return alignSequences(
    positionsBefore.map((position) => before[position]),
    positionsAfter.map((position) => after[position]),
  ).map(([one, other]) => [positionsBefore[one] ?? 0, positionsAfter[other] ?? 0]);
}

/** A cell under the number of its column among the columns that both versions have. */
interface CommonCell {
  readonly place: number;
  readonly key: string;
}

function commonCells({ cells }: SheetRow, places: ReadonlyMap<number, number>): readonly CommonCell[] {
  return cells.flatMap(({ column, key }: PlacedCell) => {
    const place = places.get(column);
    return place === undefined || key === "" ? [] : [{ place, key }];
  });
}

function wholeSignature(cells: readonly CommonCell[]): string {
  return cells.map(({ place, key }) => `${place}${key}`).join("\u0001");
}

function textSignature(cells: readonly CommonCell[]): string {
  return wholeSignature(cells.filter(({ key }) => !key.startsWith("n")));
}

function firstCellSignature(cells: readonly CommonCell[]): string {
  return wholeSignature(cells.slice(0, 1));
}

function rowSimilarity(before: readonly CommonCell[], after: readonly CommonCell[]): number {
  let [sum, count] = [0, 0];
  for (let one = 0, other = 0; one < before.length || other < after.length; count++) {
    const [was, is] = [before[one], after[other]];
    const place = Math.min(was?.place ?? Infinity, is?.place ?? Infinity);
    if (was?.place === place && is?.place === place) sum += cellSimilarity(was.key, is.key);
    if (was?.place === place) one++;
    if (is?.place === place) other++;
  }
  return count === 0 ? 0 : sum / count;
}

function cellSimilarity(before: string, after: string): number {
  if (before === after) return 1;
  if (before[0] === "n" && after[0] === "n") return CHANGED_NUMBER;
  return before[0] === after[0] ? characterSimilarity(before.slice(1), after.slice(1)) : 0;
}
