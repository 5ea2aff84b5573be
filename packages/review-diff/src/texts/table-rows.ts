import type { ChangeList } from "../change-list.ts";
import { blockKey, markedText, oneLine, type Piece, type TextBlock } from "./block-text.ts";
import type { BlockStep } from "./pair-blocks.ts";

/** How the parsed view sets the cells of a row apart. */
const SEPARATOR = " | ";

/** By table, the column that came or went. */
export type TableColumns = ReadonlyMap<string, TableColumn>;

interface TableColumn {
  /** From 0, on the side that has it. */
  readonly index: number;
  readonly kind: "added" | "removed";
  /** Its cells in the rows that both versions have. */
  readonly cells: readonly string[];
  /** The row of the after version at which it is told. */
  readonly first: TextBlock;
}

/**
 * Adds what changed in a row that both versions have, cell by cell. Where their numbers of cells differ and no column of
 * the table explains it, as where cells were merged, the row is compared as one.
 */
export function compareRow(
  was: TextBlock,
  is: TextBlock,
  columns: TableColumns,
  list: ChangeList,
  compareBlock: (was: TextBlock, is: TextBlock, list: ChangeList) => void,
): void {
  const [before, after] = [cellsOf(was), cellsOf(is)];
  const column = is.table === undefined ? undefined : columns.get(is.table);
  if (column?.first === is) {
    const { kind, index, cells } = column;
    const address = `${is.table}&column=${index + 1}`;
    const side = kind === "added" ? "after" : "before";
    list.add({ kind, subject: "column", address, [side]: cells.join("\n"), cells });
  }
  const explains = column !== undefined && after.length - before.length === (column.kind === "added" ? 1 : -1);
  const left = explains && column.kind === "removed" ? before.toSpliced(column.index, 1) : before;
  const right = explains && column.kind === "added" ? after.toSpliced(column.index, 1) : after;
  if (left.length !== right.length) return compareBlock(was, is, list);
  for (const [index, cell] of right.entries()) {
    const other = left[index];
    if (other === undefined) continue;
    const place = index + (explains && column.kind === "added" && index >= column.index ? 1 : 0);
    compareBlock(cellBlock(was, other, place), cellBlock(is, cell, place), list);
  }
}

/** The columns that explain why rows of a table have another number of cells: one for all of them, or none. */
export function findTableColumns(steps: readonly BlockStep[]): TableColumns {
  const tables = new Map<string, { was: TextBlock; is: TextBlock }[]>();
  for (const step of steps) {
    if (step.type !== "kept" || step.is.table === undefined) continue;
    const rows = tables.get(step.is.table);
    if (rows === undefined) tables.set(step.is.table, [step]);
    else rows.push(step);
  }
  const columns = new Map<string, TableColumn>();
  for (const [table, rows] of tables) {
    const [first] = rows;
    const texts = rows.map(({ was, is }) => [was, is].map((row) => cellsOf(row).map(markedText)));
    const column = first && shiftedColumn(texts as [string[], string[]][]);
    if (first !== undefined && column !== undefined) columns.set(table, { ...column, first: first.is });
  }
  return columns;
}

function shiftedColumn(rows: readonly (readonly [string[], string[]])[]): Omit<TableColumn, "first"> | undefined {
  const [difference] = rows.map(([was, is]) => is.length - was.length);
  const isEven = rows.every(([was, is]) => is.length - was.length === difference);
  if (!isEven || (difference !== 1 && difference !== -1)) return undefined;
  const kind = difference === 1 ? "added" : "removed";
  const sides = rows.map(([was, is]) => (kind === "added" ? { long: is, short: was } : { long: was, short: is }));
  const width = Math.max(...sides.map(({ long }) => long.length));
  let best = { index: -1, same: 0 };
  for (let index = 0; index < width; index++) {
    let same = 0;
    for (const { long, short } of sides) {
      for (const [place, cell] of short.entries()) if (long[place < index ? place : place + 1] === cell) same++;
    }
    if (same > best.same) best = { index, same };
  }
  if (best.index < 0) return undefined;
  return { kind, index: best.index, cells: sides.map(({ long }) => long[best.index] ?? "") };
}

function cellsOf({ pieces }: TextBlock): readonly (readonly Piece[])[] {
  const cells: Piece[][] = [[]];
  for (const piece of pieces) {
    for (const [index, text] of piece.text.split(SEPARATOR).entries()) {
      if (index > 0) cells.push([]);
      if (text !== "") cells.at(-1)?.push({ ...piece, text });
    }
  }
  return cells;
}

function cellBlock(row: TextBlock, pieces: readonly Piece[], index: number): TextBlock {
  const text = markedText(pieces);
  const plain = oneLine(pieces.map((piece) => piece.text).join(""));
  return {
    address: `${row.address}&cell=${index + 1}`,
    subject: "cell",
    pieces,
    text,
    key: blockKey("cell", plain),
    style: "",
  };
}
