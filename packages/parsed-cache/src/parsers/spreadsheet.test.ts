import { describe, expect, it } from "vitest";
import * as library from "xlsx";
import type { Limits } from "../document-parser.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import type { Cell, JsonValue, ParsedPart } from "../parts.ts";
import { zipOf } from "../../test/make-zip.ts";
import { parser } from "./spreadsheet.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

interface WorkbookParts {
  /** Inside `worksheet`. */
  readonly sheet: string;
  /** Inside `workbook`, before the sheets. */
  readonly workbook?: string;
  readonly styles?: string;
  readonly more?: Readonly<Record<string, string>>;
  readonly sheetName?: string;
}

function workbookOf({ sheet, workbook = "", styles = "", more = {}, sheetName = "Data" }: WorkbookParts): Uint8Array {
  const link = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${LINKS}/${type}" Target="${target}"/>`;
  const links = (...all: string[]): string =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join("")}</Relationships>`;
  return zipOf({
    "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
      <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
      <Default Extension="xml" ContentType="application/xml"/>
      <Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>
      <Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>
      <Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
    "_rels/.rels": links(link("rId1", "officeDocument", "xl/workbook.xml")),
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${LINKS}">${workbook}<sheets><sheet name="${sheetName}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": links(
      link("rId1", "worksheet", "worksheets/sheet1.xml"),
      link("rId2", "styles", "styles.xml"),
    ),
    "xl/styles.xml": `<styleSheet xmlns="${MAIN}">${styles}</styleSheet>`,
    "xl/worksheets/sheet1.xml": `<worksheet xmlns="${MAIN}">${sheet}</worksheet>`,
    ...more,
  });
}

const DATE_STYLES = `<cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="46" applyNumberFormat="1"/></cellXfs>`;

async function parse(
  bytes: Uint8Array,
  limits: Partial<Limits> = {},
  options: JsonValue = {},
): Promise<readonly ParsedPart[]> {
  const parts: ParsedPart[] = [];
  await parser.parse(bytes, options, (part) => void parts.push(part), { ...DEFAULT_LIMITS, ...limits });
  return parts;
}

function cells(parts: readonly ParsedPart[]): ReadonlyMap<string, Cell> {
  return new Map(parts.flatMap((part) => (part.type === "sheet" ? part.cells.map((cell) => [cell.ref, cell]) : [])));
}

function loss(parts: readonly ParsedPart[], kind: string): (ParsedPart & { type: "loss" }) | undefined {
  return parts.find((part): part is ParsedPart & { type: "loss" } => part.type === "loss" && part.kind === kind);
}

function metadata(parts: readonly ParsedPart[]): Readonly<Record<string, JsonValue>> {
  return parts.find((part) => part.type === "metadata")?.values ?? {};
}

const inline = (ref: string, text: string): string => `<c r="${ref}" t="inlineStr"><is><t>${text}</t></is></c>`;

describe("spreadsheet parser", () => {
  it("keeps the words NA and NULL, and an empty cell empty (C04)", async () => {
    const sheet = `<sheetData><row r="1">${inline("A1", "region")}${inline("B1", "status")}${inline("C1", "empty")}</row>
      <row r="2">${inline("A2", "NA")}${inline("B2", "NULL")}</row></sheetData>`;
    const found = cells(await parse(workbookOf({ sheet })));
    expect([found.get("A2")?.raw, found.get("B2")?.shown, found.get("C2")]).toEqual(["NA", "NULL", undefined]);
  });

  it("keeps a formula without a stored value, and says that it was never computed (C05)", async () => {
    const sheet = `<sheetData><row r="1"><c r="E1"><f>1+1</f></c><c r="G1"><f>SUM(1,2)</f><v>3</v></c></row></sheetData>`;
    const parts = await parse(workbookOf({ sheet }));
    expect(cells(parts).get("G1")).toEqual({ ref: "G1", shown: "3", raw: 3, formula: "SUM(1,2)" });
    expect(cells(parts).get("E1")).toEqual({ ref: "E1", shown: "", formula: "1+1" });
    expect(loss(parts, "formulas-without-value")?.count).toBe(1);
  });

  it("reads a date by its serial, in both date systems, and a duration as a number (C06)", async () => {
    const sheet = (serial: number): string =>
      `<sheetData><row r="1"><c r="A1" s="1"><v>${serial}</v></c><c r="B1" s="2"><v>1.5</v></c></row></sheetData>`;
    const in1900 = await parse(workbookOf({ sheet: sheet(42878), styles: DATE_STYLES }));
    const in1904 = await parse(
      workbookOf({ sheet: sheet(42878 - 1462), styles: DATE_STYLES, workbook: '<workbookPr date1904="1"/>' }),
    );
    for (const parts of [in1900, in1904]) {
      expect(cells(parts).get("A1")?.raw).toBe("2017-05-23");
      expect(cells(parts).get("B1")).toMatchObject({ raw: 1.5, format: "[h]:mm:ss", shown: "36:00:00" });
    }
    expect([metadata(in1900)["dateSystem"], metadata(in1904)["dateSystem"]]).toEqual([1900, 1904]);
  });

  it("costs one cell for one cell in the last corner of the sheet", async () => {
    const sheet = `<dimension ref="A1:XFD1048576"/><sheetData>
      <row r="1">${inline("A1", "first")}</row><row r="1048576">${inline("XFD1048576", "last")}</row></sheetData>`;
    const parts = await parse(workbookOf({ sheet }));
    expect([...cells(parts).keys()]).toEqual(["A1", "XFD1048576"]);
    expect(parts.filter((part) => part.type === "sheet")).toHaveLength(1);
  });

  it("marks hidden rows and columns, and counts those that hold something", async () => {
    const sheet = `<cols><col min="2" max="2" width="9" hidden="1"/><col min="5" max="9" width="9" hidden="1"/></cols><sheetData>
      <row r="1">${inline("A1", "seen")}${inline("B1", "column")}</row>
      <row r="2" hidden="1">${inline("A2", "row")}</row><row r="3" hidden="1"/></sheetData>`;
    const parts = await parse(workbookOf({ sheet }));
    const found = cells(parts);
    expect(["A1", "B1", "A2"].map((ref) => found.get(ref)?.hidden)).toEqual([undefined, true, true]);
    expect([loss(parts, "hidden-rows")?.count, loss(parts, "hidden-columns")?.count]).toEqual([1, 1]);
  });

  it("stops at the limit of cells and says how many it left out", async () => {
    const rows = Array.from(
      { length: 50 },
      (_, row) => `<row r="${row + 1}"><c r="A${row + 1}"><v>${row}</v></c></row>`,
    );
    const parts = await parse(workbookOf({ sheet: `<sheetData>${rows.join("")}</sheetData>` }), { maxCells: 20 });
    expect(cells(parts).size).toBe(20);
    expect(loss(parts, "truncated")).toMatchObject({ count: 30 });
  });

  it("gives what fits of a sheet with huge texts", async () => {
    const text = "x".repeat(30_000);
    const rows = Array.from({ length: 60 }, (_, row) => `<row r="${row + 1}">${inline(`A${row + 1}`, text)}</row>`);
    const parts = await parse(workbookOf({ sheet: `<sheetData>${rows.join("")}</sheetData>` }), {
      maxOutputCharacters: 1_000_000,
    });
    expect(cells(parts).size).toBeGreaterThan(10);
    expect(cells(parts).size).toBeLessThan(60);
    expect(loss(parts, "truncated")?.count).toBe(1);
  });

  it(
    "gives a large sheet in chunks of whole rows under one address, merged ranges once",
    { timeout: 120_000 },
    async () => {
      const table = Array.from({ length: 1_500 }, (_, row) => [row, `name ${row}`]);
      const sheet = library.utils.aoa_to_sheet(table);
      sheet["!merges"] = [{ s: { r: 0, c: 0 }, e: { r: 1, c: 1 } }];
      const workbook = library.utils.book_new();
      library.utils.book_append_sheet(workbook, sheet, "Q1 plan & more");
      for (const bookType of ["xlsx", "xlsb", "biff8", "ods"] as const) {
        const bytes = new Uint8Array(library.write(workbook, { type: "array", bookType }) as ArrayBuffer);
        const chunks = (await parse(bytes)).filter((part) => part.type === "sheet");
        expect(chunks.length, bookType).toBeGreaterThan(1);
        expect(new Set(chunks.map((part) => part.address)), bookType).toEqual(
          new Set(["sheet=Q1%20plan%20%26%20more"]),
        );
        expect(
          chunks.map((part) => part.merged?.length),
          bookType,
        ).toEqual([1, ...chunks.slice(1).map(() => undefined)]);
        expect(cells(chunks).get("B1500")?.raw, bookType).toBe("name 1499");
        const rows = chunks.map((chunk) => new Set(chunk.cells.map(({ ref }) => ref.replace(/\D/g, ""))));
        expect(
          [...(rows[0] ?? [])].some((row) => rows[1]?.has(row)),
          bookType,
        ).toBe(false);
      }
    },
  );

  it("reads defined names, comments and an error value", async () => {
    const sheet = library.utils.aoa_to_sheet([[1, { t: "e", v: 0x0f, w: "#VALUE!" }]]);
    const cell = sheet["A1"] as library.CellObject;
    library.utils.cell_add_comment(cell, "check & confirm", "Ann");
    const workbook = library.utils.book_new();
    library.utils.book_append_sheet(workbook, sheet, "Data");
    workbook.Workbook = { Names: [{ Name: "Rate", Ref: "Data!$A$1" }] };
    const bytes = new Uint8Array(library.write(workbook, { type: "array", bookType: "xlsx" }) as ArrayBuffer);
    const parts = await parse(bytes);
    expect(cells(parts).get("A1")?.comment).toBe("Ann: check & confirm");
    expect(cells(parts).get("B1")?.raw).toBe("#VALUE!");
    expect(metadata(parts)["definedNames"]).toEqual([{ name: "Rate", ref: "Data!$A$1" }]);
  });

  it("survives names that are special to JavaScript objects", async () => {
    const keysBefore = Reflect.ownKeys(Object.prototype).length;
    const sheet = `<sheetData><row r="1">${inline("A1", "__proto__")}</row></sheetData>`;
    const comments = `<comments xmlns="${MAIN}"><authors><author>__proto__</author></authors><commentList>
      <comment ref="__proto__" authorId="0"><text><t>x</t></text></comment></commentList></comments>`;
    const parts = await parse(workbookOf({ sheet, sheetName: "__proto__", more: { "xl/comments1.xml": comments } }));
    expect(parts.find((part) => part.type === "sheet")).toMatchObject({ address: "sheet=__proto__" });
    expect(cells(parts).get("A1")?.raw).toBe("__proto__");
    expect(Reflect.ownKeys(Object.prototype)).toHaveLength(keysBefore);
    expect(({} as Record<string, unknown>)["c"]).toBeUndefined();
  });

  it("names what it does not read: macros, links to other workbooks, embedded files", async () => {
    const more = {
      "xl/vbaProject.bin": "x",
      "xl/externalLinks/externalLink1.xml": "<a/>",
      "xl/embeddings/deal.docx": "x",
    };
    const parts = await parse(workbookOf({ sheet: "<sheetData/>", more }));
    expect(["macros", "external-links", "embedded-objects"].map((kind) => loss(parts, kind)?.count)).toEqual([1, 1, 1]);
    expect(metadata(parts)["embedded"]).toEqual(["deal.docx"]);
  });

  it("refuses a sheet that declares columns without end", async () => {
    const sheet = '<cols><col min="1" max="900000000000" width="9"/></cols><sheetData/>';
    await expect(parse(workbookOf({ sheet }))).rejects.toMatchObject({ code: "damaged" });
  });

  it("refuses entity declarations and files that are no workbook", async () => {
    const bomb = workbookOf({
      sheet: "<sheetData/>",
      more: { "xl/sharedStrings.xml": '<!DOCTYPE x [<!ENTITY a "b">]><sst/>' },
    });
    await expect(parse(bomb)).rejects.toMatchObject({ code: "damaged", message: expect.stringContaining("DOCTYPE") });
    await expect(parse(Buffer.from("attachment not found"))).rejects.toMatchObject({ code: "damaged" });
    await expect(parse(workbookOf({ sheet: "<sheetData/>" }).subarray(0, 300))).rejects.toMatchObject({
      code: "damaged",
    });
  });
});

describe("what cells may hold", () => {
  it("is listed where they are chosen from a list, of texts or of other cells", async () => {
    const lists = `<dataValidations count="3">
      <dataValidation type="list" allowBlank="1" sqref="B2:B10 D4"><formula1>"Yes, No,Ask &amp; see"</formula1></dataValidation>
      <dataValidation type="whole" sqref="C1"><formula1>1</formula1></dataValidation>
      <dataValidation type="list" sqref="E1"><formula1>Regions</formula1></dataValidation></dataValidations>
      <extLst><ext><x14:dataValidations xmlns:x14="x" xmlns:xm="m"><x14:dataValidation type="list" xr:uid="{1}"><x14:formula1>
      <xm:f>Lists!$A$1:$A$3</xm:f></x14:formula1><xm:sqref>F1:F9</xm:sqref></x14:dataValidation></x14:dataValidations></ext></extLst>`;
    const sheet = `<sheetData><row r="1">${inline("A1", "x")}</row></sheetData>${lists}`;
    expect(metadata(await parse(workbookOf({ sheet })))["choices"]).toEqual([
      { sheet: "Data", ref: "B2:B10 D4", values: ["Yes", "No", "Ask & see"] },
      { sheet: "Data", ref: "E1", from: "Regions" },
      { sheet: "Data", ref: "F1:F9", from: "Lists!$A$1:$A$3" },
    ]);
  });

  it("is a date where one is stored in words, with and without a number format", async () => {
    const dates = `<c r="A1" t="d"><v>2024-03-31T02:30:00</v></c><c r="B1" t="d" s="1"><v>2024-03-31</v></c><c r="C1"><v>45382</v></c>`;
    const sheet = `<sheetData><row r="1">${dates}</row></sheetData>`;
    const found = cells(await parse(workbookOf({ sheet, styles: DATE_STYLES })));
    expect(found.get("A1")).toMatchObject({ shown: "2024-03-31T02:30:00", raw: "2024-03-31T02:30:00" });
    expect(found.get("B1")).toMatchObject({ raw: "2024-03-31" });
    expect(found.get("C1")).toMatchObject({ shown: "45382", raw: 45382 });
  });
});
