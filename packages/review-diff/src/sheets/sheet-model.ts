import type { Cell, ParsedPart } from "@runningtab/parsed-cache";
import { cellPlace } from "./cell-place.ts";
import { formulaSkeleton } from "./formula-references.ts";

export interface PlacedCell {
  /** From 1. */
  readonly column: number;
  readonly cell: Cell;
  /** Equal for cells whose content is the same; of a formula without its references and its value. */
  readonly key: string;
}

export interface SheetRow {
  /** From 1. */
  readonly number: number;
  /** By column. */
  readonly cells: readonly PlacedCell[];
}

/** One sheet of one version: its stored cells by row, blank rows left out. */
export interface Sheet {
  readonly name: string;
  readonly hidden: boolean;
  readonly rows: readonly SheetRow[];
  /** Numbers of the columns that hold something, ascending. */
  readonly columns: readonly number[];
  readonly merged: readonly string[];
}

/** The sheets in the order of the workbook; the chunks of one sheet are joined. */
export function readSheets(parts: readonly ParsedPart[]): readonly Sheet[] {
  const sheets = new Map<string, GrowingSheet>();
  for (const part of parts) {
    if (part.type !== "sheet") continue;
    const sheet: GrowingSheet = sheets.get(part.address) ?? {
      name: part.name,
      hidden: part.hidden,
      merged: [],
      rows: new Map(),
    };
    sheets.set(part.address, sheet);
    sheet.merged.push(...(part.merged ?? []));
    for (const cell of part.cells) {
      const place = cellPlace(cell.ref);
      if (place === undefined) continue;
      const row = sheet.rows.get(place.row);
      const placed = { column: place.column, cell, key: cellKey(cell) };
      if (row === undefined) sheet.rows.set(place.row, [placed]);
      else row.push(placed);
    }
  }
  return [...sheets.values()].map(({ name, hidden, merged, rows }) => {
    const columns = new Set<number>();
    for (const cells of rows.values()) {
      cells.sort((one, other) => one.column - other.column);
      for (const { column } of cells) columns.add(column);
    }
    return {
      name,
      hidden,
      merged,
      rows: [...rows].map(([number, cells]) => ({ number, cells })).toSorted((one, other) => one.number - other.number),
      columns: [...columns].toSorted((one, other) => one - other),
    };
  });
}

interface GrowingSheet {
  readonly name: string;
  readonly hidden: boolean;
  readonly merged: string[];
  readonly rows: Map<number, PlacedCell[]>;
}

function cellKey({ formula, raw }: Cell): string {
  if (formula !== undefined) return `f${formulaSkeleton(formula)}`;
  return raw === undefined ? "" : `${typeof raw === "number" ? "n" : typeof raw === "boolean" ? "b" : "s"}${raw}`;
}
