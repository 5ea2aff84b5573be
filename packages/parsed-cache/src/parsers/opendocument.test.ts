import { parseBytes, renderParts } from "@runningtab/parsed-cache";
import { parser } from "@runningtab/parsed-cache/parsers/opendocument";
import { describe, expect, it } from "vitest";
import { ofType, partsOf } from "../../test/parts-of.ts";
import type { ParsedPart } from "../parts.ts";
import { zipOf } from "../../test/make-zip.ts";

const SPACES = ["office", "text", "table", "draw", "style", "svg", "xlink", "presentation", "dc", "meta", "fo", "chart"]
  .map((name) => `xmlns:${name}="urn:${name}"`)
  .join(" ");

interface Document {
  readonly body: string;
  readonly kind?: "text" | "presentation";
  readonly automaticStyles?: string;
  readonly styles?: string;
  readonly meta?: string;
  readonly more?: Readonly<Record<string, string>>;
}

function documentOf({
  body,
  kind = "text",
  automaticStyles = "",
  styles = "",
  meta = "",
  more = {},
}: Document): Uint8Array {
  return zipOf({
    mimetype: `application/vnd.oasis.opendocument.${kind}`,
    "META-INF/manifest.xml": "<manifest/>",
    "content.xml": `<office:document-content ${SPACES}><office:automatic-styles>${automaticStyles}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    "styles.xml": `<office:document-styles ${SPACES}>${styles}</office:document-styles>`,
    "meta.xml": `<office:document-meta ${SPACES}><office:meta>${meta}</office:meta></office:document-meta>`,
    ...more,
  });
}

async function read(document: Document): Promise<ParsedPart[]> {
  return partsOf(parser, documentOf(document));
}

function blocks(parts: readonly ParsedPart[]): readonly (readonly [address: string, kind: string, text: string])[] {
  return ofType(parts, "block").map(({ address, kind, runs }) => [address, kind, runs.map((run) => run.text).join("")]);
}

const cell = (text: string, attributes = ""): string =>
  `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`;

describe("OpenDocument text", () => {
  it("reads headings, paragraphs with spaces and breaks, nested lists and tables with merged cells", async () => {
    const parts = await read({
      body: `<text:h text:outline-level="2">Costs</text:h>
        <text:p>As  agreed<text:s text:c="3"/>on<text:tab/>Monday<text:line-break/>at &lt;9&gt;</text:p>
        <text:list><text:list-item><text:p>one</text:p><text:list><text:list-item><text:p>two</text:p></text:list-item></text:list></text:list-item></text:list>
        <table:table><table:table-header-rows><table:table-row>${cell("Item")}${cell("Q|1", 'table:number-columns-spanned="2"')}<table:covered-table-cell/></table:table-row></table:table-header-rows>
        <table:table-row table:number-rows-repeated="2">${cell("Travel")}${cell("", 'table:number-columns-repeated="1000"')}</table:table-row></table:table>`,
    });
    expect(blocks(parts)).toEqual([
      ["paragraph=1", "heading", "Costs"],
      ["paragraph=2", "paragraph", "As agreed   on\tMonday\nat <9>"],
      ["paragraph=3", "list", "one"],
      ["paragraph=4", "list", "two"],
      ["table=1&row=1", "row", "Item | Q\\|1 | "],
      ["table=1&row=2", "row", "Travel"],
      ["table=1&row=3", "row", "Travel"],
    ]);
    expect(ofType(parts, "block").map(({ level }) => level)).toEqual([
      2,
      undefined,
      1,
      2,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("writes raised text so that figures stay what they are, by its own style or one that it is based on", async () => {
    const style = (name: string, inside: string, more = ""): string =>
      `<style:style style:name="${name}" ${more}><style:text-properties ${inside}/></style:style>`;
    const span = (name: string, words: string): string => `<text:span text:style-name="${name}">${words}</text:span>`;
    const parts = await read({
      automaticStyles:
        style("Up", 'style:text-position="super 58%"') +
        style("More", 'fo:font-weight="bold"', 'style:parent-style-name="Up"') +
        style("Not", 'style:text-position="0% 100%"', 'style:parent-style-name="Up"') +
        style("Down", 'style:text-position="-33% 58%"'),
      body: `<text:p>10${span("Up", "2")}, 10${span("More", "3")}, 10${span("Not", "4")}, 101${span("Down", "2")}</text:p>`,
    });
    expect(blocks(parts)).toEqual([["paragraph=1", "paragraph", "10^2, 10^3, 104, 101_2"]]);
    const deleted = await read({
      automaticStyles: style("Up", 'style:text-position="super 58%"'),
      body: `<text:tracked-changes><text:changed-region text:id="d1"><text:deletion><office:change-info/><text:p>${span("Up", "2")}</text:p></text:deletion></text:changed-region></text:tracked-changes>
        <text:p>10<text:change text:change-id="d1"/> m</text:p>`,
    });
    expect(blocks(deleted)).toEqual([["paragraph=1", "paragraph", "10^2 m"]]);
  });

  it("keeps both texts of tracked changes, with their authors", async () => {
    const change = (id: string, kind: string, content: string): string =>
      `<text:changed-region text:id="${id}"><text:${kind}><office:change-info><dc:creator>Ann</dc:creator><dc:date>2024-03-05T09:30:00</dc:date></office:change-info>${content}</text:${kind}></text:changed-region>`;
    const parts = await read({
      body: `<text:tracked-changes>${change("d1", "deletion", "<text:p>twelve</text:p>")}${change("i1", "insertion", "")}</text:tracked-changes>
        <text:p>Term is <text:change text:change-id="d1"/><text:change-start text:change-id="i1"/>twenty-four<text:change-end text:change-id="i1"/> months</text:p>`,
    });
    const revision = { author: "Ann", date: "2024-03-05T09:30:00" };
    expect(ofType(parts, "block")[0]?.runs).toEqual([
      { text: "Term is " },
      { text: "twelve", revision: { kind: "deleted", ...revision } },
      { text: "twenty-four", revision: { kind: "inserted", ...revision } },
      { text: " months" },
    ]);
    expect(ofType(parts, "loss")[0]).toMatchObject({ kind: "tracked-changes", count: 2 });

    const paragraph = await read({
      body: `<text:tracked-changes>${change("d1", "deletion", "<text:p>Gone.</text:p><text:p/>")}</text:tracked-changes>
        <text:p><text:change text:change-id="d1"/>Kept.</text:p>`,
    });
    expect(ofType(paragraph, "block")[0]?.runs.map(({ text }) => text)).toEqual(["Gone.", "\n", "Kept."]);
  });

  it("puts notes, comments, text boxes, headers and footers behind, and marks hidden text", async () => {
    const parts = await read({
      automaticStyles: `<style:style style:name="T1"><style:text-properties text:display="none"/></style:style>`,
      styles: `<office:master-styles><style:master-page><style:header><text:p>Draft</text:p></style:header><style:header-first><text:p>Draft</text:p></style:header-first><style:footer><text:p>Page one</text:p></style:footer></style:master-page></office:master-styles>`,
      body: `<text:p>Paid<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body><text:p>In cash.</text:p></text:note-body></text:note>
        late<office:annotation><dc:creator>Bo</dc:creator><dc:date>2024</dc:date><text:p>By whom?</text:p></office:annotation>
        <text:span text:style-name="T1">secret</text:span><draw:frame><draw:text-box><text:p>Boxed</text:p></draw:text-box></draw:frame>
        <draw:frame><draw:image xlink:href="a.png"/><svg:desc>a map</svg:desc></draw:frame></text:p>`,
    });
    expect(blocks(parts)).toEqual([
      ["paragraph=1", "paragraph", expect.stringMatching(/^Paid\[footnote 1\] late secret \[image: a map\]$/)],
      ["textbox=1", "paragraph", "Boxed"],
      ["footnote=1", "note", "In cash."],
      ["comment=1", "comment", "Bo: By whom?"],
      ["header=1", "header", "Draft"],
      ["footer=1", "footer", "Page one"],
    ]);
    expect(renderParts(parts)[0]?.text).toContain("[hidden: secret]");
    expect(ofType(parts, "loss").map(({ kind, count }) => [kind, count])).toEqual([
      ["images", 1],
      ["hidden-text", 1],
    ]);
  });

  it("writes formulas as one line and charts as the table that they draw", async () => {
    const math = `<math xmlns="urn:math"><semantics><mrow><mi>x</mi><mo>=</mo><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac></mrow><annotation>x = {a+b} over 2</annotation></semantics></math>`;
    const chart = `<office:document-content ${SPACES}><office:body><office:chart><chart:chart><chart:title><text:p>Costs</text:p></chart:title><table:table><table:table-row>${cell("")}${cell("2024")}</table:table-row><table:table-row>${cell("Travel")}${cell("128")}</table:table-row></table:table></chart:chart></office:chart></office:body></office:document-content>`;
    const object = (name: string): string =>
      `<draw:frame><draw:object xlink:href="./${name}"/><draw:image xlink:href="x"/></draw:frame>`;
    const parts = await read({
      body: `<text:p>Where ${object("Object 1")}.</text:p><text:p>${object("Object 2")}</text:p>`,
      more: { "Object 1/content.xml": math, "Object 2/content.xml": chart },
    });
    expect(blocks(parts)).toEqual([
      ["paragraph=1", "paragraph", "Where x = (a + b)/2."],
      ["paragraph=2", "paragraph", "[chart: Costs]"],
      ["chart=1&row=1", "row", " | 2024"],
      ["chart=1&row=2", "row", "Travel | 128"],
    ]);
    expect(ofType(parts, "loss").map(({ kind }) => kind)).toEqual(["equations", "charts"]);
  });

  it("refuses a DOCTYPE, an encrypted document and a package without content", async () => {
    const bomb = { "content.xml": '<!DOCTYPE x [<!ENTITY a "b">]><x/>' };
    await expect(read({ body: "", more: bomb })).rejects.toMatchObject({ message: expect.stringContaining("DOCTYPE") });
    const locked = { "META-INF/manifest.xml": "<manifest><encryption-data/></manifest>" };
    await expect(read({ body: "", more: locked })).rejects.toMatchObject({ code: "password-needed" });
    await expect(partsOf(parser, zipOf({ mimetype: "x" }))).rejects.toMatchObject({ code: "damaged" });
  });

  it("is what a file of the jailed child is read with, also without its type in front", async () => {
    const bytes = documentOf({ body: "<text:p>found</text:p>", meta: "<dc:title>Plan</dc:title>" });
    const parsed = await parseBytes(bytes, { path: "plan.odt" });
    expect([parsed.parser.id, parsed.pages[0]?.text, parsed.metadata["title"]]).toEqual([
      "opendocument",
      "found",
      "Plan",
    ]);
    const bare = zipOf({ "content.xml": "<office:x/>", "META-INF/manifest.xml": "<manifest/>" });
    expect((await parseBytes(bare, { path: "deck.odp" })).parser.id).toBe("opendocument");
  });
});

describe("OpenDocument presentation", () => {
  it("reads text boxes on a page of notes that are not in their place", async () => {
    const box = (role: string, text: string): string =>
      `<draw:frame${role}><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`;
    const body = `<draw:page><presentation:notes>${box("", "say hello")}${box(' presentation:class="page-number"', "7")}</presentation:notes></draw:page>`;
    const notes = ofType(await read({ body, kind: "presentation" }), "block").filter(({ kind }) => kind === "note");
    expect(notes.map(({ runs }) => runs)).toEqual([[{ text: "say hello" }]]);
  });

  it("shows slides with titles, shapes, tables, notes and comments, and marks hidden ones", async () => {
    const frame = (role: string, content: string): string =>
      `<draw:frame ${role === "" ? "" : `presentation:class="${role}"`}><draw:text-box>${content}</draw:text-box></draw:frame>`;
    const parts = await read({
      kind: "presentation",
      automaticStyles: `<style:style style:name="dp2"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>`,
      body: `<presentation:footer-decl presentation:name="ftr1">ACME</presentation:footer-decl>
        <draw:page presentation:use-footer-name="ftr1">${frame("title", "<text:p>Costs</text:p>")}
          ${frame("outline", "<text:list><text:list-item><text:p>one</text:p></text:list-item></text:list>")}
          <draw:g>${frame("", "<text:p>grouped</text:p>")}</draw:g>
          <draw:frame><table:table><table:table-row>${cell("a")}${cell("b")}</table:table-row></table:table></draw:frame>
          <draw:custom-shape><text:p>in a shape</text:p></draw:custom-shape>
          <office:annotation><dc:creator>Bo</dc:creator><text:p>check</text:p></office:annotation>
          <presentation:notes><draw:page-thumbnail/>${frame("notes", "<text:p>say hello</text:p>")}</presentation:notes></draw:page>
        <draw:page draw:style-name="dp2"/>`,
    });
    expect(blocks(parts)).toEqual([
      ["slide=1", "heading", "Costs"],
      ["slide=1&paragraph=1", "list", "one"],
      ["slide=1&paragraph=2", "paragraph", "grouped"],
      ["slide=1&table=1&row=1", "row", "a | b"],
      ["slide=1&paragraph=3", "paragraph", "in a shape"],
      ["slide=1&note=1", "note", "say hello"],
      ["slide=1&comment=1", "comment", "Bo: check"],
      ["slide=1&footer=1", "footer", "ACME"],
      ["slide=2", "heading", "(slide without title) (hidden slide)"],
    ]);
    expect(ofType(parts, "metadata")[0]?.values).toMatchObject({ slides: 2, hiddenSlides: [2], slidesWithNotes: 1 });
    expect(ofType(parts, "loss")[0]).toMatchObject({ kind: "hidden-slides", count: 1 });
    expect(renderParts(parts).map(({ address }) => address)).toEqual(["slide=1", "slide=2"]);
  });
});
