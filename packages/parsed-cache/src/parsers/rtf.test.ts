import { renderParts } from "@runningtab/parsed-cache";
import { parser } from "@runningtab/parsed-cache/parsers/rtf";
import { describe, expect, it } from "vitest";
import { ofType, partsOf } from "../../test/parts-of.ts";
import type { ParsedPart } from "../parts.ts";

const HEAD =
  "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0 Times;}{\\f1\\fcharset204 Cyrillic;}{\\f2\\fcharset128 Gothic;}}" +
  "{\\stylesheet{\\s0 Normal;}{\\s1\\sbasedon0 heading 1;}}{\\*\\revtbl{Unknown;}{Ann Lee;}}";

async function read(body: string, head = HEAD): Promise<ParsedPart[]> {
  return partsOf(parser, Buffer.from(`${head}${body}}`, "latin1"));
}

async function text(body: string): Promise<string> {
  return renderParts(await read(body))
    .map((page) => page.text)
    .join("\n");
}

function blocks(parts: readonly ParsedPart[]): readonly (readonly [address: string, kind: string, text: string])[] {
  return ofType(parts, "block").map(({ address, kind, runs }) => [address, kind, runs.map((run) => run.text).join("")]);
}

describe("RTF", () => {
  it("reads headings, paragraphs, list items with their labels and rows of tables", async () => {
    const parts = await read(
      "\\pard\\s1 Costs\\par\\pard As agreed\\line on Monday.\\par" +
        "\\pard\\ls1\\ilvl1{\\listtext\\'b7\\tab}first\\par" +
        "\\pard\\intbl Item\\cell Sum\\cell\\row\\pard\\intbl Travel\\par by train\\cell 128\\cell\\row\\pard End\\par",
    );
    expect(blocks(parts)).toEqual([
      ["paragraph=1", "heading", "Costs"],
      ["paragraph=2", "paragraph", "As agreed\non Monday."],
      ["paragraph=3", "list", "·\tfirst"],
      ["table=1&row=1", "row", "Item | Sum"],
      ["table=1&row=2", "row", "Travel by train | 128"],
      ["paragraph=4", "paragraph", "End"],
    ]);
    expect(ofType(parts, "metadata")[0]?.values).toMatchObject({ paragraphCount: 4, tableCount: 1 });
  });

  it("keeps values of tables below their heads where cells are merged, and bars in cells in their cells", async () => {
    const rows = [
      "\\trowd\\trleft-50\\cellx3000\\cellx4000\\pard\\intbl Place\\cell a|b\\cell\\row",
      "\\trowd\\trleft-50\\cellx1500\\cellx3005\\cellx4000\\pard\\intbl Oslo\\cell north\\cell 1\\cell\\row",
      // As the row before, which it does not say again.
      "\\pard\\intbl\\cell south\\cell 2\\cell\\row",
      // Ends with empty cells too many.
      "\\trowd\\trleft-50\\cellx3000\\cellx4000\\pard\\intbl West\\cell 4\\cell\\cell\\cell\\row",
      // Says of another number of cells than it has.
      "\\trowd\\cellx1500\\pard\\intbl Sum\\cell 3\\cell\\row",
    ];
    expect((await text(`${rows.join("")}\\pard End\\par`)).split("\n").slice(0, 6)).toEqual([
      "| Place |  | a\\|b |",
      "| --- | --- | --- |",
      "| Oslo | north | 1 |",
      "| | south | 2 |",
      "| West |  | 4 |",
      "| Sum | 3 |",
    ]);
  });

  it("keeps both texts of a tracked change, with author and date", async () => {
    const parts = await read(
      "\\pard Term is {\\deleted\\revauthdel1\\revdttmdel130230878 twelve}{\\revised\\revauth1 twenty-four} months.\\par",
    );
    expect(ofType(parts, "block")[0]?.runs).toEqual([
      { text: "Term is " },
      { text: "twelve", revision: { kind: "deleted", author: "Ann Lee", date: "2024-03-05T09:30:00" } },
      { text: "twenty-four", revision: { kind: "inserted", author: "Ann Lee" } },
      { text: " months." },
    ]);
    expect(ofType(parts, "loss")).toEqual([
      {
        type: "loss",
        kind: "tracked-changes",
        count: 2,
        detail: expect.stringMatching(/^1 deletion, 1 insertion by Ann Lee at paragraph=1; shown as if accepted;/),
      },
    ]);
  });

  it("writes raised and lowered text so that figures stay what they are", async () => {
    expect(
      await text(
        "\\pard 10{\\super 2}, 10\\super 3\\nosupersub , 10\\up6 4\\up0 , H{\\sub 2}O, 101\\sub 2\\plain .{\\super\\chftn}{\\footnote\\pard{\\super\\chftn} In cash.}\\par",
      ),
    ).toBe("10^2, 10^3, 10^4, H2O, 101_2.[footnote 1]\n\n[note] In cash.");
  });

  it("decodes characters by the font's code page, by number, and by two bytes", async () => {
    expect(
      await text("\\pard caf\\'e9 \\u8364?5 \\u-10179?\\u-8704? {\\f1\\'cf\\'f0\\'e8} {\\f2\\'93\\'fa\\'96\\'7b}\\par"),
    ).toBe("café €5 😀 При 日本");
    expect(await text("\\pard {\\uc2\\u8212--}{\\uc0\\u8212}a\\emdash b\\~c\\_d\\par")).toBe("——a—b\u00a0c\u2011d");
  });

  it("marks hidden text and leaves instructions, pictures and unknown groups out", async () => {
    const parts = await read(
      "\\pard See {\\v not this }{\\field{\\*\\fldinst HYPERLINK http://x}{\\fldrslt the report}}{\\pict\\pngblip 8950}" +
        "{\\*\\unknown no}{\\object{\\*\\objdata 0105}}\\bin4 ab}{.\\par",
    );
    expect(renderParts(parts)[0]?.text).toBe("See [hidden: not this ]the report.");
    expect(ofType(parts, "loss").map(({ kind, count }) => [kind, count])).toEqual([
      ["images", 1],
      ["hidden-text", 1],
      ["embedded-objects", 1],
    ]);
  });

  it("puts notes, comments, text boxes, headers and footers behind the text that they hang on", async () => {
    const parts = await read(
      "{\\header Draft}{\\footer Page one}\\pard Paid{\\footnote\\pard In cash.} late{\\footnote\\ftnalt At last.}." +
        "{\\*\\atnauthor Bo}{\\*\\annotation\\pard By whom?}{\\shp{\\*\\shpinst{\\sp{\\sn a}{\\sv 1}}{\\shptxt\\pard Boxed\\par}}}\\par",
    );
    expect(blocks(parts)).toEqual([
      ["paragraph=1", "paragraph", "Paid[footnote 1] late[endnote 1]."],
      ["textbox=1", "paragraph", "Boxed"],
      ["footnote=1", "note", "In cash."],
      ["endnote=1", "note", "At last."],
      ["comment=1", "comment", "Bo: By whom?"],
      ["header=1", "header", "Draft"],
      ["footer=1", "footer", "Page one"],
    ]);
  });

  it("says what the file says of itself", async () => {
    const parts = await read(
      "{\\info{\\title Plan \\'e9}{\\author Ann}{\\creatim\\yr2024\\mo3\\dy5\\hr9\\min30}}\\pard x\\par",
    );
    expect(ofType(parts, "metadata")[0]?.values).toMatchObject({
      title: "Plan é",
      author: "Ann",
      created: "2024-03-05T09:30:00",
    });
  });

  it("bounds the nesting of groups, and refuses what is no RTF", async () => {
    await expect(read("{".repeat(5_000))).rejects.toMatchObject({ code: "limit-exceeded" });
    await expect(partsOf(parser, "attachment not found")).rejects.toMatchObject({ code: "damaged" });
    expect(ofType(await read("}}}} more"), "block")).toHaveLength(1);
    expect(ofType(await read(""), "loss")).toEqual([expect.objectContaining({ kind: "no-text" })]);
  });
});
