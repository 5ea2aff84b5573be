import { parser } from "@runningtab/parsed-cache/parsers/spreadsheet";
import { describe, expect, it } from "vitest";
import { zipOf } from "../../test/make-zip.ts";
import { ofType, partsOf } from "../../test/parts-of.ts";

const SPACES = ["office", "text", "table", "draw", "style", "svg", "xlink", "chart", "fo"]
  .map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name === "fo" ? "xsl-fo-compatible" : name}:1.0"`,
  )
  .join(" ");
const MANIFEST = `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/></manifest:manifest>`;
const cell = (text: string, inside = ""): string =>
  `<table:table-cell office:value-type="string">${inside}<text:p>${text}</text:p></table:table-cell>`;
const row = (cells: string, attributes = ""): string => `<table:table-row ${attributes}>${cells}</table:table-row>`;

function sheetsFile(tables: string, more: Readonly<Record<string, string>> = {}): Uint8Array {
  return zipOf({
    mimetype: "application/vnd.oasis.opendocument.spreadsheet",
    "META-INF/manifest.xml": MANIFEST,
    "styles.xml": `<office:document-styles ${SPACES}/>`,
    "content.xml": `<office:document-content ${SPACES}><office:automatic-styles><style:style style:name="off" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    ...more,
  });
}

describe("sheets of OpenDocument", () => {
  it("mark what is hidden: sheets, rows also by a filter, columns, far stretches too", async () => {
    const shown = `<table:table table:name="A"><table:table-column/><table:table-column table:visibility="collapse" table:number-columns-repeated="16383"/><table:table-rows>${row(cell("a1") + cell("b1"))}</table:table-rows>${row(cell("a2"), 'table:visibility="filter"')}${row("<table:table-cell/>", 'table:visibility="collapse" table:number-rows-repeated="1048574"')}</table:table>`;
    const off = `<table:table table:name="B &amp; C" table:style-name="off">${row(cell("secret"))}</table:table>`;
    const parts = await partsOf(parser, sheetsFile(shown + off));
    const sheets = ofType(parts, "sheet");
    expect(sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
      ["A", false],
      ["B & C", true],
    ]);
    expect(sheets[0]?.cells.map(({ ref, hidden }) => [ref, hidden === true])).toEqual([
      ["A1", false],
      ["B1", true],
      ["A2", true],
    ]);
    expect(ofType(parts, "loss").map(({ kind, count }) => [kind, count])).toEqual([
      ["hidden-sheets", 1],
      ["hidden-rows", 1],
      ["hidden-columns", 1],
    ]);
    expect(ofType(parts, "metadata")[0]?.values["sheets"]).toMatchObject([{ state: "visible" }, { state: "hidden" }]);
  });

  it("show what lies on them, and take no drawing for a cell", async () => {
    const chart = `<office:document-content ${SPACES}><office:body><office:chart><chart:chart><chart:title><text:p>Costs</text:p></chart:title><table:table><table:table-row>${cell("Travel")}${cell("128")}</table:table-row></table:table></chart:chart></office:chart></office:body></office:document-content>`;
    const box = "<draw:custom-shape><text:p>Read me</text:p></draw:custom-shape>";
    const frames =
      '<table:shapes><draw:frame><draw:object xlink:href="./Object 1"/></draw:frame><draw:frame><draw:image xlink:href="x.png"/><svg:desc>The logo</svg:desc></draw:frame></table:shapes>';
    const file = sheetsFile(
      `<table:table table:name="A">${frames}${row(`${cell("a1")}<table:table-cell>${box}</table:table-cell>`)}</table:table>`,
      { "Object 1/content.xml": chart },
    );
    const parts = await partsOf(parser, file);
    expect(ofType(parts, "sheet")[0]?.cells.map(({ ref, shown }) => [ref, shown])).toEqual([["A1", "a1"]]);
    const blocks = ofType(parts, "block").map(({ address, runs }) => [address, runs.map(({ text }) => text).join("")]);
    expect(blocks).toEqual([
      ["sheet=A&paragraph=1", "[chart: Costs]"],
      ["sheet=A&chart=1&row=1", "Travel | 128"],
      ["sheet=A&paragraph=2", "[image: The logo]"],
      ["sheet=A&textbox=1", "Read me"],
    ]);
    expect(ofType(parts, "loss").map(({ kind, count }) => [kind, count])).toEqual([
      ["images", 1],
      ["charts", 1],
    ]);
  });
});
