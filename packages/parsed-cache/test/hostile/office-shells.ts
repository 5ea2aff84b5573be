import { makeZip, type ZipMember } from "../make-zip.ts";

const RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE_RELATIONSHIPS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const TYPES = "http://schemas.openxmlformats.org/package/2006/content-types";

function relationships(target: string, type: string): string {
  return `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${OFFICE_RELATIONSHIPS}/${type}" Target="${target}"/></Relationships>`;
}

function contentTypes(part: string, kind: string): string {
  return `<Types xmlns="${TYPES}"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${kind}.main+xml"/></Types>`;
}

/** A Word document with this body; `head` stands before the root element. */
export function docxWith(body: string, { head = "", extra = [] as readonly ZipMember[] } = {}): Uint8Array {
  return makeZip([
    { name: "[Content_Types].xml", bytes: contentTypes("word/document.xml", "wordprocessingml.document") },
    { name: "_rels/.rels", bytes: relationships("word/document.xml", "officeDocument") },
    {
      name: "word/document.xml",
      bytes: `<?xml version="1.0"?>${head}<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`,
    },
    ...extra,
  ]);
}

export const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

export interface WorkbookShell {
  readonly sheetName?: string;
  /** What stands in the sheet's root element. */
  readonly sheet: string;
  readonly definedNames?: string;
  readonly strings?: string;
  readonly head?: string;
  readonly extra?: readonly ZipMember[];
}

/** A workbook of one sheet, written by hand. */
export function xlsxWith(shell: WorkbookShell): Uint8Array {
  const { sheetName = "S", sheet, definedNames = "", strings, head = "", extra = [] } = shell;
  return makeZip([
    { name: "[Content_Types].xml", bytes: contentTypes("xl/workbook.xml", "spreadsheetml.sheet") },
    { name: "_rels/.rels", bytes: relationships("xl/workbook.xml", "officeDocument") },
    {
      name: "xl/workbook.xml",
      bytes: `<workbook xmlns="${SHEET}" xmlns:r="${OFFICE_RELATIONSHIPS}"><sheets><sheet name="${sheetName}" sheetId="1" r:id="rId1"/></sheets>${definedNames}</workbook>`,
    },
    {
      name: "xl/_rels/workbook.xml.rels",
      bytes: `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${OFFICE_RELATIONSHIPS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE_RELATIONSHIPS}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    },
    {
      name: "xl/worksheets/sheet1.xml",
      bytes: `<?xml version="1.0"?>${head}<worksheet xmlns="${SHEET}">${sheet}</worksheet>`,
    },
    ...(strings === undefined
      ? []
      : [{ name: "xl/sharedStrings.xml", bytes: `<sst xmlns="${SHEET}">${strings}</sst>` }]),
    ...extra,
  ]);
}

/** An OpenDocument spreadsheet with these tables. */
export function odsWith(tables: string, head = ""): Uint8Array {
  const names = ["office", "table", "text"].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  );
  return makeZip([
    { name: "mimetype", bytes: "application/vnd.oasis.opendocument.spreadsheet" },
    { name: "META-INF/manifest.xml", bytes: "<manifest/>" },
    { name: "styles.xml", bytes: `<office:document-styles ${names.join(" ")}/>` },
    {
      name: "content.xml",
      bytes: `${head}<office:document-content ${names.join(" ")}><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    },
  ]);
}
