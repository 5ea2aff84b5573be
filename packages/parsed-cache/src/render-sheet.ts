import { cellPlace, columnName } from "./column-name.ts";
import type { Address, Cell, ParsedPart } from "./parts.ts";
import type { RenderedLine, RenderedPage } from "./rendered-page.ts";
import { escapeCell } from "./table-cell.ts";

type SheetPart = Extract<ParsedPart, { readonly type: "sheet" }>;

interface Row {
  readonly number: number;
  readonly cells: ReadonlyMap<number, Cell>;
}

/** Of a page's merged ranges. */
const NAMED_RANGES = 40;
const ROWS_PER_PAGE = 100;
const CHARACTERS_PER_PAGE = 6000;

/**
 * A sheet as tables with row numbers and column letters, so that a reader can name each cell. Only rows and columns
 * that hold something are shown: two cells a million rows apart make a table of two rows.
 */
export function renderSheet(chunks: readonly SheetPart[]): RenderedPage[] {
  const { address, name, hidden, merged = [] } = chunks[0]!;
  const rows = rowsOf(chunks);
  const pages = pagesOfRows(rows);
  const title = `Sheet: ${name}${hidden ? " (hidden sheet)" : ""}`;
  if (pages.length === 0) return [{ address, text: `${title}\n(no cells)` }];
  return pages.map((page) => renderRows(address, title, page, merged, pages.length === 1));
}

function rowsOf(chunks: readonly SheetPart[]): Row[] {
  const rows = new Map<number, Map<number, Cell>>();
  for (const { cells } of chunks) {
    for (const cell of cells) {
      const place = cellPlace(cell.ref);
      if (place === undefined) continue;
      let row = rows.get(place.row);
      if (row === undefined) rows.set(place.row, (row = new Map()));
      row.set(place.column, cell);
    }
  }
  return [...rows].map(([number, cells]) => ({ number, cells })).toSorted((a, b) => a.number - b.number);
}

function pagesOfRows(rows: readonly Row[]): Row[][] {
  const pages: Row[][] = [];
  let characters = Infinity;
  for (const row of rows) {
    let size = 0;
    for (const cell of row.cells.values()) size += cellText(cell).length + 3;
    const page = pages.at(-1);
    if (page === undefined || page.length >= ROWS_PER_PAGE || characters + size > CHARACTERS_PER_PAGE) {
      pages.push([row]);
      characters = size;
    } else {
      page.push(row);
      characters += size;
    }
  }
  return pages;
}

/** `sheet` is the sheet's address. */
function renderRows(
  sheet: Address,
  title: string,
  rows: readonly Row[],
  merged: readonly string[],
  isWhole: boolean,
): RenderedPage {
  const columns = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))].toSorted((a, b) => a - b);
  const [first, last] = [columnName(columns[0]! - 1), columnName(columns.at(-1)! - 1)];
  const range = (from: number, to: number): string => `${first}${from}:${last}${to}`;
  const [firstRow, lastRow] = [rows[0]!.number, rows.at(-1)!.number];
  const address = isWhole ? sheet : `${sheet}&range=${range(firstRow, lastRow)}`;
  const texts = [title, `|  | ${columns.map((column) => columnHead(column, rows)).join(" | ")} |`];
  texts.push(`| --- |${" --- |".repeat(columns.length)}`);
  const lines: RenderedLine[] = texts.map(() => ({ address }));
  for (const row of rows) {
    const isHidden = [...row.cells.values()].every((cell) => cell.hidden === true);
    let text = `| ${row.number}${isHidden ? " (hidden)" : ""} |`;
    const spans: { start: number; end: number; address: string }[] = [];
    for (const column of columns) {
      const cell = row.cells.get(column);
      const start = text.length + 1;
      text += ` ${cell === undefined ? "" : cellText(cell)} |`;
      if (cell !== undefined) spans.push({ start, end: text.length - 2, address: `${sheet}&cell=${cell.ref}` });
    }
    texts.push(text);
    lines.push({ address: `${sheet}&range=${range(row.number, row.number)}`, spans });
  }
  const note = mergedNote(merged, firstRow, lastRow);
  if (note !== undefined) {
    texts.push(note);
    lines.push({ address });
  }
  return { address, text: texts.join("\n"), lines };
}

/** Names the merged ranges that begin in these rows: each shows its first cell alone. */
function mergedNote(merged: readonly string[], firstRow: number, lastRow: number): string | undefined {
  const here = merged.filter((range) => {
    const row = cellPlace(range.split(":")[0]!)?.row ?? 0;
    return row >= firstRow && row <= lastRow;
  });
  if (here.length === 0) return undefined;
  const more = here.length > NAMED_RANGES ? ` and ${here.length - NAMED_RANGES} more` : "";
  return `(merged cells: ${here.slice(0, NAMED_RANGES).join(", ")}${more})`;
}

function columnHead(column: number, rows: readonly Row[]): string {
  const cells = rows.flatMap(({ cells: inRow }) => inRow.get(column) ?? []);
  return `${columnName(column - 1)}${cells.every((cell) => cell.hidden === true) ? " (hidden)" : ""}`;
}

/**
 * `3 {=SUM(A1:A2)}`; a formula that the file holds no value for is marked, and so is a value that its number format shows
 * nothing of: neither looks like an empty cell.
 */
export function cellText({ shown, raw, formula, comment }: Cell): string {
  const isInvisible = shown.trim() === "" && raw !== undefined && String(raw).trim() !== "";
  let text = isInvisible ? `${raw} (not shown)` : shown;
  if (formula !== undefined) text += text === "" ? `{=${formula}} (not computed)` : ` {=${formula}}`;
  if (comment !== undefined) text += ` [comment: ${comment}]`;
  return escapeCell(text).replaceAll(/\r\n|\n|\r/g, "<br>");
}
