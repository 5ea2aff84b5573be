import { rangeText, sheetAddress } from "./cell-place.ts";
import type { CellContents } from "./cell-contents.ts";
import { contentText } from "./compare-cells.ts";
import type { Sheet } from "./sheet-model.ts";

/** Of a column or sheet that came or went, so many cells or rows are shown. */
const SHOWN_CELLS = 20;

/** From the first to the last cell of a row. */
export function rowAddress(sheet: Sheet, row: number): string {
  const [first, last] = [sheet.starts[row]!, sheet.starts[row + 1]! - 1];
  const number = sheet.rows[row]!;
  const range = rangeText(
    { row: number, column: sheet.columns[first] ?? 1 },
    { row: number, column: sheet.columns[last] ?? 1 },
  );
  return sheetAddress(sheet.name, range);
}

/** What a row holds from its first column on, blank cells as empty texts. */
export function rowCells(sheet: Sheet, row: number, contents: CellContents): readonly string[] {
  const cells: string[] = [];
  for (let cell = sheet.starts[row]!; cell < sheet.starts[row + 1]!; cell++) {
    const column = sheet.columns[cell]!;
    while (cells.length < column - 1) cells.push("");
    cells[column - 1] = contentText(contents.contentOf(sheet.contents[cell]!));
  }
  return cells;
}

/** The contents of a row, ` | ` between them. */
export function rowText(cells: readonly string[]): string {
  return cells.filter((cell) => cell !== "").join(" | ");
}

/** The first rows of a sheet that came or went. */
export function sheetText(sheet: Sheet, contents: CellContents): string {
  const shown = Array.from(sheet.rows.subarray(0, SHOWN_CELLS).keys(), (row) =>
    rowText(rowCells(sheet, row, contents)),
  );
  const rest = sheet.rows.length - shown.length;
  return [...shown, ...(rest > 0 ? [`… ${rest} more rows`] : [])].join("\n");
}

export interface ColumnText {
  readonly address: string;
  /** The first cells, ` | ` between them. */
  readonly text: string;
  /** What it holds from the first row on, blank cells as empty texts. */
  readonly cells: readonly string[];
}

/** Whole columns by their numbers, in one pass over the sheet. */
export function columnTexts(
  sheet: Sheet,
  columns: readonly number[],
  contents: CellContents,
): ReadonlyMap<number, ColumnText> {
  const gathered = new Map(columns.map((column) => [column, new Array<string>()]));
  if (columns.length === 0) return new Map();
  for (const [row, number] of sheet.rows.entries()) {
    for (let cell = sheet.starts[row]!; cell < sheet.starts[row + 1]!; cell++) {
      const cells = gathered.get(sheet.columns[cell]!);
      if (cells === undefined) continue;
      while (cells.length < number - 1) cells.push("");
      cells.push(contentText(contents.contentOf(sheet.contents[cell]!)));
    }
  }
  return new Map(
    [...gathered].map(([column, cells]) => {
      const filled = cells.filter((text) => text !== "");
      const rest = filled.length - SHOWN_CELLS;
      const first =
        Math.max(
          0,
          cells.findIndex((text) => text !== ""),
        ) + 1;
      const range = rangeText({ row: first, column }, { row: cells.length, column });
      return [
        column,
        {
          address: sheetAddress(sheet.name, range),
          text: `${filled.slice(0, SHOWN_CELLS).join(" | ")}${rest > 0 ? ` | … ${rest} more cells` : ""}`,
          cells,
        },
      ];
    }),
  );
}
