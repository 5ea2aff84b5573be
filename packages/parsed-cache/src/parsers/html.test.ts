import { renderParts } from "@runningtab/parsed-cache";
import { parser } from "@runningtab/parsed-cache/parsers/html";
import { describe, expect, it } from "vitest";
import { ofType, partsOf } from "../../test/parts-of.ts";
import type { ParsedPart } from "../parts.ts";

function shown(parts: readonly ParsedPart[]): string {
  return renderParts(parts)
    .map(({ text }) => text)
    .join("\n=====\n");
}

async function view(html: string): Promise<string> {
  return shown(await partsOf(parser, html));
}

function losses(parts: readonly ParsedPart[]): Readonly<Record<string, number>> {
  return Object.fromEntries(ofType(parts, "loss").map(({ kind, count }) => [kind, count]));
}

describe("HTML", () => {
  it("shows headings, paragraphs, lists and quotes as Markdown, in the order of the page", async () => {
    const html =
      "<h2>Rules</h2>Loose text<p>One<br>two&amp;three<div>Four <b>bold</b></div><ul><li>a<ul><li>inner</ul><li>b</ul><ol start=3><li>c<li>d</ol><blockquote>said<br>so</blockquote>";
    expect(await view(html)).toBe(
      "## Rules\n\nLoose text\n\nOne\ntwo&three\n\nFour bold\n\n- a\n  - inner\n- b\n- 3.\tc\n- 4.\td\n\n> said\n> so",
    );
  });

  it("keeps white space in preformatted text and collapses it elsewhere", async () => {
    expect(await view("<p> a \n\t b </p><pre>x  y\n  z</pre>")).toBe("a b\n\nx  y\n  z");
  });

  it("writes raised and lowered text so that figures stay what they are", async () => {
    expect(
      await view(
        '<p>2<sup>10</sup> = 1024, H<sub>2</sub>O, log<sub>2</sub>8, 101<sub>2</sub>, x<sup>n+1</sup>, 1<sup>st</sup>, m<span style="vertical-align: super">2</span>, sure<sup><a href="#n1">[1]</a></sup> and 7<sup>1</sup></p><p><sup>1</sup> a note',
      ),
    ).toBe("2^10 = 1024, H2O, log_(2)8, 101_2, x^(n+1), 1st, m^2, sure[1] and 7^1\n\n1 a note");
  });

  it("shows deleted and inserted text as a tracked change", async () => {
    const parts = await partsOf(
      parser,
      '<p>Price <del datetime="2026-01-02">100</del><ins>200</ins> EUR</p><del><p>Old rule.</p></del>',
    );
    expect(shown(parts)).toBe("Price 200 EUR");
    expect(renderParts(parts)[0]?.earlier?.map(({ marked }) => marked)).toEqual([
      "Price [deleted: 100][inserted: 200] EUR",
      "[deleted: Old rule.]",
    ]);
    expect(ofType(parts, "block")[0]?.runs[1]).toMatchObject({ revision: { kind: "deleted", date: "2026-01-02" } });
    expect(losses(parts)).toEqual({ "tracked-changes": 3 });
  });

  it("reads the texts of drawings and formulas, and counts them", async () => {
    const parts = await partsOf(
      parser,
      "<p>Chart:<svg><title>Sales</title><defs><text>no</text></defs><g><text>Q1</text><text>5 <tspan>EUR</tspan></text></g><foreignObject><b>more</b></foreignObject></svg> end</p><p>So <math><msup><mi>x</mi><mn>2</mn></msup></math>.",
    );
    expect(shown(parts)).toBe("Chart: [image: Sales] Q1 5 EUR more end\n\nSo x^2.");
    expect(losses(parts)).toEqual({ drawings: 1, equations: 1 });
  });

  it("keeps bars in cells in their cells", async () => {
    expect(await view("<table><tr><th>Part<th>No<tr><td>Bolt|x<td>7</table>")).toBe(
      "| Part | No |\n| --- | --- |\n| Bolt\\|x | 7 |",
    );
  });

  it("keeps values under their heads where cells reach over rows and columns", async () => {
    const rows = [
      "<tr><th>Region<th>Year<th>Sum</tr>",
      "<tr><td rowspan=2>North<td>2023<td>10</tr>",
      "<tr><td>2024<td>20</tr>",
      "<tr><td colspan=2>Total<td>30</tr>",
      "<tr><td rowspan=0>South<td colspan=9999>none</tr>",
      "<tr><td>2024<td>5</tr>",
    ];
    const head = "| Region | Year | Sum |\n| --- | --- | --- |\n";
    const shownRows = (await view(`<table>${rows.slice(0, 4).join("")}</table>`)).split("\n").slice(2);
    expect(await view(`<table>${rows.slice(0, 4).join("")}</table>`)).toContain(head);
    expect(shownRows).toEqual(["| North | 2023 | 10 |", "| | 2024 | 20 |", "| Total |  | 30 |"]);
    const wide = await view(`<table>${rows.join("")}</table>`);
    expect(wide.length).toBeLessThan(4_000);
  });

  it("shows data tables as rows with an address each, and reads tables that only arrange the page as the page", async () => {
    const parts = await partsOf(
      parser,
      "<table><tr><td><p>Before</p><table><caption>Sums</caption><thead><tr><th>Item<th>Sum</thead><tr><td>Travel<td><p>128<p>net</tr><tr><td> <td></tr></table></td></tr></table>",
    );
    expect(shown(parts)).toBe("Before\n\nSums\n\n| Item | Sum |\n| --- | --- |\n| Travel | 128 net |");
    expect(ofType(parts, "block").map(({ address }) => address)).toEqual([
      "paragraph=1",
      "paragraph=2",
      "table=1&row=1",
      "table=1&row=2",
    ]);
  });

  it("keeps links with their text, but none that run scripts or only move on the page", async () => {
    const parts = await partsOf(
      parser,
      '<p>See <a href="https://example.com/a">the rules</a>, <a href="https://example.com/b">https://example.com/b</a>, <a href="javascript:alert(1)">this</a> and <a href="#top">that</a>',
    );
    expect(shown(parts)).toBe("See [the rules](https://example.com/a), https://example.com/b, this and that");
    expect(ofType(parts, "metadata")[0]?.values["links"]).toEqual(["https://example.com/a", "https://example.com/b"]);
  });

  it("leaves out scripts, styles and what the page hides, and counts it", async () => {
    const parts = await partsOf(
      parser,
      '<style>p{}</style><script>document.write("no")</script><p hidden>no<p style="color:red; display : none">no<p>yes<img src=x alt="A map"><img src=y><iframe src=z></iframe><input value=no><input type=hidden value=no>',
    );
    expect(shown(parts)).toBe("yes[image: A map]");
    expect(losses(parts)).toEqual({
      scripts: 1,
      "hidden-elements": 2,
      images: 2,
      "embedded-objects": 1,
      "form-fields": 1,
    });
  });

  it("marks what its style sheets hide, by simple selectors outside of at-rules", async () => {
    const parts = await partsOf(
      parser,
      `<style>.a, #b { color: red; display:none } p.c{visibility:hidden} .d{display:none} p.d{display:block} div .e{display:none}
       @media print { .f { display: none } } /* .g{display:none} */</style>
       <p class=a>one<p id=b>two<div class=c>three</div><p class="x c">four<p class=d>five<p class=e>six<p class=f>seven<p class=g>eight <span class=a>nine</span> ten
       <table class=a><tr><td>1<td>2</table>`,
    );
    expect(shown(parts)).toBe(
      "[hidden: one]\n\n[hidden: two]\n\nthree\n\n[hidden: four]\n\nfive\n\nsix\n\nseven\n\neight\n\n[hidden: nine]\n\nten\n\n| [hidden: 1 | 2] |\n| --- | --- |",
    );
    expect(losses(parts)).toEqual({ "hidden-text": 5 });
  });

  it("reads elements of XHTML that are closed at once", async () => {
    const page =
      '<html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script src="x"/></head><body><p><a id="top"/>Text<br/>more</p></body></html>';
    expect(await view(page)).toBe("Text\nmore");
  });

  it("reads title, author and language, and says so when a page shows nothing", async () => {
    const parts = await partsOf(
      parser,
      '<html lang=en><head><title> A \n page</title><meta name=author content="Ann"></head><body><script>1</script></body></html>',
    );
    expect(ofType(parts, "metadata")[0]?.values).toEqual({
      title: "A page",
      author: "Ann",
      language: "en",
      encoding: "utf-8",
    });
    expect(losses(parts)).toEqual({ "no-text": 1, scripts: 1 });
  });

  it("believes the encoding that a page declares only where its bytes are no UTF-8", async () => {
    const greek = Buffer.concat([Buffer.from('<meta charset="iso-8859-7"><p>'), Buffer.from([0xe1, 0xe2, 0xe3])]);
    expect(shown(await partsOf(parser, greek))).toBe("αβγ");
    expect(await view('<meta charset="iso-8859-1"><p>größer')).toBe("größer");
  });

  it("survives pages that nest without end, and says what it left out", async () => {
    const parts = await partsOf(parser, `top${"<div>".repeat(5_000)}deep`);
    expect(shown(parts)).toBe("top");
    expect(losses(parts)).toEqual({ "deep-nesting": 1 });
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it("stops at the limit of characters", async () => {
    const parts = await partsOf(parser, "<p>one<p>two<p>three", {}, { maxOutputCharacters: 6 });
    expect(shown(parts)).toBe("one\n\ntwo");
    expect(losses(parts)).toEqual({ truncated: 1 });
  });
});
