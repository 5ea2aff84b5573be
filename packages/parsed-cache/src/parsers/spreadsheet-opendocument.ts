import type { WorkBook, WorkSheet } from "xlsx";
import type { ParsedPart } from "../parts.ts";
import { type OfficePackage, readPart } from "./office/package.ts";
import { childElements, childNamed, eachElement, type XmlElement } from "./office/xml.ts";
import { createStyles } from "./opendocument/styles.ts";
import { OpenDocumentWalk } from "./opendocument/walk.ts";
import type { WordTally } from "./word-tally.ts";

type Block = Extract<ParsedPart, { readonly type: "block" }>;

/** Rows or columns from 0, both ends included. A hidden stretch may reach to the end of the sheet. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** What the library passes over in a sheet of OpenDocument. */
export interface OpenSheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly hiddenRows: readonly Stretch[];
  readonly hiddenColumns: readonly Stretch[];
  /** Cells that hold only a drawing, as row and column from 0: the library takes its words for theirs. */
  readonly drawnCells: readonly (readonly [row: number, column: number])[];
  /** Text boxes, pictures, and charts as the tables that they draw. */
  readonly blocks: readonly Block[];
}

const CONTAINERS: ReadonlySet<string> = new Set(
  "document-content body spreadsheet table table-rows table-row-group table-header-rows table-columns table-column-group table-header-columns".split(
    " ",
  ),
);
const DRAWINGS = new Set(["frame", "custom-shape", "g", "rect", "ellipse", "line"]);

/** The sheets of `content.xml`, in order. Charts and pictures are counted in `tally`. */
export function readOpenSheets(officePackage: OfficePackage, tally: WordTally): readonly OpenSheet[] {
  const content = officePackage.part("content.xml");
  const sheets: SheetReader[] = [];
  const hiddenStyles = new Set<string>();
  const styles = createStyles();
  const setting = {
    styles,
    changes: new Map(),
    tally,
    object: (name: string) => readPart(officePackage, `${name}/content.xml`),
    link: () => undefined,
  };
  if (content === undefined) return sheets;
  eachElement(
    content,
    "content.xml",
    CONTAINERS,
    (element) => {
      if (element.name === "automatic-styles") {
        styles.add(element);
        for (const name of hiddenTableStyles(element)) hiddenStyles.add(name);
      } else sheets.at(-1)?.read(element);
    },
    ({ name, attributes }) => {
      if (name !== "table") return;
      const sheet = attributes.get("name") ?? "";
      const isHidden = hiddenStyles.has(attributes.get("style-name") ?? "");
      const walk = new OpenDocumentWalk(setting, `sheet=${encodeURIComponent(sheet)}&`);
      sheets.push(new SheetReader(sheet, isHidden, walk));
    },
  );
  return sheets;
}

function hiddenTableStyles(styles: XmlElement): string[] {
  return childElements(styles).flatMap((style) => {
    const isHidden = childNamed(style, "table-properties")?.attributes.get("display") === "false";
    return isHidden ? [style.attributes.get("name") ?? ""] : [];
  });
}

class SheetReader implements OpenSheet {
  readonly name: string;
  readonly isHidden: boolean;
  readonly hiddenRows: Stretch[] = [];
  readonly hiddenColumns: Stretch[] = [];
  readonly drawnCells: (readonly [row: number, column: number])[] = [];
  readonly #walk: OpenDocumentWalk;
  #rows = 0;
  #columns = 0;

  constructor(name: string, isHidden: boolean, walk: OpenDocumentWalk) {
    this.name = name;
    this.isHidden = isHidden;
    this.#walk = walk;
  }

  get blocks(): readonly Block[] {
    return this.#walk.blocks;
  }

  read(element: XmlElement): void {
    // `filter`: hidden by a filter of the table.
    const isHidden = ["collapse", "filter"].includes(element.attributes.get("visibility") ?? "");
    if (element.name === "table-column") {
      const count = repeats(element, "number-columns-repeated");
      if (isHidden) this.hiddenColumns.push({ from: this.#columns, to: this.#columns + count - 1 });
      this.#columns += count;
    } else if (element.name === "table-row") {
      const count = repeats(element, "number-rows-repeated");
      if (isHidden) this.hiddenRows.push({ from: this.#rows, to: this.#rows + count - 1 });
      this.#cells(element);
      this.#rows += count;
    } else if (element.name === "shapes") for (const drawing of childElements(element)) this.#draw(drawing);
  }

  #cells(row: XmlElement): void {
    let column = 0;
    for (const cell of childElements(row)) {
      const drawings = childElements(cell).filter(({ name }) => DRAWINGS.has(name));
      for (const drawing of drawings) this.#draw(drawing);
      if (drawings.length > 0 && childNamed(cell, "p") === undefined) this.drawnCells.push([this.#rows, column]);
      column += repeats(cell, "number-columns-repeated");
    }
  }

  #draw(drawing: XmlElement): void {
    if (drawing.name === "frame" && childNamed(drawing, "text-box") === undefined) this.#walk.shape(drawing);
    else this.#walk.block(drawing);
  }
}

function repeats({ attributes }: XmlElement, name: string): number {
  const count = Number(attributes.get(name) ?? 1);
  return Number.isSafeInteger(count) && count > 0 ? count : 1;
}

/** Says to the workbook what the library did not see. Only stored rows and cells are touched, however far a stretch is. */
export function markOpenSheets(workbook: WorkBook, sheets: readonly OpenSheet[]): void {
  for (const open of sheets) {
    const index = workbook.SheetNames.indexOf(open.name);
    const sheet = workbook.Sheets[open.name];
    if (index < 0 || sheet === undefined) continue;
    if (open.isHidden) {
      const described = ((workbook.Workbook ??= {}).Sheets ??= []);
      described[index] = { ...described[index], Hidden: 1 };
    }
    markSheet(sheet, open);
  }
}

function markSheet(sheet: WorkSheet, { hiddenRows, hiddenColumns, drawnCells }: OpenSheet): void {
  const data = sheet["!data"] ?? [];
  for (const [row, column] of drawnCells) delete data[row]?.[column];
  const within = (stretches: readonly Stretch[], at: number): boolean =>
    stretches.some(({ from, to }) => at >= from && at <= to);
  const columns = new Set<number>();
  for (const row of Object.keys(data).map(Number)) {
    for (const column of Object.keys(data[row] ?? [])) columns.add(Number(column));
    if (within(hiddenRows, row)) (sheet["!rows"] ??= [])[row] = { ...sheet["!rows"]?.[row], hidden: true };
  }
  for (const column of columns) {
    if (within(hiddenColumns, column)) (sheet["!cols"] ??= [])[column] = { ...sheet["!cols"]?.[column], hidden: true };
  }
}
