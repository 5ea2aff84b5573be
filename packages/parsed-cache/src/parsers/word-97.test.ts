import { parseBytes, renderParts } from "@runningtab/parsed-cache";
import { parser } from "@runningtab/parsed-cache/parsers/word-97";
import { describe, expect, it } from "vitest";
import { makeDoc } from "../../test/make-doc.ts";
import { makeCompound } from "../../test/make-compound.ts";
import { ofType, partsOf } from "../../test/parts-of.ts";
import type { ParsedPart } from "../parts.ts";

function blocks(parts: readonly ParsedPart[]): readonly (readonly [address: string, kind: string, text: string])[] {
  return ofType(parts, "block").map(({ address, kind, runs }) => [address, kind, runs.map((run) => run.text).join("")]);
}

const cellOf = (text: string): { runs: string[]; end: string; isInTable: true } => ({
  runs: [text],
  end: "\x07",
  isInTable: true,
});
const rowEnd = { runs: [], end: "\x07", isInTable: true, isRowEnd: true } as const;

describe("old Word document", () => {
  it("reads headings, list items, fields and rows of tables with empty cells", async () => {
    const parts = await partsOf(
      parser,
      makeDoc({
        body: [
          { runs: ["Kosten für Größe"], heading: 1 },
          { runs: ["See \x13 HYPERLINK http://x \x14the report\x15 and\x0bmore\x1e."] },
          { runs: ["first"], isListItem: true },
          cellOf("Item"),
          cellOf(""),
          cellOf("Sum"),
          rowEnd,
          cellOf("Travel"),
          cellOf("by train"),
          cellOf("128"),
          rowEnd,
          { runs: ["End"], heading: 2 },
        ],
      }),
    );
    expect(blocks(parts)).toEqual([
      ["paragraph=1", "heading", "Kosten für Größe"],
      ["paragraph=2", "paragraph", "See the report and\nmore\u2011."],
      ["paragraph=3", "list", "first"],
      ["table=1&row=1", "row", "Item |  | Sum"],
      ["table=1&row=2", "row", "Travel | by train | 128"],
      ["paragraph=4", "heading", "End"],
    ]);
    expect(ofType(parts, "loss")).toEqual([expect.objectContaining({ kind: "list-labels", count: 1 })]);
    expect(ofType(parts, "metadata")[0]?.values).toMatchObject({ paragraphCount: 4, tableCount: 1 });
  });

  it("keeps values of tables below their heads where cells are merged", async () => {
    const ends = (...cellEdges: number[]) => ({ ...rowEnd, cellEdges });
    const parts = await partsOf(
      parser,
      makeDoc({
        body: [
          ...["Place", "a|b"].map(cellOf),
          ends(-100, 3000, 4001),
          ...["Oslo", "north", "1"].map(cellOf),
          ends(-100, 1500, 3001, 4000),
          ...["", "all"].map(cellOf),
          ends(-100, 1500, 4000),
        ],
      }),
    );
    expect(renderParts(parts)[0]?.text.split("\n")).toEqual([
      "| Place |  | a\\|b |",
      "| --- | --- | --- |",
      "| Oslo | north | 1 |",
      "| | all | |",
    ]);
  });

  it("writes raised and lowered text so that figures stay what they are", async () => {
    const runs = ["10", { text: "2", script: "super" }, " and 101", { text: "2", script: "sub" }] as const;
    expect(blocks(await partsOf(parser, makeDoc({ body: [{ runs }] })))).toEqual([
      ["paragraph=1", "paragraph", "10^2 and 101_2"],
    ]);
  });

  it("keeps both texts of tracked changes with their authors, and marks hidden text", async () => {
    const parts = await partsOf(
      parser,
      makeDoc({
        revisionAuthors: ["Unknown", "Ann"],
        body: [
          {
            runs: [
              "Term is ",
              { text: "twelve", change: { kind: "deleted", author: 1 } },
              { text: "twenty-four", change: { kind: "inserted", author: 1 } },
              " months",
              { text: "secret", hidden: true },
            ],
          },
        ],
      }),
    );
    expect(ofType(parts, "block")[0]?.runs).toEqual([
      { text: "Term is " },
      { text: "twelve", revision: { kind: "deleted", author: "Ann" } },
      { text: "twenty-four", revision: { kind: "inserted", author: "Ann" } },
      { text: " months" },
      { text: "secret", hidden: true },
    ]);
    expect(renderParts(parts)[0]?.text).toBe("Term is twenty-four months[hidden: secret]");
    expect(ofType(parts, "loss").map(({ kind, count }) => [kind, count])).toEqual([
      ["tracked-changes", 2],
      ["hidden-text", 1],
    ]);
  });

  it("puts text boxes, notes, comments and headers behind, with marks where notes hang", async () => {
    const parts = await partsOf(
      parser,
      makeDoc({
        body: [{ runs: ["Paid\x02 late\x05."] }],
        footnotes: ["In cash."],
        comments: [{ author: "Bo", text: "By whom?" }],
        header: "Draft",
        textBoxes: ["Boxed"],
      }),
    );
    expect(blocks(parts)).toEqual([
      ["paragraph=1", "paragraph", "Paid[footnote 1] late."],
      ["textbox=1", "paragraph", "Boxed"],
      ["footnote=1", "note", " In cash."],
      ["comment=1", "comment", "Bo: By whom?"],
      ["header=1", "header", "Draft"],
    ]);
    expect(ofType(parts, "metadata")[0]?.values).toMatchObject({ footnoteCount: 1, commentCount: 1 });
  });

  it("is known by its bytes, and says when it is encrypted or damaged", async () => {
    const bytes = makeDoc({ body: [{ runs: ["found"] }] });
    const parsed = await parseBytes(bytes, { path: "report.bin" });
    expect([parsed.parser.id, parsed.status, parsed.pages[0]?.text]).toEqual(["word-97", "ok", "found"]);
    const head = Buffer.alloc(2_000);
    head.writeUInt16LE(0xa5ec, 0);
    head.writeUInt16LE(0x0100, 0x0a);
    await expect(partsOf(parser, makeCompound({ WordDocument: head }))).rejects.toMatchObject({
      code: "password-needed",
    });
    await expect(partsOf(parser, makeCompound({ other: head }))).rejects.toMatchObject({ code: "damaged" });
    await expect(partsOf(parser, "attachment not found")).rejects.toMatchObject({ code: "damaged" });
  });
});
