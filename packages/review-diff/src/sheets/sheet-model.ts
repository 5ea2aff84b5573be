import type { JsonValue, ParsedPart } from "@runningtab/parsed-cache";
import type { DiffInput } from "../file-diff.ts";
import { type CellContents } from "./cell-contents.ts";
import { cellPlace } from "./cell-place.ts";
import { createGrowingIntegers } from "./growing-integers.ts";
import { readTextTable, TEXT_TABLE } from "./text-table.ts";

/**
 * One sheet of one version: its stored cells, by row and then by column. Rows without cells are left out. Packed, since
 * a sheet of a million cells has to fit beside another one: the cells of row `i` stand from `starts[i]` to
 * `starts[i + 1]` in `columns` and `contents`.
 */
export interface Sheet {
  readonly name: string;
  readonly hidden: boolean;
  /** Numbers of the rows, from 1, ascending. */
  readonly rows: Int32Array;
  /** One more than there are rows. */
  readonly starts: Int32Array;
  /** Column number of each cell, from 1, ascending in each row. */
  readonly columns: Int32Array;
  /** Number of each cell's content in the `CellContents`. */
  readonly contents: Int32Array;
  /** Numbers of the columns that hold something, ascending. */
  readonly columnNumbers: readonly number[];
  readonly merged: readonly string[];
}

/** A name that formulas may use for a range. */
export interface DefinedName {
  readonly name: string;
  /** `Data!$A$1:$A$9`, or any other formula. */
  readonly ref: string;
  /** The sheet in which alone it holds; absent when it holds in the whole workbook. */
  readonly sheet?: string;
}

export interface Workbook {
  /** In their order. */
  readonly sheets: readonly Sheet[];
  readonly names: readonly DefinedName[];
  /** Parts other than cells: text boxes, losses. */
  readonly otherParts: readonly ParsedPart[];
  /** Whether the file tells numbers from texts, and has number formats; a table of text does not. */
  readonly isTyped: boolean;
}

/** Sheets found beside a name are at most so many rows and columns, in every program that writes them. */
const MAX_COLUMNS = 16_384;

/** Reads the parts of one version, or the bytes of a table of text, and keeps no part that holds cells. */
export async function readWorkbook(
  input: DiffInput,
  contents: CellContents,
  signal: AbortSignal | undefined,
): Promise<Workbook> {
  const isTyped = !TEXT_TABLE.test(input.path);
  const sheets = new Map<string, SheetBuilder>();
  const otherParts: ParsedPart[] = [];
  let names: readonly DefinedName[] = [];
  if (input.parts === undefined) {
    if (input.bytes !== undefined) sheets.set("", sheetOfText(input.bytes, contents));
    return { sheets: built(sheets), names, otherParts, isTyped };
  }
  for await (const part of input.parts()) {
    signal?.throwIfAborted();
    if (part.type === "metadata") names = definedNames(part.values["definedNames"]);
    if (part.type !== "sheet") {
      otherParts.push(part);
      continue;
    }
    const sheet = sheets.get(part.address) ?? createSheetBuilder(part.name, part.hidden);
    sheets.set(part.address, sheet);
    sheet.merged.push(...(part.merged ?? []));
    for (const cell of part.cells) {
      const place = cellPlace(cell.ref);
      if (place !== undefined && place.column <= MAX_COLUMNS)
        sheet.add(place.row, place.column, contents.add(cell, isTyped));
    }
  }
  return { sheets: built(sheets), names, otherParts, isTyped };
}

function built(sheets: ReadonlyMap<string, SheetBuilder>): readonly Sheet[] {
  return [...sheets.values()].map((sheet) => sheet.build());
}

/** The name that spreadsheet programs give to the one sheet of a table of text. */
const TEXT_SHEET = "Sheet1";

function sheetOfText(bytes: Uint8Array, contents: CellContents): SheetBuilder {
  const sheet = createSheetBuilder(TEXT_SHEET, false);
  for (const [row, { fields }] of readTextTable(bytes).lines.entries()) {
    for (const [column, text] of fields.entries()) {
      if (text !== "" && column < MAX_COLUMNS) sheet.add(row + 1, column + 1, contents.addText(text));
    }
  }
  return sheet;
}

function definedNames(values: JsonValue | undefined): readonly DefinedName[] {
  if (!Array.isArray(values)) return [];
  return (values as readonly JsonValue[]).flatMap((value): readonly DefinedName[] => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
    const { name, ref, sheet } = value as { readonly [key: string]: JsonValue };
    if (typeof name !== "string" || typeof ref !== "string") return [];
    return [{ name, ref, ...(typeof sheet === "string" && { sheet }) }];
  });
}

interface SheetBuilder {
  readonly merged: string[];
  add(row: number, column: number, content: number): void;
  build(): Sheet;
}

function createSheetBuilder(name: string, hidden: boolean): SheetBuilder {
  const merged: string[] = [];
  const [rows, columns, contents] = [createGrowingIntegers(), createGrowingIntegers(), createGrowingIntegers()];
  let isOrdered = true;
  let [lastRow, lastColumn] = [0, 0];
  return {
    merged,
    add(row, column, content) {
      if (row < lastRow || (row === lastRow && column <= lastColumn)) isOrdered = false;
      [lastRow, lastColumn] = [row, column];
      rows.push(row);
      columns.push(column);
      contents.push(content);
    },
    build() {
      const places = { rows: rows.toArray(), columns: columns.toArray(), contents: contents.toArray() };
      return { name, hidden, merged, ...pack(isOrdered ? places : ordered(places)) };
    },
  };
}

interface Places {
  readonly rows: Int32Array;
  readonly columns: Int32Array;
  readonly contents: Int32Array;
}

/** Parts promise no order of their cells. */
function ordered({ rows, columns, contents }: Places): Places {
  const order = Int32Array.from(rows.keys()).sort(
    (one, other) => rows[one]! - rows[other]! || columns[one]! - columns[other]! || one - other,
  );
  const sorted = (values: Int32Array): Int32Array => Int32Array.from(order, (index) => values[index]!);
  return { rows: sorted(rows), columns: sorted(columns), contents: sorted(contents) };
}

function pack({ rows: rowOfCell, columns, contents }: Places): Omit<Sheet, "name" | "hidden" | "merged"> {
  const [rows, starts] = [createGrowingIntegers(), createGrowingIntegers()];
  const used = new Set<number>();
  let last = 0;
  for (let index = 0; index < rowOfCell.length; index++) {
    const row = rowOfCell[index]!;
    used.add(columns[index]!);
    if (row === last) continue;
    rows.push(row);
    starts.push(index);
    last = row;
  }
  starts.push(rowOfCell.length);
  const columnNumbers = [...used].toSorted((one, other) => one - other);
  return { rows: rows.toArray(), starts: starts.toArray(), columns, contents, columnNumbers };
}
