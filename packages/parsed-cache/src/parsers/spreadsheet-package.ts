import { ParsedCacheError } from "../parsed-cache-error.ts";
import type { JsonValue, ParsedPart } from "../parts.ts";
import { embeddedNames, hasMacros, mainPartName, type OfficePackage, type Relationship } from "./office/package.ts";
import { descendantsNamed, readXml } from "./office/xml.ts";
import { binarySheets } from "./spreadsheet-binary.ts";
import { type CellChoices, choicesMetadata, readCellChoices } from "./spreadsheet-choices.ts";
import { readSheetDrawings } from "./spreadsheet-drawings.ts";
import { type IsoCells, readIsoCells } from "./spreadsheet-iso-cells.ts";
import { readSheetMargins } from "./spreadsheet-margins.ts";
import { type OpenSheet, readOpenSheets } from "./spreadsheet-opendocument.ts";
import { createWordTally, type WordTally } from "./word-tally.ts";

type Block = Extract<ParsedPart, { readonly type: "block" }>;

/** What the cells of a workbook do not say, read from the package around them. */
export interface WorkbookSurroundings {
  readonly macros: boolean;
  readonly embedded: readonly string[];
  readonly externalLinks: number;
  readonly charts: number;
  readonly images: number;
  readonly pivotTables: number;
  readonly tables: readonly { readonly name: string; readonly ref: string; readonly sheet: string }[];
  readonly rightToLeftSheets: readonly string[];
  readonly choices: readonly CellChoices[];
  readonly isoCells: readonly IsoCells[];
  /** What lies over the cells of the sheets, and what is printed above and below them. */
  readonly blocks: readonly Block[];
  /** Of OpenDocument, what the library passes over in its sheets, and what lies on them. */
  readonly openSheets: readonly OpenSheet[];
  readonly openTally?: WordTally;
}

/** Of an old binary workbook, which has no package. */
export const NO_SURROUNDINGS: WorkbookSurroundings = {
  macros: false,
  embedded: [],
  externalLinks: 0,
  charts: 0,
  images: 0,
  pivotTables: 0,
  tables: [],
  rightToLeftSheets: [],
  choices: [],
  isoCells: [],
  blocks: [],
  openSheets: [],
};

/**
 * Throws a `ParsedCacheError` `damaged` where a part declares entities: no spreadsheet program writes them, and they
 * are how a small file grows without bound in a reader that expands them.
 */
export function refuseDoctypes(officePackage: OfficePackage): void {
  for (const name of officePackage.names) {
    if (!/\.(?:xml|rels|vml)$/i.test(name)) continue;
    const bytes = officePackage.part(name);
    if (bytes === undefined || !Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes("<!DOCTYPE")) {
      continue;
    }
    throw new ParsedCacheError({
      code: "damaged",
      message: `Part ${name} cannot be read: it has a DOCTYPE, which office files never have.`,
    });
  }
}

/** Columns that a sheet can have, in every program. */
const MAX_COLUMNS = 16_384;

/**
 * Throws a `ParsedCacheError` `damaged` where a sheet declares more columns than there can be: the library makes one
 * object for each declared column, so a number alone could fill the memory. Column widths stand before the cells.
 */
export function refuseAbsurdColumns(officePackage: OfficePackage): void {
  for (const name of officePackage.names) {
    if (!/\/worksheets\/[^/]+\.xml$/i.test(name)) continue;
    const head = new TextDecoder().decode(officePackage.part(name)?.subarray(0, 65_536));
    for (const [, last] of head.matchAll(/<(?:\w+:)?col\s[^>]*?\bmax\s*=\s*["'](\d+)["']/g)) {
      if (Number(last) <= MAX_COLUMNS) continue;
      const message = `Part ${name} cannot be read: it declares column ${last}, and a sheet has ${MAX_COLUMNS}.`;
      throw new ParsedCacheError({ code: "damaged", message });
    }
  }
}

export function readSurroundings(officePackage: OfficePackage): WorkbookSurroundings {
  const tables: { name: string; ref: string; sheet: string }[] = [];
  const blocks: Block[] = [];
  const rightToLeftSheets: string[] = [];
  const choices: CellChoices[] = [];
  const isoCells: IsoCells[] = [];
  for (const { sheet, partName } of worksheets(officePackage)) {
    const bytes = officePackage.part(partName);
    if (isRightToLeft(bytes)) rightToLeftSheets.push(sheet);
    choices.push(...readCellChoices(bytes, sheet));
    isoCells.push(...readIsoCells(bytes, sheet));
    for (const link of officePackage.relationships(partName).values()) {
      if (link.type === "table") tables.push(...readTable(officePackage, link, sheet));
    }
    blocks.push(...readSheetMargins(bytes, sheet));
    blocks.push(...readSheetDrawings(officePackage, sheet, partName));
  }
  const partsIn = (folder: RegExp): number => officePackage.names.filter((name) => folder.test(name)).length;
  return {
    macros: hasMacros(officePackage),
    embedded: embeddedNames(officePackage),
    externalLinks: partsIn(/\/externalLinks\/[^/]+$/i),
    charts: partsIn(/\/charts\/chart[^/]*\.xml$/i),
    images: partsIn(/\/media\/[^/]+$/i),
    pivotTables: partsIn(/\/pivotTables\/[^/]+$/i),
    tables,
    rightToLeftSheets,
    choices,
    isoCells,
    blocks,
    openSheets: [],
  };
}

/** Of an OpenDocument package. */
export function readOpenSurroundings(officePackage: OfficePackage): WorkbookSurroundings {
  const openTally = createWordTally();
  const openSheets = readOpenSheets(officePackage, openTally);
  const blocks = openSheets.flatMap((sheet) => sheet.blocks);
  return { ...NO_SURROUNDINGS, embedded: embeddedNames(officePackage), openSheets, openTally, blocks };
}

export function surroundingsMetadata(surroundings: WorkbookSurroundings): Record<string, JsonValue> {
  const { tables, rightToLeftSheets, choices, embedded, macros } = surroundings;
  return {
    ...(tables.length > 0 && { tables: tables.map((table) => ({ ...table })) }),
    ...(rightToLeftSheets.length > 0 && { rightToLeftSheets }),
    ...choicesMetadata(choices),
    ...(embedded.length > 0 && { embedded }),
    ...(macros && { macros }),
  };
}

function worksheets(officePackage: OfficePackage): { sheet: string; partName: string }[] {
  const workbookName = mainPartName(officePackage);
  const bytes = workbookName === undefined ? undefined : officePackage.part(workbookName);
  if (workbookName === undefined || bytes === undefined) return [];
  const links = officePackage.relationships(workbookName);
  const isBinary = workbookName.toLowerCase().endsWith(".bin");
  const listed = isBinary
    ? binarySheets(bytes)
    : descendantsNamed(readXml(bytes, workbookName), "sheet").map(({ attributes }) => ({
        name: attributes.get("name") ?? "",
        id: attributes.get("id") ?? "",
      }));
  return listed.flatMap(({ name, id }) => {
    const link = links.get(id);
    return link === undefined ? [] : [{ sheet: name, partName: link.target }];
  });
}

/** The view settings stand before the cells, so the head of the part is enough. */
function isRightToLeft(bytes: Uint8Array | undefined): boolean {
  const head = new TextDecoder().decode(bytes?.subarray(0, 8192));
  return /<(?:\w+:)?sheetView\b[^>]*\brightToLeft="(?:1|true)"/.test(head);
}

function readTable(
  officePackage: OfficePackage,
  { target }: Relationship,
  sheet: string,
): { name: string; ref: string; sheet: string }[] {
  const bytes = officePackage.part(target);
  if (bytes === undefined || !target.toLowerCase().endsWith(".xml")) return [];
  const { attributes } = readXml(bytes, target);
  return [
    { name: attributes.get("displayName") ?? attributes.get("name") ?? "", ref: attributes.get("ref") ?? "", sheet },
  ];
}
