import {
  contentTypes,
  coreProperties,
  escapeXml,
  packageRelations,
  relations,
  xmlHead,
  zipParts,
} from "./zip-parts.ts";

/** A cell with more than a value. */
export interface WorkbookCell {
  /** The stored value; of a formula, the value the program cached. Absent: a formula never calculated. */
  readonly value?: string | number | boolean;
  /** Without the leading `=`. */
  readonly formula?: string;
  /** A number format such as `#,##0.00` or `0.0%`; default `General`. */
  readonly format?: string;
  /** An ISO date, `2024-03-01`: stored as a serial number with a date format unless `format` says otherwise. */
  readonly date?: string;
}

/** `null` leaves the cell out. */
export type WorkbookValue = string | number | boolean | null | WorkbookCell;

export interface WorkbookSheet {
  readonly name: string;
  readonly rows: readonly (readonly WorkbookValue[])[];
  readonly hidden?: true;
  /** Row numbers, from 1, that the program does not show. */
  readonly hiddenRows?: readonly number[];
  /** Ranges such as `A1:C1`. */
  readonly merged?: readonly string[];
}

export interface WorkbookOptions {
  readonly sheets: readonly WorkbookSheet[];
  readonly title?: string;
  readonly author?: string;
}

const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const sheetType = (name: string): string => `application/vnd.openxmlformats-officedocument.spreadsheetml.${name}+xml`;

/** A workbook (SpreadsheetML) with formulas and their cached values, number formats, hidden sheets and rows, merged cells. */
export function writeXlsx(options: WorkbookOptions): Uint8Array {
  const formats: string[] = [];
  const styleOf = (format: string | undefined): number => {
    if (format === undefined) return 0;
    if (!formats.includes(format)) formats.push(format);
    return formats.indexOf(format) + 1;
  };
  const parts: Record<string, string> = {};
  const types: Record<string, string> = {
    "/xl/workbook.xml": sheetType("sheet.main"),
    "/xl/styles.xml": sheetType("styles"),
  };
  options.sheets.forEach((sheet, index) => {
    parts[`xl/worksheets/sheet${index + 1}.xml`] = sheetXml(sheet, styleOf);
    types[`/xl/worksheets/sheet${index + 1}.xml`] = sheetType("worksheet");
  });
  const sheets = options.sheets.map(
    (sheet, index) =>
      `<sheet name="${escapeXml(sheet.name)}" sheetId="${index + 1}"${sheet.hidden ? ' state="hidden"' : ""} r:id="rId${index + 1}"/>`,
  );
  return zipParts({
    ...parts,
    "[Content_Types].xml": contentTypes(types),
    "_rels/.rels": packageRelations("xl/workbook.xml"),
    "docProps/core.xml": coreProperties(options),
    "xl/workbook.xml": `${xmlHead}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.join("")}</sheets></workbook>`,
    "xl/styles.xml": stylesXml(formats),
    "xl/_rels/workbook.xml.rels": relations([
      ...options.sheets.map((_, index) => ({
        id: `rId${index + 1}`,
        type: `${office}/worksheet`,
        target: `worksheets/sheet${index + 1}.xml`,
      })),
      { id: `rId${options.sheets.length + 1}`, type: `${office}/styles`, target: "styles.xml" },
    ]),
  });
}

/** `1` is `A`, `27` is `AA`. */
export function columnName(column: number): string {
  let name = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name;
  }
  return name;
}

function sheetXml(sheet: WorkbookSheet, styleOf: (format: string | undefined) => number): string {
  const rows = sheet.rows.map((row, rowIndex) => {
    const cells = row.map((value, columnIndex) => {
      const ref = `${columnName(columnIndex + 1)}${rowIndex + 1}`;
      return value === null ? "" : cellXml(ref, typeof value === "object" ? value : { value }, styleOf);
    });
    const hidden = sheet.hiddenRows?.includes(rowIndex + 1) === true ? ' hidden="1"' : "";
    return `<row r="${rowIndex + 1}"${hidden}>${cells.join("")}</row>`;
  });
  const merged = (sheet.merged ?? []).map((range) => `<mergeCell ref="${range}"/>`).join("");
  const mergedXml = merged === "" ? "" : `<mergeCells>${merged}</mergeCells>`;
  return `${xmlHead}<worksheet xmlns="${main}"><sheetData>${rows.join("")}</sheetData>${mergedXml}</worksheet>`;
}

function cellXml(ref: string, cell: WorkbookCell, styleOf: (format: string | undefined) => number): string {
  const format = cell.format ?? (cell.date === undefined ? undefined : "yyyy-mm-dd");
  const value = cell.date === undefined ? cell.value : serialOf(cell.date);
  const style = format === undefined ? "" : ` s="${styleOf(format)}"`;
  const formula = cell.formula === undefined ? "" : `<f>${escapeXml(cell.formula)}</f>`;
  switch (typeof value) {
    case "undefined":
      return `<c r="${ref}"${style}>${formula}</c>`;
    case "boolean":
      return `<c r="${ref}"${style} t="b">${formula}<v>${value ? 1 : 0}</v></c>`;
    case "number":
      return `<c r="${ref}"${style}>${formula}<v>${value}</v></c>`;
    case "string":
      return formula === ""
        ? `<c r="${ref}"${style} t="inlineStr"><is><t xml:space="preserve">${escapeXml(value)}</t></is></c>`
        : `<c r="${ref}"${style} t="str">${formula}<v>${escapeXml(value)}</v></c>`;
    default:
      return value satisfies never;
  }
}

/** Days since 30 December 1899, which is how workbooks count from March 1900 on. */
function serialOf(date: string): number {
  return (Date.parse(`${date}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000;
}

function stylesXml(formats: readonly string[]): string {
  const numberFormats = formats.map(
    (format, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escapeXml(format)}"/>`,
  );
  const uses = formats.map(
    (_, index) => `<xf numFmtId="${164 + index}" fontId="0" fillId="0" borderId="0" applyNumberFormat="1"/>`,
  );
  return (
    `${xmlHead}<styleSheet xmlns="${main}">` +
    (formats.length === 0 ? "" : `<numFmts count="${formats.length}">${numberFormats.join("")}</numFmts>`) +
    `<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>` +
    `<fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders>` +
    `<cellStyleXfs count="1"><xf/></cellStyleXfs>` +
    `<cellXfs count="${formats.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>${uses.join("")}</cellXfs>` +
    `</styleSheet>`
  );
}
