import { describe, expect, it } from "vitest";
import type { Limits } from "../document-parser.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import type { JsonValue, ParsedPart } from "../parts.ts";
import { zipOf } from "../../test/make-zip.ts";
import { parser } from "./word.ts";

const TRANSITIONAL = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main";
const LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

type Block = Extract<ParsedPart, { type: "block" }>;

interface Document {
  readonly body: string;
  /** Parts beside the document, by relationship type; the content of their root. */
  readonly parts?: Readonly<Record<string, string>>;
  readonly namespace?: string;
  readonly name?: string;
}

function part(root: string, content: string, namespace: string): string {
  return `<?xml version="1.0"?><w:${root} xmlns:w="${namespace}" xmlns:r="${LINKS}" xmlns:m="urn:m" xmlns:mc="urn:mc" xmlns:v="urn:v">${content}</w:${root}>`;
}

function wordFile({ body, parts = {}, namespace = TRANSITIONAL, name = "word/document.xml" }: Document): Uint8Array {
  const folder = name.slice(0, name.lastIndexOf("/") + 1);
  const link = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${LINKS}/${type}" Target="${target}"/>`;
  const members: Record<string, string> = {
    "_rels/.rels": `<Relationships>${link("rId1", "officeDocument", `/${name}`)}</Relationships>`,
    [name]: part("document", `<w:body>${body}</w:body>`, namespace),
  };
  const links = Object.entries(parts).map(([type, content]) => {
    const plain = type.replace(/\d+$/, "");
    members[`${folder}${type}.xml`] = part(plain, content, namespace);
    return link(`r-${type}`, plain, `${type}.xml`);
  });
  members[`${folder}_rels/${name.slice(folder.length)}.rels`] = `<Relationships>${links.join("")}</Relationships>`;
  return zipOf(members);
}

async function parse(document: Document | Uint8Array, limits: Partial<Limits> = {}): Promise<readonly ParsedPart[]> {
  const parts: ParsedPart[] = [];
  const bytes = document instanceof Uint8Array ? document : wordFile(document);
  await parser.parse(bytes, {}, (parsed) => void parts.push(parsed), { ...DEFAULT_LIMITS, ...limits });
  return parts;
}

async function blocks(document: Document): Promise<readonly Block[]> {
  return (await parse(document)).filter((parsed): parsed is Block => parsed.type === "block");
}

function text(block: Block | undefined): string | undefined {
  return block?.runs.map((run) => run.text).join("");
}

async function texts(body: string, parts?: Document["parts"]): Promise<readonly (string | undefined)[]> {
  return (await blocks({ body, ...(parts !== undefined && { parts }) })).map(text);
}

function loss(parts: readonly ParsedPart[], kind: string): (ParsedPart & { type: "loss" }) | undefined {
  return parts.find(
    (parsed): parsed is ParsedPart & { type: "loss" } => parsed.type === "loss" && parsed.kind === kind,
  );
}

function metadata(parts: readonly ParsedPart[]): Readonly<Record<string, JsonValue>> {
  return parts.find((parsed) => parsed.type === "metadata")?.values ?? {};
}

const p = (inside: string, properties = ""): string =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${inside}</w:p>`;
const r = (words: string, properties = ""): string =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${words}</w:t></w:r>`;

describe("Word parser: text", () => {
  it("resolves entities (C01)", async () => {
    const body = p(r("Falafel &amp; Hummus &lt;combo&gt; 5&gt;3"));
    expect(await texts(body)).toEqual(["Falafel & Hummus <combo> 5>3"]);
  });

  it("keeps non-breaking hyphens and tabs, and drops marks of where a word may break", async () => {
    const body = p(
      "<w:r><w:t>NCI</w:t><w:noBreakHyphen/><w:t>CTCAE</w:t><w:tab/><w:t>co</w:t><w:softHyphen/><w:t>operate</w:t></w:r>",
    );
    expect(await texts(body)).toEqual(["NCI\u2011CTCAE\tcooperate"]);
  });

  it("reads strict files, foreign prefixes, and a document part of any name", async () => {
    expect(text((await blocks({ body: p(r("strict")), namespace: STRICT }))[0])).toBe("strict");
    expect(text((await blocks({ body: p(r("renamed")), name: "text/main2.xml" }))[0])).toBe("renamed");
    const prefixed = zipOf({
      "_rels/.rels": `<x:Relationships xmlns:x="urn:x"><x:Relationship Id="a" Type="${LINKS}/officeDocument" Target="word/document.xml"/></x:Relationships>`,
      "word/document.xml": `<document xmlns="${TRANSITIONAL}"><body><p><r><t>bare</t></r></p></body></document>`,
    });
    expect((await parse(prefixed)).find((parsed) => parsed.type === "block")).toMatchObject({
      runs: [{ text: "bare" }],
    });
  });

  it("reads through content controls at every level, smart tags and links", async () => {
    const control = (inside: string): string => `<w:sdt><w:sdtPr/><w:sdtContent>${inside}</w:sdtContent></w:sdt>`;
    const body = [
      control(p(r("block"))),
      p(
        control(r("inline")) +
          `<w:smartTag>${r(" tagged")}</w:smartTag><w:hyperlink r:id="x">${r(" linked")}</w:hyperlink>`,
      ),
      `<w:tbl>${control(`<w:tr>${control(`<w:tc>${control(p(r("cell")))}</w:tc>`)}</w:tr>`)}</w:tbl>`,
    ];
    expect(await texts(body.join(""))).toEqual(["block", "inline tagged linked", "cell"]);
  });

  it("shows the result of a field and not its instruction, also across paragraphs", async () => {
    const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const code = "<w:r><w:instrText>TOC \\o</w:instrText></w:r>";
    const body =
      p(mark("begin") + code + mark("separate") + r("first entry")) +
      p(r("last entry") + mark("end")) +
      p(mark("begin") + code + r("not shown")) +
      p(r("after a broken field"));
    expect(await texts(body)).toEqual(["first entry", "last entry", "after a broken field"]);
  });

  it("reads symbols, and counts those it cannot name", async () => {
    const sym = (font: string, code: string): string => `<w:r><w:sym w:font="${font}" w:char="${code}"/></w:r>`;
    const parts = await parse({ body: p(sym("Wingdings", "F0FC") + sym("Symbol", "F06D") + sym("Webdings", "F021")) });
    expect(text(parts.find((parsed): parsed is Block => parsed.type === "block"))).toBe("✓μ\uF021");
    expect(loss(parts, "unknown-symbols")?.count).toBe(1);
  });

  it("writes an equation as one line and says so", async () => {
    const m = (words: string): string => `<m:r><m:t>${words}</m:t></m:r>`;
    const fraction = `<m:f><m:num>${m("a+b")}</m:num><m:den>${m("2")}</m:den></m:f>`;
    const power = `<m:sSup><m:e>${m("x")}</m:e><m:sup>${m("2")}</m:sup></m:sSup>`;
    const parts = await parse({ body: p(r("Mean ") + `<m:oMath>${fraction}${m("=")}${power}</m:oMath>`) });
    expect(text(parts.find((parsed): parsed is Block => parsed.type === "block"))).toBe("Mean (a+b)/2=x^2");
    expect(loss(parts, "equations")?.count).toBe(1);
  });
});

describe("Word parser: structure", () => {
  const styles = `
    <w:style w:type="paragraph" w:styleId="Normal" w:default="1"><w:name w:val="Normal"/></w:style>
    <w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/></w:style>
    <w:style w:type="paragraph" w:styleId="Sub"><w:name w:val="House style"/><w:basedOn w:val="H2"/></w:style>
    <w:style w:type="paragraph" w:styleId="U1"><w:name w:val="Überschrift 1"/></w:style>
    <w:style w:type="paragraph" w:styleId="Loop"><w:name w:val="a"/><w:basedOn w:val="Loop"/></w:style>`;

  it("knows headings by style, inheritance, language and outline level", async () => {
    const style = (id: string): string => `<w:pStyle w:val="${id}"/>`;
    const body =
      p(r("a"), style("H2")) +
      p(r("b"), style("Sub")) +
      p(r("c"), style("U1")) +
      p(r("d"), '<w:outlineLvl w:val="2"/>') +
      p(r("e"), `${style("H2")}<w:outlineLvl w:val="9"/>`) +
      p(r("f"), style("Loop"));
    const found = await blocks({ body, parts: { styles } });
    expect(found.map(({ kind, level }) => [kind, level])).toEqual([
      ["heading", 2],
      ["heading", 2],
      ["heading", 1],
      ["heading", 3],
      ["paragraph", undefined],
      ["paragraph", undefined],
    ]);
    expect(found.map(({ address }) => address)).toEqual([1, 2, 3, 4, 5, 6].map((n) => `paragraph=${n}`));
  });

  it("writes the labels of lists as Word counts them", async () => {
    const level = (n: number, format: string, label: string): string =>
      `<w:lvl w:ilvl="${n}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${label}"/></w:lvl>`;
    const numbering = `<w:abstractNum w:abstractNumId="0">${level(0, "decimal", "%1.")}${level(1, "lowerLetter", "%1.%2)")}${level(2, "bullet", "")}</w:abstractNum>
      <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
      <w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>`;
    const item = (n: number, list = 1): string =>
      p(r("x"), `<w:numPr><w:ilvl w:val="${n}"/><w:numId w:val="${list}"/></w:numPr>`);
    const body = [item(0), item(1), item(1), item(2), item(0), item(1), item(0, 2), item(0, 2), item(0, 0)].join("");
    const found = await blocks({ body, parts: { numbering } });
    expect(found.map(text)).toEqual(["1.\tx", "1.a)\tx", "1.b)\tx", "x", "2.\tx", "2.a)\tx", "5.\tx", "6.\tx", "x"]);
    expect(found.map(({ kind }) => kind)).toEqual([...Array.from({ length: 8 }, () => "list"), "paragraph"]);
    expect(found[1]?.level).toBe(2);
  });

  it("reads tables row by row, spans kept in their columns, nested tables after their row", async () => {
    const tc = (inside: string, properties = ""): string => `<w:tc><w:tcPr>${properties}</w:tcPr>${inside}</w:tc>`;
    const nested = `<w:tbl><w:tr>${tc(p(r("inner")))}</w:tr></w:tbl>`;
    const body = `<w:tbl>
      <w:tr>${tc(p(r("Year")), '<w:gridSpan w:val="2"/>')}${tc(p(r("Total")))}</w:tr>
      <w:tr>${tc(p(r("North")) + p(r("East")), '<w:vMerge w:val="restart"/>')}${tc(p(r("1")) + nested)}${tc(p(r("2|3")))}</w:tr>
      <w:tr>${tc(p(r("hidden by the merge")), "<w:vMerge/>")}${tc(p(r("3")))}${tc(p(""))}</w:tr>
      <w:tr><w:trPr><w:gridAfter w:val="1"/></w:trPr>${tc(p(r("Sum")), '<w:gridSpan w:val="2"/>')}</w:tr></w:tbl>`;
    const found = await blocks({ body });
    expect(found.map(({ address, kind }) => `${address} ${kind}`)).toEqual([
      "table=1&row=1 row",
      "table=1&row=2 row",
      "table=2&row=1 row",
      "table=1&row=3 row",
      "table=1&row=4 row",
    ]);
    expect(found.map(text)).toEqual(["Year |  | Total", "North East | 1 | 2\\|3", "inner", " | 3 | ", "Sum |  | "]);
  });

  it("reads headers, footers, notes, comments and text boxes under addresses of their own", async () => {
    const box = (words: string): string => `<w:txbxContent>${p(r(words))}</w:txbxContent>`;
    const body =
      p(
        r("Claim") +
          '<w:r><w:footnoteReference w:id="7"/></w:r><w:r><w:endnoteReference w:id="3"/></w:r>' +
          `<w:r><mc:AlternateContent><mc:Choice><w:drawing><wsp>${box("in a box")}</wsp></w:drawing></mc:Choice><mc:Fallback><w:pict>${box("in a box")}</w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
      ) +
      '<w:sectPr><w:headerReference w:type="default" r:id="r-header1"/><w:footerReference w:type="default" r:id="r-footer1"/></w:sectPr>';
    const note = (kind: string, id: number, words: string, type = ""): string =>
      `<w:${kind} w:id="${id}"${type}>${p(r(words))}</w:${kind}>`;
    const found = await blocks({
      body,
      parts: {
        footnotes: note("footnote", 0, "line", ' w:type="separator"') + note("footnote", 7, "see page 3"),
        endnotes: note("endnote", 3, "last words"),
        comments: `<w:comment w:id="0" w:author="Ann">${p(r("sure?"))}${p(r("ask Bob"))}</w:comment>`,
        header1: p(r("Confidential")),
        footer1: `<w:tbl><w:tr><w:tc>${p(r("Page"))}</w:tc><w:tc>${p(r("1"))}</w:tc></w:tr></w:tbl>`,
        header2: p(r("used by no section")),
      },
    });
    expect(found.map((block) => [block.address, block.kind, text(block)])).toEqual([
      ["paragraph=1", "paragraph", "Claim[footnote 1][endnote 1]"],
      ["textbox=1", "paragraph", "in a box"],
      ["footnote=1", "note", "see page 3"],
      ["endnote=1", "note", "last words"],
      ["comment=1", "comment", "Ann: sure?\nask Bob"],
      ["header=1", "header", "Confidential"],
      ["footer=1", "footer", "Page | 1"],
    ]);
  });
});

describe("Word parser: what a reviewer must see", () => {
  it("keeps both texts of a tracked change with its author, and counts them (C03)", async () => {
    const by = 'w:author="Ann" w:date="2024-05-06T00:00:00Z"';
    const body = p(
      `${r("Term is ")}<w:del ${by}><w:r><w:delText>twelve</w:delText></w:r></w:del><w:ins ${by}>${r("twenty-four")}</w:ins>${r(" months")}`,
    );
    const parts = await parse({ body });
    const revision = { author: "Ann", date: "2024-05-06T00:00:00Z" };
    expect(parts.find((parsed) => parsed.type === "block")).toMatchObject({
      runs: [
        { text: "Term is " },
        { text: "twelve", revision: { kind: "deleted", ...revision } },
        { text: "twenty-four", revision: { kind: "inserted", ...revision } },
        { text: " months" },
      ],
    });
    expect(loss(parts, "tracked-changes")).toMatchObject({
      count: 2,
      detail: expect.stringMatching(/^1 deletion, 1 insertion by Ann/),
    });
  });

  it("writes raised text so that figures stay what they are, by its own look or its style", async () => {
    const raised = (text: string, properties: string): string =>
      `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
    const styles = `<w:style w:type="character" w:styleId="Up"><w:name w:val="Up"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>`;
    const body = p(
      r("10") +
        raised("2", '<w:vertAlign w:val="superscript"/>') +
        r(" and 10") +
        raised("3", '<w:rStyle w:val="Up"/>') +
        r(" and 10") +
        raised("4", '<w:rStyle w:val="Up"/><w:vertAlign w:val="baseline"/>') +
        r(" and 10") +
        raised("5", '<w:position w:val="6"/>'),
    );
    const [found] = await blocks({ body, parts: { styles } });
    expect(text(found!)).toBe("10^2 and 10^3 and 104 and 10^5");
  });

  it("marks moved text at both places, and whole rows that were inserted", async () => {
    const row = `<w:tbl><w:tr><w:trPr><w:ins w:author="Bo"/></w:trPr><w:tc>${p(r("new row"))}</w:tc></w:tr></w:tbl>`;
    const found = await blocks({
      body:
        p(`<w:moveFrom w:author="Bo">${r("clause")}</w:moveFrom>`) +
        p(`<w:moveTo w:author="Bo">${r("clause")}</w:moveTo>`) +
        row,
    });
    expect(found.map(({ runs }) => runs[0]?.revision?.kind)).toEqual(["moved-from", "moved-to", "inserted"]);
  });

  it("lets the label of a list item go with the item", async () => {
    const numbering = `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum>
      <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`;
    const item = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>';
    const body = p(`<w:del w:author="Bo"><w:r><w:delText>gone</w:delText></w:r></w:del>`, item) + p(r("kept"), item);
    const found = await blocks({ body, parts: { numbering } });
    expect(found.map(({ runs }) => runs.map((run) => run.revision?.kind))).toEqual([
      ["deleted", "deleted"],
      [undefined, undefined],
    ]);
  });

  it("marks hidden text, by the run or by its style, and counts it", async () => {
    const styles =
      '<w:style w:type="character" w:styleId="Ghost"><w:name w:val="ghost"/><w:rPr><w:vanish/></w:rPr></w:style>';
    const body = p(
      r("seen ") +
        r("secret", "<w:vanish/>") +
        r(" shown", '<w:vanish w:val="0"/>') +
        r(" ghost", '<w:rStyle w:val="Ghost"/>'),
    );
    const parts = await parse({ body, parts: { styles } });
    expect(parts.find((parsed) => parsed.type === "block")).toMatchObject({
      runs: [{ text: "seen " }, { text: "secret", hidden: true }, { text: " shown" }, { text: " ghost", hidden: true }],
    });
    expect(loss(parts, "hidden-text")?.count).toBe(2);
  });

  it("counts images, objects and documents placed inside, and shows alternative texts", async () => {
    const picture = (description: string): string =>
      `<w:r><w:drawing><docPr descr="${description}"/><pic/></w:drawing></w:r>`;
    const object = '<w:r><w:object><v:shape><v:imagedata/></v:shape><OLEObject ProgID="Excel.Sheet"/></w:object></w:r>';
    const parts = await parse({
      body: p(picture("Sales by\nregion") + picture("") + object) + '<w:altChunk r:id="x"/>',
    });
    expect(text(parts.find((parsed): parsed is Block => parsed.type === "block"))).toBe("[image: Sales by region]");
    expect(loss(parts, "images")).toMatchObject({ count: 2, detail: expect.stringContaining("1 with") });
    expect([loss(parts, "embedded-objects")?.count, loss(parts, "embedded-parts")?.count]).toEqual([1, 1]);
  });

  it("tells in the metadata that tracking is on", async () => {
    const on = await parse({ body: p(r("x")), parts: { settings: "<w:trackRevisions/>" } });
    const off = await parse({ body: p(r("x")), parts: { settings: '<w:trackRevisions w:val="false"/>' } });
    expect([metadata(on)["trackChanges"], metadata(off)["trackChanges"]]).toEqual([true, undefined]);
  });

  it("counts breaks of paragraphs that were inserted or deleted, which join or part what it shows, and says by whom", async () => {
    const marked = (mark: string, author: string): string =>
      p(`<w:pPr><w:rPr><w:${mark} w:author="${author}"/></w:rPr></w:pPr>${r("x")}`);
    const parts = await parse({ body: marked("ins", "Ann") + marked("del", "Bo") + marked("ins", "Ann") + p(r("y")) });
    expect(loss(parts, "paragraph-breaks")).toMatchObject({ count: 3, detail: expect.stringMatching(/; by Ann, Bo$/) });
  });
});

describe("Word parser: hostile and damaged files", () => {
  it("refuses a DOCTYPE, unclosed XML, absurd nesting and a missing document", async () => {
    const withDocument = (xml: string): Uint8Array =>
      zipOf({
        "_rels/.rels": `<Relationships><Relationship Id="a" Type="${LINKS}/officeDocument" Target="word/document.xml"/></Relationships>`,
        "word/document.xml": xml,
      });
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa">]><document><body><p><r><t>&a;</t></r></p></body></document>';
    await expect(parse(withDocument(bomb))).rejects.toMatchObject({
      code: "damaged",
      message: expect.stringContaining("DOCTYPE"),
    });
    await expect(parse(withDocument("<document><body><p>"))).rejects.toMatchObject({ code: "damaged" });
    const deep = `<document><body>${"<sdt><sdtContent>".repeat(5_000)}`;
    await expect(parse(withDocument(deep))).rejects.toMatchObject({ code: "limit-exceeded" });
    await expect(parse(zipOf({ "_rels/.rels": "<Relationships/>" }))).rejects.toMatchObject({ code: "damaged" });
  });

  it("bounds what a lying span can make", async () => {
    const cell = `<w:tc><w:tcPr><w:gridSpan w:val="100000000"/></w:tcPr>${p(r("x"))}</w:tc>`;
    const [row] = await texts(`<w:tbl><w:tr>${cell}${cell}</w:tr></w:tbl>`);
    expect(row?.length).toBeLessThan(600);
  });

  it("stops at the limit of characters and says so", async () => {
    const parts = await parse({ body: p(r("0123456789")).repeat(100) }, { maxOutputCharacters: 55 });
    expect(parts.filter((parsed) => parsed.type === "block")).toHaveLength(5);
    expect(loss(parts, "truncated")?.count).toBe(1);
  });
});
