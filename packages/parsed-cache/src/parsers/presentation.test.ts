import { writePptx } from "@runningtab/test-kit/office";
import { renderParts } from "@runningtab/parsed-cache";
import { parser } from "@runningtab/parsed-cache/parsers/presentation";
import { describe, expect, it } from "vitest";
import { ofType, partsOf } from "../../test/parts-of.ts";
import type { ParsedPart } from "../parts.ts";
import { zipOf } from "../../test/make-zip.ts";

const LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const SPACES = `xmlns:a="urn:a" xmlns:p="urn:p" xmlns:r="${LINKS}" xmlns:c="urn:c" xmlns:dgm="urn:dgm" xmlns:mc="urn:mc"`;

interface MadeSlide {
  readonly shapes: string;
  readonly attributes?: string;
  /** Target by type of relationship, in the order of `rId1`, `rId2`, …; external where it holds `://`. */
  readonly links?: readonly (readonly [type: string, target: string])[];
}

function links(entries: readonly (readonly [type: string, target: string])[]): string {
  const each = entries.map(([type, target], index) => {
    const mode = target.includes("://") ? ' TargetMode="External"' : "";
    return `<Relationship Id="rId${index + 1}" Type="${LINKS}/${type}" Target="${target}"${mode}/>`;
  });
  return `<Relationships>${each.join("")}</Relationships>`;
}

function slideXml({ shapes, attributes = "" }: MadeSlide, root = "sld"): string {
  return `<p:${root} ${SPACES} ${attributes}><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:${root}>`;
}

/** A presentation that lists its slides in the order given, under names that say nothing about it. */
function presentation(slides: readonly MadeSlide[], others: Readonly<Record<string, string>> = {}): Uint8Array {
  const partName = (index: number): string => `slides/s${slides.length - index}.xml`;
  const parts: Record<string, string> = {
    "_rels/.rels": links([["officeDocument", "deck/main.xml"]]),
    "deck/main.xml": `<p:presentation ${SPACES}><p:sldIdLst>${slides.map((_, index) => `<p:sldId r:id="rId${index + 1}" id="${256 + index}"/>`).join("")}</p:sldIdLst></p:presentation>`,
    "deck/_rels/main.xml.rels": links([
      ...slides.map((_, index) => ["slide", partName(index)] as const),
      ["commentAuthors", "authors.xml"],
    ]),
    ...others,
  };
  for (const [index, slide] of slides.entries()) {
    parts[`deck/${partName(index)}`] = slideXml(slide);
    parts[`deck/slides/_rels/s${slides.length - index}.xml.rels`] = links(slide.links ?? []);
  }
  return zipOf(parts);
}

const body = (...texts: readonly string[]): string =>
  `<p:txBody>${texts.map((text) => `<a:p><a:r><a:t>${text}</a:t></a:r></a:p>`).join("")}</p:txBody>`;
const shape = (text: string, placeholder = "", drawing = ""): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="x" ${drawing}/><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr>${body(text)}</p:sp>`;
const title = (text: string): string => shape(text, '<p:ph type="title"/>');
const frame = (content: string): string =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="9" name="f"/></p:nvGraphicFramePr><a:graphic><a:graphicData>${content}</a:graphicData></a:graphic></p:graphicFrame>`;

function pages(parts: readonly ParsedPart[]): readonly (readonly [address: string, text: string])[] {
  return renderParts(parts).map(({ address, text }) => [address, text]);
}

function losses(parts: readonly ParsedPart[]): Readonly<Record<string, number>> {
  return Object.fromEntries(ofType(parts, "loss").map(({ kind, count }) => [kind, count]));
}

describe("presentations", () => {
  it("come in the order of the presentation, not of the parts' names, and without slides it does not list (C07)", async () => {
    const file = presentation([{ shapes: title("SUMMARY") }, { shapes: title("PRODUCT") }], {
      "deck/slides/s3.xml": slideXml({ shapes: title("ORPHAN") }),
    });
    const parts = await partsOf(parser, file);
    expect(pages(parts)).toEqual([
      ["slide=1", "# SUMMARY"],
      ["slide=2", "# PRODUCT"],
    ]);
    expect(ofType(parts, "metadata")[0]?.values).toMatchObject({ slides: 2 });
  });

  it("say what slides show of their layout and master, and not what these ask for", async () => {
    const links = (type: string, target: string): string =>
      `<Relationships><Relationship Id="rId1" Type="${LINKS}/${type}" Target="${target}"/></Relationships>`;
    const slides = [0, 1].map(() => ({ shapes: title("A"), links: [["slideLayout", "../layout.xml"]] as const }));
    const others = {
      "deck/layout.xml": slideXml(
        { shapes: shape("Confidential") + shape("Type here", '<p:ph type="body"/>') },
        "sldLayout",
      ),
      "deck/_rels/layout.xml.rels": links("slideMaster", "master.xml"),
      "deck/master.xml": slideXml({ shapes: `<p:grpSp>${shape("ACME")}</p:grpSp>` }, "sldMaster"),
    };
    const found = ofType(await partsOf(parser, presentation(slides, others)), "loss");
    expect(found).toEqual([
      {
        type: "loss",
        kind: "master-text",
        count: 2,
        detail: 'on the slides by their layout, not repeated here: "Confidential", "ACME"',
      },
    ]);
    const bare = slides.map((slide) => ({ ...slide, attributes: 'showMasterSp="0"' }));
    expect(ofType(await partsOf(parser, presentation(bare, others)), "loss")).toEqual([]);
  });

  it("keep an empty slide, so that page numbers stay slide numbers", async () => {
    const parts = await partsOf(parser, presentation([{ shapes: "" }, { shapes: title("Two") }]));
    expect(pages(parts).map(([address]) => address)).toEqual(["slide=1", "slide=2"]);
  });

  it("stay one page a slide, however long the slide", async () => {
    const long = Array.from({ length: 30 }, (_, index) => shape(`${index} ${"word ".repeat(60)}`)).join("");
    const parts = await partsOf(parser, presentation([{ shapes: long }, { shapes: title("Two") }]));
    expect(pages(parts).map(([address]) => address)).toEqual(["slide=1", "slide=2"]);
  });

  it("show the title first, and the text of groups and the items of lists in the order of the file", async () => {
    const group = `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="1" name="g"/></p:nvGrpSpPr>${shape("inner")}<p:grpSp>${shape("innermost")}</p:grpSp></p:grpSp>`;
    const parts = await partsOf(
      parser,
      presentation([{ shapes: shape("first") + group + shape("item", '<p:ph idx="1"/>') + title("Title") }]),
    );
    expect(pages(parts)[0]?.[1]).toBe("# Title\n\nfirst\n\ninner\n\ninnermost\n\n- item");
    expect(ofType(parts, "block").map(({ address }) => address)).toEqual([
      "slide=1",
      "slide=1&paragraph=1",
      "slide=1&paragraph=2",
      "slide=1&paragraph=3",
      "slide=1&paragraph=4",
    ]);
  });

  it("write raised text so that figures stay what they are", async () => {
    const raised = shape("10").replace("</a:r>", '</a:r><a:r><a:rPr baseline="30000"/><a:t>2</a:t></a:r>');
    const parts = await partsOf(parser, presentation([{ shapes: title("T") + raised }]));
    expect(pages(parts)[0]?.[1]).toBe("# T\n\n10^2");
  });

  it("show tables and charts as rows, and count charts as a loss", async () => {
    const table = frame(
      `<a:tbl>${[
        ["a", ""],
        ["c", "d|e"],
      ]
        .map(
          (row) =>
            `<a:tr>${row.map((cell) => `<a:tc>${body(cell).replaceAll("p:txBody", "a:txBody")}</a:tc>`).join("")}</a:tr>`,
        )
        .join("")}</a:tbl>`,
    );
    const points = (...values: readonly string[]): string =>
      values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join("");
    const chart = `<c:chartSpace ${SPACES}><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:tx>${points("2024")}</c:tx><c:cat>${points("North", "South")}</c:cat><c:val>${points("7", "9.5")}</c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`;
    const file = presentation(
      [{ shapes: title("T") + table + frame('<c:chart r:id="rId1"/>'), links: [["chart", "../charts/c.xml"]] }],
      { "deck/charts/c.xml": chart },
    );
    const parts = await partsOf(parser, file);
    expect(pages(parts)[0]?.[1]).toBe(
      "# T\n\n| a | |\n| --- | --- |\n| c | d\\|e |\n\n[chart: Sales]\n\n| | 2024 |\n| --- | --- |\n| North | 7 |\n| South | 9.5 |",
    );
    expect(losses(parts)).toEqual({ charts: 1 });
    expect(ofType(parts, "block").at(-1)?.address).toBe("slide=1&chart=1&row=3");
  });

  it("read speaker notes, comments with their authors, and the texts of SmartArt but not its prompts", async () => {
    const file = presentation(
      [
        {
          shapes: title("T") + frame('<dgm:relIds r:dm="rId3"/>'),
          links: [
            ["notesSlide", "../n.xml"],
            ["comments", "../c.xml"],
            ["diagramData", "../d.xml"],
          ],
        },
      ],
      {
        "deck/n.xml": slideXml({ shapes: shape("Say hello.", '<p:ph type="body"/>') }, "notes"),
        "deck/c.xml": `<p:cmLst ${SPACES}><p:cm authorId="0"><p:text>Too long</p:text></p:cm></p:cmLst>`,
        "deck/authors.xml": `<p:cmAuthorLst ${SPACES}><p:cmAuthor id="0" name="Ann"/></p:cmAuthorLst>`,
        "deck/d.xml": `<dgm:dataModel ${SPACES}><dgm:ptLst><dgm:pt><dgm:t><a:p><a:r><a:t>Plan</a:t></a:r></a:p></dgm:t></dgm:pt><dgm:pt><dgm:prSet phldr="1"/><dgm:t><a:p><a:r><a:t>[Text]</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>`,
      },
    );
    const parts = await partsOf(parser, file);
    expect(pages(parts)[0]?.[1]).toBe("# T\n\n- Plan\n\n[note] Say hello.\n\n[comment] Ann: Too long");
    expect(losses(parts)).toEqual({ diagrams: 1 });
  });

  it("mark hidden slides and hidden shapes, and say so", async () => {
    const file = presentation([
      { shapes: title("One") + shape("secret", "", 'hidden="1"') },
      { shapes: title("Two"), attributes: 'show="0"' },
    ]);
    const parts = await partsOf(parser, file);
    expect(pages(parts)).toEqual([
      ["slide=1", "# One\n\n[hidden: secret]"],
      ["slide=2", "# Two (hidden slide)"],
    ]);
    expect(losses(parts)).toEqual({ "hidden-slides": 1, "hidden-text": 1 });
  });

  it("count pictures, show their alternative texts and list links to the outside", async () => {
    const picture = '<p:pic><p:nvPicPr><p:cNvPr id="3" name="p" descr="A map"/></p:nvPicPr></p:pic>';
    const parts = await partsOf(
      parser,
      presentation([{ shapes: title("T") + picture, links: [["hyperlink", "https://example.com/"]] }]),
    );
    expect(pages(parts)[0]?.[1]).toBe("# T\n\n[image: A map]");
    expect(losses(parts)).toEqual({ images: 1 });
    expect(ofType(parts, "metadata")[0]?.values).toMatchObject({ links: ["https://example.com/"] });
  });

  it("say that a slide is missing and read the others", async () => {
    const file = presentation([{ shapes: title("One") }]);
    const broken = Buffer.from(file).toString("latin1").replaceAll("deck/slides/s1.xml", "deck/slides/s9.xml");
    const parts = await partsOf(parser, Buffer.from(broken, "latin1"));
    expect(pages(parts)).toEqual([["slide=1", "# (missing slide)"]]);
    expect(losses(parts)).toEqual({ "missing-parts": 1 });
  });

  it("read what the made presentations of tests hold", async () => {
    const parts = await partsOf(
      parser,
      writePptx({ title: "Deck", slides: [{ title: "One", bullets: ["a", "b"], table: [["x", "y"]] }] }),
    );
    expect(pages(parts)).toEqual([["slide=1", "# One\n\n- a\n- b\n\n| x | y |\n| --- | --- |"]]);
    expect(ofType(parts, "metadata")[0]?.values).toMatchObject({ title: "Deck" });
  });

  it("refuse what is no presentation, a DOCTYPE, and more slides than allowed, each with its code", async () => {
    await expect(partsOf(parser, zipOf({ "a.txt": "a" }))).rejects.toMatchObject({ code: "damaged" });
    await expect(partsOf(parser, "PK\u0003\u0004")).rejects.toMatchObject({ code: "damaged" });
    const bomb = presentation([{ shapes: "" }], { "deck/main.xml": '<!DOCTYPE x [<!ENTITY a "b">]><p:presentation/>' });
    await expect(partsOf(parser, bomb)).rejects.toMatchObject({ code: "damaged" });
    const two = presentation([{ shapes: "" }, { shapes: "" }]);
    await expect(partsOf(parser, two, {}, { maxPages: 1 })).rejects.toMatchObject({ code: "limit-exceeded" });
    const cut = await partsOf(
      parser,
      presentation([{ shapes: title("x".repeat(50)) }]),
      {},
      { maxOutputCharacters: 20 },
    );
    expect(losses(cut)).toEqual({ truncated: 1 });
  });
});
