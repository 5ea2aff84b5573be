import { renderParts } from "@runningtab/parsed-cache";
import { describe, expect, it } from "vitest";
import { zipOf } from "../../../test/make-zip.ts";
import { ofType, partsOf } from "../../../test/parts-of.ts";
import { placeText } from "../../documents/place-text.ts";
import { readXml } from "../office/xml.ts";
import { parser as spreadsheet } from "../spreadsheet.ts";
import { parser as word } from "../word.ts";
import { readChart } from "./chart.ts";
import { chartHead } from "./chart-text.ts";

const LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const SPACES = `xmlns:a="urn:a" xmlns:c="urn:c" xmlns:cx="urn:cx" xmlns:dgm="urn:dgm" xmlns:r="${LINKS}" xmlns:w="urn:w" xmlns:wp="urn:wp" xmlns:xdr="urn:xdr"`;

const read = (xml: string): ReturnType<typeof readChart> => readChart(readXml(Buffer.from(xml), "chart.xml"));
const words = (text: string): string => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`;
const title = (text: string): string => `<c:title><c:tx><c:rich>${words(text)}</c:rich></c:tx></c:title>`;
const points = (...values: readonly string[]): string =>
  values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join("");
const chart = (inner: string, before = ""): string =>
  `<c:chartSpace ${SPACES}>${before}<c:chart>${inner}</c:chart></c:chartSpace>`;
const SALES = chart(
  `${title("Sales")}<c:plotArea><c:barChart><c:ser><c:tx>${points("2024")}</c:tx><c:cat>${points("North", "South")}</c:cat><c:val>${points("7", "9.5")}</c:val></c:ser></c:barChart><c:catAx>${title("Region")}</c:catAx><c:valAx>${title("EUR")}</c:valAx></c:plotArea>`,
);
const MODEL = `<dgm:dataModel ${SPACES}><dgm:ptLst><dgm:pt><dgm:t>${words("Plan")}</dgm:t></dgm:pt><dgm:pt><dgm:prSet phldr="1"/><dgm:t>${words("[Text]")}</dgm:t></dgm:pt><dgm:pt><dgm:t>${words("Ship")}</dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>`;

function links(...entries: readonly (readonly [type: string, target: string])[]): string {
  const each = entries.map(
    ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${LINKS}/${type}" Target="${target}"/>`,
  );
  return `<Relationships>${each.join("")}</Relationships>`;
}

describe("charts", () => {
  it("say their title and axes, and their values under the names of the series", () => {
    const found = read(SALES);
    expect(chartHead(found)).toBe("[chart: Sales; axes: Region, EUR]");
    expect(found.rows).toEqual([
      ["", "2024"],
      ["North", "7"],
      ["South", "9.5"],
    ]);
  });

  it("take a title from a cell, and write dates as dates in both date systems", () => {
    const series = `<c:ser><c:cat><c:numRef><c:numCache><c:formatCode>mmm\\-yy</c:formatCode>${points("42878")}</c:numCache></c:numRef></c:cat><c:val><c:numRef><c:numCache><c:formatCode>0.0%</c:formatCode>${points("0.5")}</c:numCache></c:numRef></c:val></c:ser>`;
    const inner = `<c:title><c:tx><c:strRef><c:strCache>${points("Of a cell")}</c:strCache></c:strRef></c:tx></c:title><c:plotArea><c:lineChart>${series}</c:lineChart></c:plotArea>`;
    expect(read(chart(inner))).toMatchObject({
      title: "Of a cell",
      rows: [
        ["", ""],
        ["2017-05-23", "0.5"],
      ],
    });
    expect(read(chart(inner, '<c:date1904 val="1"/>')).rows[1]).toEqual(["2021-05-24", "0.5"]);
  });

  it("keep all levels of a category, sizes of bubbles and labels of single points", () => {
    const levels = `<c:multiLvlStrRef><c:multiLvlStrCache><c:lvl>${points("Q1", "Q2")}</c:lvl><c:lvl>${points("2023")}</c:lvl></c:multiLvlStrCache></c:multiLvlStrRef>`;
    const label = `<c:dLbls><c:dLbl><c:tx><c:rich>${words("Peak")}</c:rich></c:tx></c:dLbl></c:dLbls>`;
    const series = `<c:ser><c:tx><c:v>A</c:v></c:tx>${label}<c:cat>${levels}</c:cat><c:val>${points("1", "2")}</c:val><c:bubbleSize>${points("10", "20")}</c:bubbleSize></c:ser>`;
    expect(read(chart(`<c:plotArea><c:bubbleChart>${series}</c:bubbleChart></c:plotArea>`))).toEqual({
      title: "",
      axes: [],
      labels: ["Peak"],
      rows: [
        ["", "A", "A (size)"],
        ["2023 / Q1", "1", "10"],
        ["2023 / Q2", "2", "20"],
      ],
    });
  });

  it("say how many rows they have beyond the first thousand", () => {
    const series = `<c:ser><c:val>${points(...Array.from({ length: 1500 }, (_, index) => String(index)))}</c:val></c:ser>`;
    const { rows } = read(chart(`<c:plotArea><c:lineChart>${series}</c:lineChart></c:plotArea>`));
    expect(rows).toHaveLength(1002);
    expect(rows.at(-1)).toEqual(["(500 more rows)"]);
  });

  it("are read in the newer kinds too, such as a waterfall", () => {
    const level = (...values: readonly string[]): string =>
      `<cx:lvl>${values.map((value, index) => `<cx:pt idx="${index}">${value}</cx:pt>`).join("")}</cx:lvl>`;
    const found = read(
      `<cx:chartSpace ${SPACES}><cx:chartData><cx:data id="0"><cx:strDim type="cat">${level("Opening")}${level("Cash")}</cx:strDim><cx:numDim type="val">${level("410")}</cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:txData><cx:v>Flow</cx:v></cx:txData></cx:tx></cx:title><cx:plotArea><cx:series><cx:tx><cx:txData><cx:v>EUR</cx:v></cx:txData></cx:tx><cx:dataId val="0"/></cx:series></cx:plotArea></cx:chart></cx:chartSpace>`,
    );
    expect(found).toMatchObject({
      title: "Flow",
      rows: [
        ["", "EUR"],
        ["Cash / Opening", "410"],
      ],
    });
  });
});

describe("charts and SmartArt in documents", () => {
  it("stand behind their paragraph in a DOCX, with places of their own", async () => {
    const drawing = (inner: string): string =>
      `<w:p><w:r><w:t>Before</w:t></w:r><w:r><w:drawing><wp:inline>${inner}</wp:inline></w:drawing></w:r></w:p>`;
    const file = zipOf({
      "_rels/.rels": links(["officeDocument", "word/document.xml"]),
      "word/document.xml": `<w:document ${SPACES}><w:body>${drawing('<c:chart r:id="rId1"/>')}<w:tbl><w:tr><w:tc>${drawing('<dgm:relIds r:dm="rId2"/>')}</w:tc></w:tr></w:tbl></w:body></w:document>`,
      "word/_rels/document.xml.rels": links(["chart", "charts/c.xml"], ["diagramData", "diagrams/d.xml"]),
      "word/charts/c.xml": SALES,
      "word/diagrams/d.xml": MODEL,
    });
    const parts = await partsOf(word, file);
    expect(renderParts(parts)[0]?.text).toBe(
      "Before\n\n[chart: Sales; axes: Region, EUR]\n\n| | 2024 |\n| --- | --- |\n| North | 7 |\n| South | 9.5 |\n\n| Before |\n| --- |\n\n- Plan\n- Ship",
    );
    const addresses = ofType(parts, "block").map(({ address }) => address);
    expect(addresses).toContain("chart=1&row=2");
    expect(addresses.slice(-2)).toEqual(["diagram=1&point=1", "diagram=1&point=2"]);
    expect(placeText("chart=1&row=2", parts)).toMatchObject({ text: "| North | 7 |" });
    expect(placeText("diagram=1", parts)).toMatchObject({ text: "- Plan\n- Ship" });
    expect(ofType(parts, "loss").map(({ kind, count }) => [kind, count])).toEqual([
      ["charts", 1],
      ["diagrams", 1],
    ]);
  });

  it("stand behind the cells of a workbook, with its text boxes, pictures, headers and footers", async () => {
    const anchor = (inner: string): string => `<xdr:twoCellAnchor>${inner}</xdr:twoCellAnchor>`;
    const types = ["workbook:sheet.main", "worksheets/sheet1:worksheet"].map((pair) => {
      const [name, type] = pair.split(":") as [string, string];
      return `<Override PartName="/xl/${name}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
    });
    const file = zipOf({
      "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>${types.join("")}</Types>`,
      "_rels/.rels": links(["officeDocument", "xl/workbook.xml"]),
      "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><sheets><sheet name="Q 1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      "xl/_rels/workbook.xml.rels": links(["worksheet", "worksheets/sheet1.xml"]),
      "xl/worksheets/sheet1.xml": `<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1"><v>5</v></c></row></sheetData><headerFooter><oddHeader>&amp;C&amp;"Arial,Bold"&amp;12Plan &amp;&amp; costs&amp;RPage &amp;P</oddHeader><oddFooter>&amp;P</oddFooter></headerFooter></worksheet>`,
      "xl/worksheets/_rels/sheet1.xml.rels": links(["drawing", "../drawings/d.xml"]),
      "xl/drawings/d.xml": `<xdr:wsDr ${SPACES}>${anchor(`<xdr:sp><xdr:txBody>${words("Read me")}</xdr:txBody></xdr:sp>`)}${anchor('<c:chart r:id="rId1"/>')}${anchor('<dgm:relIds r:dm="rId2"/>')}${anchor('<xdr:pic><xdr:cNvPr descr="The logo"/></xdr:pic>')}</xdr:wsDr>`,
      "xl/drawings/_rels/d.xml.rels": links(["chart", "../charts/chart1.xml"], ["diagramData", "../d.xml"]),
      "xl/charts/chart1.xml": SALES,
      "xl/d.xml": MODEL,
    });
    const parts = await partsOf(spreadsheet, file);
    expect(placeText("sheet=Q%201&textbox=1", parts)).toMatchObject({ text: "Read me" });
    const blocks = ofType(parts, "block");
    expect(blocks.map(({ address, runs }) => [address, runs.map(({ text }) => text).join("")])).toEqual([
      ["sheet=Q%201&header=1", "Plan & costs | Page"],
      ["sheet=Q%201&textbox=1", "Read me"],
      ["sheet=Q%201&chart=1", "[chart: Sales; axes: Region, EUR]"],
      ["sheet=Q%201&chart=1&row=1", " | 2024"],
      ["sheet=Q%201&chart=1&row=2", "North | 7"],
      ["sheet=Q%201&chart=1&row=3", "South | 9.5"],
      ["sheet=Q%201&diagram=1&point=1", "Plan"],
      ["sheet=Q%201&diagram=1&point=2", "Ship"],
      ["sheet=Q%201&image=1", "[image: The logo]"],
    ]);
  });
});
