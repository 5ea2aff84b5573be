import type { Pair } from "../align/align-sequences.ts";
import type { ChangeList } from "../change-list.ts";
import type { Change } from "../file-diff.ts";
import type { CellContent, CellContents } from "./cell-contents.ts";
import { columnName, sheetAddress } from "./cell-place.ts";
import { compareCells } from "./compare-cells.ts";
import { compareColumns, compareRows } from "./compare-lines.ts";
import { type Movement, moveReferences } from "./formula-references.ts";
import type { Sheet } from "./sheet-model.ts";
import type { AlignedSheet } from "./sheet-movement.ts";

/** What the comparison of all sheets of two workbooks shares. */
export interface SheetComparison {
  readonly contents: CellContents;
  readonly movement: Movement;
  readonly list: ChangeList;
  readonly haveFormats: boolean;
  readonly signal: AbortSignal | undefined;
}

/** From so many rows that moved, and more than half of all, the sheet was put in another order. */
const MANY_MOVED = 20;

/** Adds what changed in one sheet; gives back the cells that were only recalculated. */
export function compareSheets(sheet: AlignedSheet, comparison: SheetComparison): readonly Omit<Change, "id">[] {
  const { before, after, alignment } = sheet;
  const { contents, list, signal } = comparison;
  const add = (change: Omit<Change, "id">): void => list.add(change, after.name);
  for (const note of alignment.notes) list.note(note);
  const [moved, all] = [alignment.movedRows.length, alignment.movedRows.length + alignment.rows.length];
  if (moved >= MANY_MOVED && moved > all / 2)
    list.note(`${after.name} is in another order: ${moved} of ${all} rows moved.`);
  compareRows(sheet, contents, add);
  compareColumns(sheet, contents, add);

  const recalculated: Omit<Change, "id">[] = [];
  let areSomeHiddenOrShown = false;
  const cells = createRowPairReader(sheet);
  const rows = [...alignment.rows, ...alignment.movedRows].toSorted((one, other) => one[1] - other[1]);
  for (const [one, other] of rows) {
    signal?.throwIfAborted();
    const number = after.rows[other]!;
    cells(one, other, (column, was, is) => {
      const [wasCell, isCell] = [contentOf(was, contents), contentOf(is, contents)];
      if (wasCell !== undefined && isCell !== undefined && wasCell.hidden !== isCell.hidden)
        areSomeHiddenOrShown = true;
      const comparedCell = compareCells({
        was: wasCell,
        is: isCell,
        address: sheetAddress(after.name, `${columnName(column)}${number}`),
        isSameValue: was !== NO_CELL && is !== NO_CELL && contents.valueOf(was) === contents.valueOf(is),
        haveFormats: comparison.haveFormats,
        expectedFormula: (formula) => moveReferences(formula, before.name, comparison.movement),
      });
      for (const change of comparedCell.changes) add(change);
      if (comparedCell.recalculated !== undefined) recalculated.push(comparedCell.recalculated);
    });
  }
  if (areSomeHiddenOrShown) {
    const [was, is] = [before, after].map((side) => `${countHidden(side, contents)} cells in hidden rows or columns`);
    add({ kind: "changed", subject: "hidden", address: sheetAddress(after.name), before: `${was}`, after: `${is}` });
  }
  compareMerges(sheet, comparison.movement, add);
  return recalculated;
}

const NO_CELL = -1;

function contentOf(id: number, contents: CellContents): CellContent | undefined {
  return id === NO_CELL ? undefined : contents.contentOf(id);
}

/**
 * Visits the cells of two rows that are the same row, by their column after, in columns that both versions have; only
 * those whose contents differ. Columns may have moved, so that one array holds the row before by column after.
 */
function createRowPairReader({ before, after, alignment }: AlignedSheet) {
  const { inOrder, moved } = alignment.columns;
  const common: readonly Pair[] = [...inOrder, ...moved];
  const toAfter = new Int32Array(Math.max(0, ...common.map(([one]) => one)) + 1);
  const width = Math.max(0, ...common.map(([, other]) => other)) + 1;
  const isCommon = new Uint8Array(width);
  for (const [one, other] of common) {
    toAfter[one] = other;
    isCommon[other] = 1;
  }
  const waiting = new Int32Array(width).fill(NO_CELL);
  return (one: number, other: number, visit: (column: number, was: number, is: number) => void): void => {
    let left = 0;
    for (let cell = before.starts[one]!; cell < before.starts[one + 1]!; cell++) {
      const column = toAfter[before.columns[cell]!] ?? 0;
      if (column === 0) continue;
      waiting[column] = before.contents[cell]!;
      left++;
    }
    for (let cell = after.starts[other]!; cell < after.starts[other + 1]!; cell++) {
      const column = after.columns[cell]!;
      if (isCommon[column] !== 1) continue;
      const [was, is] = [waiting[column]!, after.contents[cell]!];
      waiting[column] = NO_CELL;
      if (was !== NO_CELL) left--;
      if (was !== is) visit(column, was, is);
    }
    for (let column = 1; left > 0 && column < width; column++) {
      const was = waiting[column]!;
      if (was === NO_CELL) continue;
      waiting[column] = NO_CELL;
      left--;
      visit(column, was, NO_CELL);
    }
  };
}

function countHidden(sheet: Sheet, contents: CellContents): number {
  return sheet.contents.reduce((count, id) => count + (contents.contentOf(id).hidden === true ? 1 : 0), 0);
}

function compareMerges(
  { before, after }: AlignedSheet,
  movement: Movement,
  add: (change: Omit<Change, "id">) => void,
): void {
  if (before.merged.length + after.merged.length === 0) return;
  const moved = new Map(before.merged.map((range) => [moveReferences(range, before.name, movement), range]));
  const kept = new Set(after.merged);
  for (const [range, original] of moved) {
    if (kept.has(range)) continue;
    add({ kind: "removed", subject: "merge", address: sheetAddress(before.name, original), before: original });
  }
  for (const range of after.merged) {
    if (moved.has(range)) continue;
    add({ kind: "added", subject: "merge", address: sheetAddress(after.name, range), after: range });
  }
}
