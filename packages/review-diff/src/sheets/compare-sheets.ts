import { between, type Pair } from "../align/align-sequences.ts";
import { uniquePairs } from "../align/unique-pairs.ts";
import type { ChangeList } from "../change-list.ts";
import type { Change } from "../file-diff.ts";
import { columnName, rangeText, sheetAddress } from "./cell-place.ts";
import { compareCells, contentText } from "./compare-cells.ts";
import { type Movement, moveReferences } from "./formula-references.ts";
import type { PlacedCell, Sheet, SheetRow } from "./sheet-model.ts";
import type { AlignedSheet } from "./sheet-movement.ts";

/** Of a column or sheet that came or went, so many cells or rows are shown. */
const SHOWN_CELLS = 20;

/** Adds what changed in one sheet; gives back the cells that were only recalculated. */
export function compareSheets(
  sheet: AlignedSheet,
  movement: Movement,
  list: ChangeList,
  signal: AbortSignal | undefined,
): readonly Omit<Change, "id">[] {
  const { before, after, alignment } = sheet;
  addLineChanges(sheet, list);
  const recalculated: Omit<Change, "id">[] = [];
  const toAfter = new Map(alignment.columns);
  const hidden = { before: 0, after: 0, flipped: 0 };
  for (const [one, other] of alignment.rows) {
    signal?.throwIfAborted();
    const [was, is] = [before.rows[one], after.rows[other]];
    if (was === undefined || is === undefined) continue;
    for (const { column, wasCell, isCell } of cellsByColumn(was, is, toAfter)) {
      const address = sheetAddress(after.name, `${columnName(column)}${is.number}`);
      const formula = wasCell?.cell.formula;
      const expected = formula === undefined ? undefined : moveReferences(formula, before.name, movement);
      const comparison = compareCells(wasCell?.cell, isCell?.cell, address, expected);
      for (const change of comparison.changes) list.add(change, after.name);
      if (comparison.recalculated !== undefined) recalculated.push(comparison.recalculated);
      if (wasCell === undefined || isCell === undefined) continue;
      if (wasCell.cell.hidden === true) hidden.before++;
      if (isCell.cell.hidden === true) hidden.after++;
      if (wasCell.cell.hidden !== isCell.cell.hidden) hidden.flipped++;
    }
  }
  if (hidden.flipped > 0) {
    const [was, is] = [hidden.before, hidden.after].map((count) => `${count} cells in hidden rows or columns`);
    list.add(
      { kind: "changed", subject: "hidden", address: sheetAddress(after.name), before: `${was}`, after: `${is}` },
      after.name,
    );
  }
  addMergeChanges(sheet, movement, list);
  return recalculated;
}

/** The cells of two rows by their column in the after version, in columns that both versions have. */
function* cellsByColumn(
  was: SheetRow,
  is: SheetRow,
  toAfter: ReadonlyMap<number, number>,
): Generator<{ column: number; wasCell?: PlacedCell; isCell?: PlacedCell }> {
  const common = new Set(toAfter.values());
  const waiting = new Map<number, PlacedCell>();
  for (const cell of was.cells) {
    const column = toAfter.get(cell.column);
    if (column !== undefined) waiting.set(column, cell);
  }
  for (const isCell of is.cells) {
    if (!common.has(isCell.column)) continue;
    const wasCell = waiting.get(isCell.column);
    waiting.delete(isCell.column);
    yield { column: isCell.column, isCell, ...(wasCell !== undefined && { wasCell }) };
  }
  for (const [column, wasCell] of waiting) yield { column, wasCell };
}

/** Rows and columns that came, went or moved, those without cells too. */
function addLineChanges(sheet: AlignedSheet, list: ChangeList): void {
  const { before, after, alignment } = sheet;
  const add = (change: Omit<Change, "id">): void => list.add(change, after.name);
  const rowsBefore = before.rows.map(({ number }) => number);
  const rowsAfter = after.rows.map(({ number }) => number);
  const gaps = [...lineGaps(rowsBefore, rowsAfter, alignment.rows)];
  const moved = findMovedRows(sheet, gaps);
  const wentElsewhere = new Set(moved.values());
  for (const gap of gaps) {
    for (const row of before.rows.slice(gap.beforeStart, gap.beforeEnd)) {
      if (wentElsewhere.has(row)) continue;
      add({ kind: "removed", subject: "row", address: rowAddress(before, row), before: rowText(row) });
    }
    for (const row of after.rows.slice(gap.afterStart, gap.afterEnd)) {
      const [address, origin] = [rowAddress(after, row), moved.get(row)];
      if (origin === undefined) add({ kind: "added", subject: "row", address, after: rowText(row) });
      else add({ kind: "moved", subject: "row", address, from: rowAddress(before, origin), after: rowText(row) });
    }
    addBlankLines("row", gap, before, after, add);
  }
  addColumnChanges(before, after, alignment.columns, add);
}

/** By the row after, the row before that holds the same in the columns of both, where only these two do. */
function findMovedRows(
  { before, after, alignment }: AlignedSheet,
  gaps: readonly LineGap[],
): ReadonlyMap<SheetRow, SheetRow> {
  const toAfter = new Map(alignment.columns);
  const common = new Set(toAfter.values());
  const keysOf = ({ cells }: SheetRow, columnOf: (column: number) => number | undefined): string =>
    cells
      .flatMap(({ column, key }) => (columnOf(column) === undefined ? [] : [`${columnOf(column)}${key}`]))
      .join("\u0001");
  const [left, came] = [
    gaps.flatMap((gap) => before.rows.slice(gap.beforeStart, gap.beforeEnd)),
    gaps.flatMap((gap) => after.rows.slice(gap.afterStart, gap.afterEnd)),
  ];
  const pairs = uniquePairs(
    left.map((row) => keysOf(row, (column) => toAfter.get(column))),
    came.map((row) => keysOf(row, (column) => (common.has(column) ? column : undefined))),
  );
  const moved = new Map<SheetRow, SheetRow>();
  for (const [one, other] of pairs) {
    const [was, is] = [left[one], came[other]];
    if (is !== undefined && was !== undefined) moved.set(is, was);
  }
  return moved;
}

function addColumnChanges(
  before: Sheet,
  after: Sheet,
  pairs: readonly Pair[],
  add: (change: Omit<Change, "id">) => void,
): void {
  const [storedBefore, storedAfter] = [new Set(before.columns), new Set(after.columns)];
  // A column that only one side has, paired all the same, is compared cell by cell.
  const isStored = ([one, other]: Pair): boolean => storedBefore.has(one) && storedAfter.has(other);
  for (const [one, other] of pairs.filter((pair) => !isStored(pair))) {
    storedBefore.delete(one);
    storedAfter.delete(other);
  }
  const [columnsBefore, columnsAfter] = [[...storedBefore], [...storedAfter]];
  const [placesBefore, placesAfter] = [columnsBefore, columnsAfter].map(
    (columns) => new Map(columns.map((column, place) => [column, place])),
  );
  const places = pairs
    .filter(isStored)
    .map(([one, other]): Pair => [placesBefore?.get(one) ?? 0, placesAfter?.get(other) ?? 0]);
  for (const gap of lineGaps(columnsBefore, columnsAfter, places)) {
    for (const change of columnContents(before, columnsBefore.slice(gap.beforeStart, gap.beforeEnd), "before")) {
      add({ kind: "removed", subject: "column", ...change });
    }
    for (const change of columnContents(after, columnsAfter.slice(gap.afterStart, gap.afterEnd), "after")) {
      add({ kind: "added", subject: "column", ...change });
    }
    addBlankLines("column", gap, before, after, add);
  }
}

interface LineGap {
  readonly beforeStart: number;
  readonly beforeEnd: number;
  readonly afterStart: number;
  readonly afterEnd: number;
  /** Blank lines that came (above 0) or went (below 0) before the line that follows the gap. */
  readonly blankLines: number;
  /** Numbers of the matched lines that follow. */
  readonly next: readonly [before: number, after: number] | undefined;
}

/**
 * What lies between lines that match. Lines without cells are not stored, but they move what is below them: a gap that
 * grew by more than the lines in it has got blank ones. A line that was cleared or filled in place moves nothing.
 */
function* lineGaps(before: readonly number[], after: readonly number[], pairs: readonly Pair[]): Generator<LineGap> {
  let [lastBefore, lastAfter] = [0, 0];
  const whole = { beforeStart: 0, beforeEnd: before.length, afterStart: 0, afterEnd: after.length };
  for (const range of between(pairs, whole)) {
    const [numberBefore, numberAfter] = [before[range.beforeEnd], after[range.afterEnd]];
    if (numberBefore === undefined || numberAfter === undefined) {
      yield { ...range, blankLines: 0, next: undefined };
      return;
    }
    const [removed, added] = [range.beforeEnd - range.beforeStart, range.afterEnd - range.afterStart];
    const growth = numberAfter - lastAfter - added - (numberBefore - lastBefore - removed);
    const blankLines = growth > 0 ? Math.max(0, growth - removed) : Math.min(0, growth + added);
    yield { ...range, blankLines, next: [numberBefore, numberAfter] };
    [lastBefore, lastAfter] = [numberBefore, numberAfter];
  }
}

function addBlankLines(
  subject: "row" | "column",
  { blankLines, next }: LineGap,
  before: Sheet,
  after: Sheet,
  add: (change: Omit<Change, "id">) => void,
): void {
  if (blankLines === 0 || next === undefined) return;
  const count = Math.abs(blankLines);
  const [sheet, end] = blankLines > 0 ? ([after, next[1] - 1] as const) : ([before, next[0] - 1] as const);
  const [first, last] = [end - count + 1, end].map((line) =>
    subject === "row" ? { row: line, column: 1 } : { row: 1, column: line },
  );
  if (first === undefined || last === undefined) return;
  const address = sheetAddress(sheet.name, rangeText(first, last));
  const text = `${count} empty ${subject}${count === 1 ? "" : "s"}`;
  add(
    blankLines > 0
      ? { kind: "added", subject, address, after: text }
      : { kind: "removed", subject, address, before: text },
  );
}

function rowAddress(sheet: Sheet, { number, cells }: SheetRow): string {
  const [first, last] = [cells[0]?.column ?? 1, cells.at(-1)?.column ?? 1];
  return sheetAddress(sheet.name, rangeText({ row: number, column: first }, { row: number, column: last }));
}

/** The contents of a row, ` | ` between them. */
export function rowText({ cells }: SheetRow): string {
  return cells.map(({ cell }) => contentText(cell)).join(" | ");
}

/** Address and first cells of whole columns, in one pass over the sheet. */
function columnContents(
  sheet: Sheet,
  columns: readonly number[],
  side: "before" | "after",
): readonly Pick<Change, "address" | "before" | "after">[] {
  if (columns.length === 0) return [];
  const contents = new Map(
    columns.map((column) => [column, { first: 0, last: 0, count: 0, shown: new Array<string>() }]),
  );
  for (const { number, cells } of sheet.rows) {
    for (const { column, cell } of cells) {
      const content = contents.get(column);
      if (content === undefined) continue;
      if (content.count++ === 0) content.first = number;
      content.last = number;
      if (content.shown.length < SHOWN_CELLS) content.shown.push(contentText(cell));
    }
  }
  return [...contents].map(([column, { first, last, count, shown }]) => {
    const rest = count - shown.length;
    return {
      address: sheetAddress(sheet.name, rangeText({ row: first, column }, { row: last, column })),
      [side]: `${shown.join(" | ")}${rest > 0 ? ` | … ${rest} more cells` : ""}`,
    };
  });
}

/** The first rows of a sheet that came or went. */
export function sheetText({ rows }: Sheet): string {
  const shown = rows.slice(0, SHOWN_CELLS).map(rowText);
  const rest = rows.length - shown.length;
  return [...shown, ...(rest > 0 ? [`… ${rest} more rows`] : [])].join("\n");
}

function addMergeChanges({ before, after }: AlignedSheet, movement: Movement, list: ChangeList): void {
  if (before.merged.length + after.merged.length === 0) return;
  const moved = new Map(before.merged.map((range) => [moveReferences(range, before.name, movement), range]));
  const kept = new Set(after.merged);
  for (const [range, original] of moved) {
    if (kept.has(range)) continue;
    list.add(
      { kind: "removed", subject: "merge", address: sheetAddress(before.name, original), before: original },
      after.name,
    );
  }
  for (const range of after.merged) {
    if (moved.has(range)) continue;
    list.add({ kind: "added", subject: "merge", address: sheetAddress(after.name, range), after: range }, after.name);
  }
}
