import type { Pair } from "../align/align-sequences.ts";
import type { Change } from "../file-diff.ts";
import { rangeText, sheetAddress } from "./cell-place.ts";
import type { CellContents } from "./cell-contents.ts";
import { blankRuns, type LineGap, lineGaps } from "./line-gaps.ts";
import type { Sheet } from "./sheet-model.ts";
import type { AlignedSheet } from "./sheet-movement.ts";
import { type ColumnText, columnTexts, rowAddress, rowCells, rowText } from "./sheet-texts.ts";

type AddChange = (change: Omit<Change, "id">) => void;

/** Adds the rows that came, went or moved, those without cells too. */
export function compareRows({ before, after, alignment }: AlignedSheet, contents: CellContents, add: AddChange): void {
  const origins = new Map(alignment.movedRows.map(([one, other]) => [other, one]));
  const gaps = lineGaps({
    before: before.rows,
    after: after.rows,
    pairs: alignment.rows,
    movedBefore: new Set(origins.values()),
    movedAfter: new Set(origins.keys()),
  });
  const wentElsewhere = new Set(origins.values());
  const addRow = (kind: "added" | "removed", row: number, isInPlace: boolean): void => {
    const sheet = kind === "added" ? after : before;
    const cells = rowCells(sheet, row, contents);
    const [address, text] = [rowAddress(sheet, row), rowText(cells)];
    const side = kind === "added" ? { after: text } : { before: text };
    if (!isInPlace) add({ kind, subject: "row", address, ...side, cells });
    else add({ kind: "changed", subject: "row", address, before: "", after: "", ...side, cells });
  };
  for (const gap of gaps) {
    let { cleared, filled } = gap;
    for (let row = gap.beforeStart; row < gap.beforeEnd; row++) {
      if (!wentElsewhere.has(row)) addRow("removed", row, cleared-- > 0);
    }
    for (let row = gap.afterStart; row < gap.afterEnd; row++) {
      const origin = origins.get(row);
      if (origin === undefined) {
        addRow("added", row, filled-- > 0);
        continue;
      }
      const cells = rowCells(after, row, contents);
      const [address, from] = [rowAddress(after, row), rowAddress(before, origin)];
      add({ kind: "moved", subject: "row", address, from, after: rowText(cells), cells });
    }
    addBlankLines("row", gap, [before, after], [before.rows, after.rows], add);
  }
}

/** Adds the columns that came, went or moved. */
export function compareColumns(
  { before, after, alignment }: AlignedSheet,
  contents: CellContents,
  add: AddChange,
): void {
  const { inOrder, moved } = alignment.columns;
  const [storedBefore, storedAfter] = [new Set(before.columnNumbers), new Set(after.columnNumbers)];
  // A column that only one side has, paired all the same, is compared cell by cell.
  const isStored = ([one, other]: Pair): boolean => storedBefore.has(one) && storedAfter.has(other);
  for (const [one, other] of inOrder.filter((pair) => !isStored(pair))) {
    storedBefore.delete(one);
    storedAfter.delete(other);
  }
  const [columnsBefore, columnsAfter] = [[...storedBefore], [...storedAfter]];
  const [placesBefore, placesAfter] = [placesIn(columnsBefore), placesIn(columnsAfter)];
  const origins = new Map(moved.map(([one, other]) => [other, one]));
  const wentElsewhere = new Set(origins.values());
  const gaps = [
    ...lineGaps({
      before: columnsBefore,
      after: columnsAfter,
      pairs: inOrder
        .filter(isStored)
        .map(([one, other]): Pair => [placesBefore.get(one) ?? 0, placesAfter.get(other) ?? 0]),
      movedBefore: new Set([...wentElsewhere].map((column) => placesBefore.get(column) ?? -1)),
      movedAfter: new Set([...origins.keys()].map((column) => placesAfter.get(column) ?? -1)),
    }),
  ];
  const inGaps = (columns: readonly number[], of: (gap: LineGap) => readonly [number, number]): readonly number[] =>
    gaps.flatMap((gap) => columns.slice(...of(gap)));
  const [left, came] = [
    inGaps(columnsBefore, (gap) => [gap.beforeStart, gap.beforeEnd]),
    inGaps(columnsAfter, (gap) => [gap.afterStart, gap.afterEnd]),
  ];
  const [textsBefore, textsAfter] = [columnTexts(before, left, contents), columnTexts(after, came, contents)];
  const addColumn = (kind: "added" | "removed", { address, text, cells }: ColumnText, isInPlace: boolean): void => {
    const side = kind === "added" ? { after: text } : { before: text };
    if (!isInPlace) add({ kind, subject: "column", address, ...side, cells });
    else add({ kind: "changed", subject: "column", address, before: "", after: "", ...side, cells });
  };
  for (const gap of gaps) {
    let { cleared, filled } = gap;
    for (const column of columnsBefore.slice(gap.beforeStart, gap.beforeEnd)) {
      const text = textsBefore.get(column);
      if (text !== undefined && !wentElsewhere.has(column)) addColumn("removed", text, cleared-- > 0);
    }
    for (const column of columnsAfter.slice(gap.afterStart, gap.afterEnd)) {
      const text = textsAfter.get(column);
      if (text === undefined) continue;
      const { address, cells } = text;
      const from = textsBefore.get(origins.get(column) ?? 0)?.address;
      if (from === undefined) addColumn("added", text, filled-- > 0);
      else add({ kind: "moved", subject: "column", address, from, after: text.text, cells });
    }
    addBlankLines("column", gap, [before, after], [columnsBefore, columnsAfter], add);
  }
}

function placesIn(columns: readonly number[]): ReadonlyMap<number, number> {
  return new Map(columns.map((column, place) => [column, place]));
}

function addBlankLines(
  subject: "row" | "column",
  { blankLines, last, next, ...gap }: LineGap,
  sheets: readonly [before: Sheet, after: Sheet],
  numbers: readonly [before: ArrayLike<number>, after: ArrayLike<number>],
  add: AddChange,
): void {
  if (blankLines === 0 || next === undefined) return;
  const side = blankLines > 0 ? 1 : 0;
  const [start, end] = side === 1 ? [gap.afterStart, gap.afterEnd] : [gap.beforeStart, gap.beforeEnd];
  const stored = new Set(Array.from({ length: end - start }, (_, index) => numbers[side][start + index] ?? 0));
  for (const [first, final] of blankRuns(stored, [last[side], next[side]], Math.abs(blankLines))) {
    const [from, to] = [first, final].map((line) =>
      subject === "row" ? { row: line, column: 1 } : { row: 1, column: line },
    );
    const address = sheetAddress(sheets[side].name, rangeText(from!, to!));
    const count = final - first + 1;
    const text = `${count} empty ${subject}${count === 1 ? "" : "s"}`;
    if (side === 1) add({ kind: "added", subject, address, after: text });
    else add({ kind: "removed", subject, address, before: text });
  }
}
