import type { CellObject, WorkBook, WorkSheet } from "xlsx";
import { columnName } from "../column-name.ts";
import { isCompoundFile } from "../compound-file.ts";
import type { DocumentParser, Limits } from "../document-parser.ts";
import { ParsedCacheError } from "../parsed-cache-error.ts";
import type { Cell, JsonValue } from "../parts.ts";
import { resolveEntities } from "./office/entities.ts";
import { unlockOpenDocument } from "./office/open-document-lock.ts";
import { openOfficePackage } from "./office/package.ts";
import { createPartOutput, type PartOutput } from "./office/part-output.ts";
import { openEncrypted, passwordNeeded, passwordOf, passwordWrong } from "./office/password.ts";
import { readBinaryObjects } from "./spreadsheet-97-objects.ts";
import { type CellReading, createCellReading, readCell } from "./spreadsheet-cells.ts";
import { markIsoCells } from "./spreadsheet-iso-cells.ts";
import { markOpenSheets } from "./spreadsheet-opendocument.ts";
import {
  NO_SURROUNDINGS,
  readOpenSurroundings,
  readSurroundings,
  refuseAbsurdColumns,
  refuseDoctypes,
  surroundingsMetadata,
  type WorkbookSurroundings,
} from "./spreadsheet-package.ts";

type Library = typeof import("xlsx");

/** Cells and characters in one `sheet` part: large enough to be cheap, small enough to send between processes. */
const CELLS_A_PART = 2_000;
const CHARACTERS_A_PART = 500_000;

const STATES = ["visible", "hidden", "veryHidden"] as const;

/** What one workbook lost in the reading, counted over its sheets. */
interface WorkbookTally {
  cells: number;
  skippedCells: number;
  uncomputedFormulas: number;
  hiddenRows: number;
  hiddenColumns: number;
  readonly links: Set<string>;
}

/** Links to the outside that the metadata lists. */
const MAX_LISTED_LINKS = 200;

/**
 * XLSX, XLSM, XLSB, XLS and ODS: per sheet the stored cells with shown value, raw value, formula and number format, in
 * the order of the workbook. Cells are found by what is stored, never by the declared range, so that one cell in the
 * last row costs one cell. Options: `{ "password": "…" }`.
 */
export const parser: DocumentParser = {
  async parse(bytes, options, emit, limits) {
    const library = await import("xlsx");
    const password = passwordOf(options);
    const decrypted = await openEncrypted(bytes, password);
    const opened = isZip(decrypted) ? await unlockOpenDocument(decrypted, password, limits) : decrypted;
    const surroundings = await inspectContainer(opened, limits);
    const workbook = readWorkbook(library, opened, password, surroundings.openTally !== undefined);
    markOpenSheets(workbook, surroundings.openSheets);
    markIsoCells(workbook, surroundings.isoCells, usesDate1904(workbook), (sheet, ref) => {
      const { r, c } = library.utils.decode_cell(ref);
      return sheet["!data"]?.[r]?.[c];
    });
    const output = createPartOutput(emit, limits);

    const tally: WorkbookTally = {
      cells: 0,
      skippedCells: 0,
      uncomputedFormulas: 0,
      hiddenRows: 0,
      hiddenColumns: 0,
      links: new Set(),
    };
    const date1904 = usesDate1904(workbook);
    const reading = createCellReading(
      date1904,
      (format) => library.SSF.is_date(format) === true,
      (format, value) => String(library.SSF.format(format, value, { date1904 })),
    );
    for (const [index, name] of workbook.SheetNames.entries()) {
      const sheet = workbook.Sheets[name];
      if (sheet === undefined || isChartSheet(sheet)) continue;
      const hidden = sheetState(workbook, index) !== "visible";
      putSheet(library, output, { name, hidden, sheet }, reading, tally, limits);
    }
    for (const block of surroundings.blocks) output.put(block);
    putLosses(output, workbook, tally, surroundings, limits);
    surroundings.openTally?.putLosses(output);
    const links = [...tally.links];
    output.put({
      type: "metadata",
      values: { ...workbookMetadata(workbook, surroundings), ...(links.length > 0 && { links }) },
    });
  },
};

/**
 * Opens the package by our own reader first: it counts what it inflates, refuses entity declarations, and sees what the
 * library does not report. Old binary workbooks have no package; anything else is refused, since the library would
 * read any bytes as a table of text.
 */
async function inspectContainer(bytes: Uint8Array, limits: Limits): Promise<WorkbookSurroundings> {
  if (isCompoundFile(bytes)) {
    const macros = Buffer.from(bytes).includes(Buffer.from("_VBA_PROJECT_CUR", "utf16le"));
    return { ...NO_SURROUNDINGS, ...readBinaryObjects(bytes, limits), macros };
  }
  if (isBareBinarySheet(bytes)) return NO_SURROUNDINGS;
  if (!isZip(bytes)) {
    throw new ParsedCacheError({
      code: "damaged",
      message: "Not a workbook: the file begins like no XLSX, XLSB, ODS or XLS. It may be text or cut off.",
    });
  }
  const officePackage = await openOfficePackage(bytes, limits);
  refuseDoctypes(officePackage);
  refuseAbsurdColumns(officePackage);
  const manifest = officePackage.part("META-INF/manifest.xml");
  return manifest === undefined ? readSurroundings(officePackage) : readOpenSurroundings(officePackage);
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b;
}

/** Excel 2 to 4 wrote the records of a sheet without a container, beginning with a BOF record of its version. */
function isBareBinarySheet(bytes: Uint8Array): boolean {
  return bytes[0] === 0x09 && [0x00, 0x02, 0x04, 0x08].includes(bytes[1] ?? -1);
}

function readWorkbook(
  library: Library,
  bytes: Uint8Array,
  password: string | undefined,
  isOpenDocument: boolean,
): WorkBook {
  try {
    const workbook = library.read(bytes, {
      type: "array",
      dense: true,
      cellFormula: true,
      cellNF: true,
      cellStyles: true,
      cellDates: false,
      cellHTML: false,
      // In ODS a stub may be repeated over the whole sheet, and the library would make each one.
      sheetStubs: !isOpenDocument,
      ...(password !== undefined && { password }),
    });
    return isOpenDocument ? withResolvedNames(workbook) : workbook;
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause);
    if (/encryption scheme/i.test(found)) {
      const message =
        "The workbook is encrypted as old XLS files are, which is not undone. Save a copy without a password.";
      throw new ParsedCacheError({ code: "unsupported", message, cause });
    }
    if (/password/i.test(found)) throw password === undefined ? passwordNeeded() : passwordWrong(cause);
    throw new ParsedCacheError({ code: "damaged", message: `The workbook cannot be read: ${found}.`, cause });
  }
}

/** The library leaves the entities in the sheet names of ODS as they stand in the file. */
function withResolvedNames(workbook: WorkBook): WorkBook {
  const names = workbook.SheetNames.map(resolveEntities);
  const sheets = workbook.SheetNames.flatMap((name, index) => {
    const sheet = workbook.Sheets[name];
    return sheet === undefined ? [] : [[names[index] ?? name, sheet] as const];
  });
  return { ...workbook, SheetNames: names, Sheets: Object.fromEntries(sheets) };
}

function putSheet(
  library: Library,
  output: PartOutput,
  { name, hidden, sheet }: { name: string; hidden: boolean; sheet: WorkSheet },
  reading: CellReading,
  tally: WorkbookTally,
  limits: Limits,
): void {
  const address = `sheet=${encodeURIComponent(name)}`;
  const merged = sheet["!merges"]?.map((range) => library.utils.encode_range(range)) ?? [];
  const hiddenColumns = new Set<number>();
  let cells: Cell[] = [];
  let characters = 0;
  let isFirst = true;
  const flush = (): void => {
    output.put({ type: "sheet", address, name, hidden, cells, ...(isFirst && merged.length > 0 && { merged }) });
    isFirst = false;
    cells = [];
    characters = 0;
  };
  // `Object.keys` of a sparse array visits only what is there.
  const rows: CellObject[][] = sheet["!data"] ?? [];
  for (const rowKey of Object.keys(rows)) {
    const row = Number(rowKey);
    const rowHidden = sheet["!rows"]?.[row]?.hidden === true;
    const before = tally.cells;
    for (const columnKey of Object.keys(rows[row] ?? [])) {
      const column = Number(columnKey);
      const stored = rows[row]?.[column];
      if (stored === undefined) continue;
      const link = stored.l?.Target;
      if (link !== undefined && /^\w+:/.test(link) && tally.links.size < MAX_LISTED_LINKS) tally.links.add(link);
      const columnHidden = sheet["!cols"]?.[column]?.hidden === true;
      const ref = `${columnName(column)}${row + 1}`;
      const cell = readCell(ref, stored, rowHidden || columnHidden, reading);
      if (cell === undefined) continue;
      if (tally.cells >= limits.maxCells || output.isFull) {
        tally.skippedCells++;
        continue;
      }
      tally.cells++;
      if (cell.formula !== undefined && cell.raw === undefined) tally.uncomputedFormulas++;
      if (columnHidden) hiddenColumns.add(column);
      cells.push(cell);
      characters += cell.shown.length;
    }
    if (rowHidden && tally.cells > before) tally.hiddenRows++;
    if (cells.length >= CELLS_A_PART || characters >= CHARACTERS_A_PART) flush();
  }
  if (cells.length > 0 || isFirst) flush();
  tally.hiddenColumns += hiddenColumns.size;
}

function putLosses(
  output: PartOutput,
  workbook: WorkBook,
  tally: WorkbookTally,
  surroundings: WorkbookSurroundings,
  limits: Limits,
): void {
  if (tally.skippedCells > 0 && !output.isFull) {
    output.loss("truncated", tally.skippedCells, `cells beyond the limit of ${limits.maxCells}`);
  }
  output.loss(
    "formulas-without-value",
    tally.uncomputedFormulas,
    "the program that wrote the file did not compute them",
  );
  const sheets = describeSheets(workbook);
  const hiddenSheets = sheets.filter(({ state }) => state !== "visible");
  output.loss("hidden-sheets", hiddenSheets.length, hiddenSheets.map(({ name }) => name).join(", "));
  output.loss("hidden-rows", tally.hiddenRows, "shown here, marked as hidden");
  output.loss("hidden-columns", tally.hiddenColumns, "shown here, marked as hidden");
  const chartSheets = sheets.filter(({ kind }) => kind === "chart");
  output.loss("chart-sheets", chartSheets.length, chartSheets.map(({ name }) => name).join(", "));
  output.loss("charts", surroundings.charts, "shown by their texts and the values kept with them");
  output.loss("images", surroundings.images);
  output.loss("pivot-tables", surroundings.pivotTables, "only their stored cells are shown");
  output.loss("embedded-objects", surroundings.embedded.length, surroundings.embedded.join(", "));
  output.loss("external-links", surroundings.externalLinks, "values as last stored");
  output.loss("macros", surroundings.macros ? 1 : 0, "never run");
}

function workbookMetadata(workbook: WorkBook, surroundings: WorkbookSurroundings): Record<string, JsonValue> {
  const { Title, Author, LastAuthor, CreatedDate, ModifiedDate } = workbook.Props ?? {};
  const names = (workbook.Workbook?.Names ?? []).map(({ Name, Ref, Sheet }) => {
    const scope = Sheet === undefined ? undefined : workbook.SheetNames[Sheet];
    return { name: Name, ref: Ref ?? "", ...(scope !== undefined && { sheet: scope }) };
  });
  const texts = {
    title: textProperty(Title),
    author: textProperty(Author),
    lastModifiedBy: textProperty(LastAuthor),
    created: textProperty(CreatedDate),
    modified: textProperty(ModifiedDate),
  };
  return {
    ...Object.fromEntries(Object.entries(texts).flatMap(([key, text]) => (text === undefined ? [] : [[key, text]]))),
    dateSystem: usesDate1904(workbook) ? 1904 : 1900,
    sheetCount: workbook.SheetNames.length,
    sheets: describeSheets(workbook).map((sheet) => ({ ...sheet })),
    ...(names.length > 0 && { definedNames: names }),
    ...surroundingsMetadata(surroundings),
  };
}

/** Properties come typed but unchecked from the file. */
function textProperty(value: unknown): string | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
  return typeof value === "string" && value !== "" ? value : undefined;
}

interface SheetDescription {
  readonly name: string;
  readonly state: (typeof STATES)[number];
  readonly kind?: "chart";
  /** As the file declares it, which may be far beyond its cells. */
  readonly dimension?: string;
  /** What the cells that the file stores reach over, those with only a style too; absent where that is the same. */
  readonly storedRange?: string;
}

function describeSheets(workbook: WorkBook): readonly SheetDescription[] {
  return workbook.SheetNames.map((name, index) => {
    const sheet = workbook.Sheets[name];
    const dimension = sheet?.["!ref"];
    const stored = storedRange(sheet);
    return {
      name,
      state: sheetState(workbook, index),
      ...(sheet !== undefined && isChartSheet(sheet) && { kind: "chart" as const }),
      ...(typeof dimension === "string" && { dimension }),
      ...(stored !== undefined && stored !== dimension && { storedRange: stored }),
    };
  });
}

function storedRange(sheet: WorkSheet | undefined): string | undefined {
  const rows = Object.entries<CellObject[]>(sheet?.["!data"] ?? []);
  let [top, left, bottom, right] = [Infinity, Infinity, -1, -1];
  for (const [row, cells] of rows) {
    for (const column of Object.keys(cells).map(Number)) {
      [left, right] = [Math.min(left, column), Math.max(right, column)];
      [top, bottom] = [Math.min(top, Number(row)), Math.max(bottom, Number(row))];
    }
  }
  return bottom < 0 ? undefined : `${columnName(left)}${top + 1}:${columnName(right)}${bottom + 1}`;
}

function sheetState(workbook: WorkBook, index: number): SheetDescription["state"] {
  return STATES[Number(workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0)] ?? "visible";
}

function isChartSheet(sheet: WorkSheet): boolean {
  return sheet["!type"] === "chart";
}

function usesDate1904(workbook: WorkBook): boolean {
  return workbook.Workbook?.WBProps?.date1904 === true;
}
