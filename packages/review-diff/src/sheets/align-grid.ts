import { alignSequences, between, type Pair, type Range } from "../align/align-sequences.ts";
import { MAX_COMPARISONS, pairSimilar } from "../align/pair-similar.ts";
import { alignColumns, type ColumnAlignment } from "./align-columns.ts";
import type { CellContents } from "./cell-contents.ts";
import { findKeyColumns } from "./key-columns.ts";
import { findMovedAndEdited, type OrderedPairs, pairByUniqueSignature, splitByOrder } from "./moved-rows.ts";
import { createRowLikeness, type RowLikeness } from "./row-likeness.ts";
import {
  type ColumnPlaces,
  NO_SIGNATURE,
  rowSignature,
  type RowSignatures,
  type SignatureRule,
} from "./row-signatures.ts";
import type { Sheet } from "./sheet-model.ts";

/** Which rows and columns of two versions of a sheet are the same. */
export interface GridAlignment {
  /** Positions in `rows` of the two sheets, ascending on both sides. */
  readonly rows: readonly Pair[];
  /** Rows that stand elsewhere among the others, ascending by their position after. */
  readonly movedRows: readonly Pair[];
  /** Column numbers. */
  readonly columns: ColumnAlignment;
  /** What a reader should know of how rows were matched. */
  readonly notes: readonly string[];
}

/** Rows less alike than this are one removed and one added, unless they stand alone between rows that match. */
const SAME_ROW = 0.3;
/** In a row that stands alone, cells that may differ: one removed and one added row are no more changes than that. */
const MAX_DIFFERING = 2;

/**
 * Columns first, by what they hold whatever its order; then rows by the columns that both versions have.
 *
 * Rows are matched in order by all their values, then in what is left by a key column if the table has one, by their
 * texts and formulas alone (a column of recalculated numbers must not undo the match), by their first cell, by likeness,
 * and last by position where both sides have equally many. What has an equal, a key or, without a key column, a likeness
 * elsewhere, moved. Where key columns are given, rows that have a key are matched by it alone, wherever they stand.
 */
export function alignGrid(
  before: Sheet,
  after: Sheet,
  contents: CellContents,
  givenKeys: readonly string[],
): GridAlignment {
  const columns = alignColumns(before, after, contents);
  const common = [...columns.inOrder, ...columns.moved];
  const places = [placesOf(common, 0), placesOf(common, 1)] as const;
  const whole = { beforeStart: 0, beforeEnd: before.rows.length, afterStart: 0, afterEnd: after.rows.length };
  const keys = findKeyColumns({ before, after, contents, columns: common, given: givenKeys });
  const signatures = (rule: SignatureRule): RowSignatures => ({
    before: (row) => rowSignature(before, row, places[0], contents, rule),
    after: (row) => rowSignature(after, row, places[1], contents, rule),
  });
  const keyPlaces = new Set(keys.places);
  const isKey = (_value: number, place: number): boolean => keyPlaces.has(place);
  const byKey = keyPlaces.size === 0 ? undefined : signatures({ counts: isKey, atLeast: keyPlaces.size });
  const { unique: strictKey, repeated } = onlyUnique(keys.areGiven ? byKey : undefined, whole);
  /** A row with a given key has no other way to be matched. */
  const withoutKey = (other: RowSignatures): RowSignatures =>
    strictKey === undefined
      ? other
      : {
          before: (row) => (strictKey.before(row) === NO_SIGNATURE ? other.before(row) : NO_SIGNATURE),
          after: (row) => (strictKey.after(row) === NO_SIGNATURE ? other.after(row) : NO_SIGNATURE),
        };

  const equal = withoutKey(signatures({ counts: () => true, atLeast: 1 }));
  const byTexts = signatures({ counts: (value) => contents.typeOf(value) !== "number", atLeast: 1 });
  const byFirstCell = signatures({ counts: () => true, atLeast: 1, atMost: 1 });
  const likeness = createRowLikeness([before, after], places, contents);

  let { inOrder, moved }: OrderedPairs =
    strictKey === undefined ? { inOrder: [], moved: [] } : splitByOrder(pairByUniqueSignature(strictKey, [], whole));
  for (const rule of [
    equal,
    ...(strictKey === undefined && byKey !== undefined ? [byKey] : []),
    byTexts,
    byFirstCell,
  ]) {
    inOrder = refine(inOrder, whole, (range) => alignWithin(range, withoutKey(rule)));
  }
  moved = [...moved, ...pairByUniqueSignature(equal, [...inOrder, ...moved], whole)];
  if (strictKey === undefined && byKey !== undefined) {
    const sameKey = pairByUniqueSignature(byKey, [...inOrder, ...moved], whole);
    moved = [...moved, ...sameKey.filter(([one, other]) => likeness.similarity(one, other) >= SAME_ROW)];
  }
  const gone = { before: new Set(moved.map(([one]) => one)), after: new Set(moved.map(([, other]) => other)) };
  const isOpen = {
    before: (row: number): boolean =>
      !gone.before.has(row) && (strictKey?.before(row) ?? NO_SIGNATURE) === NO_SIGNATURE,
    after: (row: number): boolean => !gone.after.has(row) && (strictKey?.after(row) ?? NO_SIGNATURE) === NO_SIGNATURE,
  };
  inOrder = refine(inOrder, whole, (range) => pairAlike(range, isOpen, likeness));
  if (byKey === undefined) moved = [...moved, ...findMovedAndEdited(likeness, [...inOrder, ...moved], whole)];
  // Rows that were matched by a key elsewhere may now stand in order among the others.
  const { inOrder: rows, moved: movedRows } = splitByOrder([...inOrder, ...moved]);
  return { columns, rows, movedRows, notes: [...keys.notes, ...repeatNote(repeated, after)] };
}

/** A key that several rows share tells none of them: such rows are matched as if they had none. */
function onlyUnique(
  keys: RowSignatures | undefined,
  { beforeEnd, afterEnd }: Range,
): { readonly unique: RowSignatures | undefined; readonly repeated: number } {
  if (keys === undefined) return { unique: undefined, repeated: 0 };
  const repeated = new Set<number>();
  for (const [end, keyOf] of [[beforeEnd, keys.before] as const, [afterEnd, keys.after] as const]) {
    const seen = new Set<number>();
    for (let row = 0; row < end; row++) {
      const key = keyOf(row);
      if (key === NO_SIGNATURE) continue;
      if (seen.has(key)) repeated.add(key);
      seen.add(key);
    }
  }
  if (repeated.size === 0) return { unique: keys, repeated: 0 };
  const unique =
    (keyOf: (row: number) => number) =>
    (row: number): number => {
      const key = keyOf(row);
      return repeated.has(key) ? NO_SIGNATURE : key;
    };
  return { unique: { before: unique(keys.before), after: unique(keys.after) }, repeated: repeated.size };
}

function repeatNote(repeated: number, { name }: Sheet): readonly string[] {
  if (repeated === 0) return [];
  const keys = repeated === 1 ? `One key of ${name} stands` : `${repeated} keys of ${name} stand`;
  return [`${keys} in several rows, which were matched by what they hold.`];
}

/** Column numbers are small, so that a place is found by index. */
function placesOf(common: readonly Pair[], side: 0 | 1): ColumnPlaces {
  const places = new Int32Array(Math.max(0, ...common.map((pair) => pair[side])) + 1).fill(-1);
  for (const [place, pair] of common.entries()) places[pair[side]] = place;
  return places;
}

function refine(pairs: readonly Pair[], whole: Range, pairIn: (range: Range) => readonly Pair[]): readonly Pair[] {
  const found = between(pairs, whole).flatMap((range) =>
    range.beforeStart === range.beforeEnd || range.afterStart === range.afterEnd ? [] : pairIn(range),
  );
  return found.length === 0 ? pairs : [...pairs, ...found].toSorted((one, other) => one[0] - other[0]);
}

/** Rows without a signature match nothing. */
function alignWithin(range: Range, { before, after }: RowSignatures): readonly Pair[] {
  const [rowsBefore, keysBefore] = signed(range.beforeStart, range.beforeEnd, before);
  const [rowsAfter, keysAfter] = signed(range.afterStart, range.afterEnd, after);
  return alignSequences(keysBefore, keysAfter).map(([one, other]) => [rowsBefore[one]!, rowsAfter[other]!]);
}

function signed(
  start: number,
  end: number,
  signature: (row: number) => number,
): readonly [rows: number[], signatures: number[]] {
  const [rows, signatures]: [number[], number[]] = [[], []];
  for (let row = start; row < end; row++) {
    const found = signature(row);
    if (found === NO_SIGNATURE) continue;
    rows.push(row);
    signatures.push(found);
  }
  return [rows, signatures];
}

function pairAlike(
  range: Range,
  isOpen: { before(row: number): boolean; after(row: number): boolean },
  { similarity, differingCells }: RowLikeness,
): readonly Pair[] {
  const openRows = (start: number, end: number, isRowOpen: (row: number) => boolean): readonly number[] =>
    Array.from({ length: end - start }, (_, index) => start + index).filter(isRowOpen);
  const rowsBefore = openRows(range.beforeStart, range.beforeEnd, isOpen.before);
  const rowsAfter = openRows(range.afterStart, range.afterEnd, isOpen.after);
  return pairSimilar(
    { beforeStart: 0, beforeEnd: rowsBefore.length, afterStart: 0, afterEnd: rowsAfter.length },
    {
      similarity: (one, other) => similarity(rowsBefore[one]!, rowsAfter[other]!),
      threshold: SAME_ROW,
      maxComparisons: MAX_COMPARISONS,
      pairRest: true,
    },
  )
    .map(([one, other]): Pair => [rowsBefore[one]!, rowsAfter[other]!])
    .filter(([one, other]) => differingCells(one, other) <= MAX_DIFFERING || similarity(one, other) >= SAME_ROW);
}
