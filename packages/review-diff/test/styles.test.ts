import { diff, type FileDiff } from "@runningtab/review-diff";
import { describe, expect, it } from "vitest";
import { blockPart, partsSide } from "./sides.ts";

function told({ changes }: FileDiff): readonly string[] {
  return changes.map(({ kind, subject, address, before, after }) =>
    [`${kind} ${subject} ${address}`, before, after].filter((text) => text !== undefined).join(" | "),
  );
}

const one = (part: ReturnType<typeof blockPart>) => partsSide("a.docx", [part]);

describe("looks", () => {
  it("are told apart from text: words that became bold", async () => {
    const before = one(blockPart("paragraph=1", "Pay within thirty days."));
    const after = one(
      blockPart("paragraph=1", [{ text: "Pay within " }, { text: "thirty days", style: "bold" }, { text: "." }]),
    );
    const result = await diff(before, after);
    expect(told(result)).toEqual(["changed style paragraph=1 | plain: thirty days | bold: thirty days"]);
    expect(result.summary).toBe("1 style changed");
    expect(told(await diff(after, before))).toEqual([
      "changed style paragraph=1 | bold: thirty days | plain: thirty days",
    ]);
  });

  it("are told of a paragraph that became a heading, a heading of another level, and one of another style", async () => {
    const part = (kind: "paragraph" | "heading", level?: number, style?: string) =>
      one({
        type: "block",
        address: "paragraph=1",
        kind,
        runs: [{ text: "Scope" }],
        ...(level !== undefined && { level }),
        ...(style !== undefined && { style }),
      });
    expect(told(await diff(part("paragraph"), part("heading", 2, "heading 2")))).toEqual([
      "changed style paragraph=1 | paragraph | heading 2",
    ]);
    expect(told(await diff(part("heading", 1), part("heading", 2)))).toEqual([
      "changed style paragraph=1 | heading 1 | heading 2",
    ]);
    expect(told(await diff(part("paragraph"), part("paragraph", undefined, "Quote")))).toEqual([
      "changed style paragraph=1 | paragraph | Quote",
    ]);
  });

  it("of words that were written anew are not told", async () => {
    const before = one(blockPart("paragraph=1", "Pay within thirty days of the invoice."));
    const after = one(blockPart("paragraph=1", [{ text: "Pay within " }, { text: "ten days", style: "bold" }]));
    expect((await diff(before, after)).changes.map(({ subject }) => subject)).toEqual(["paragraph"]);
  });
});

describe("tables in documents", () => {
  const table = (...rows: string[]) =>
    partsSide(
      "a.docx",
      rows.map((row, index) => blockPart(`table=1&row=${index + 1}`, row, "row")),
    );

  it("tell an inserted row as one, and an edited one by its cells", async () => {
    const before = table("Item | Cost | Who", "Paper | 10 | Ann", "Ink | 20 | Bob");
    const after = table("Item | Cost | Who", "Pens | 5 | Eve", "Paper | 12 | Ann", "Ink | 20 | Rob");
    expect(told(await diff(before, after))).toEqual([
      "added row table=1&row=2 | Pens | 5 | Eve",
      "changed cell table=1&row=3&cell=2 | 10 | 12",
      "changed cell table=1&row=4&cell=3 | Bob | Rob",
    ]);
  });

  it("tell a table that came or went whole as one", async () => {
    const paragraph = blockPart("paragraph=1", "These are the costs.");
    const none = partsSide("a.docx", [paragraph]);
    const texts = ["Item | Cost", "Paper | 10", "Ink | 20"];
    const parts = texts.map((text, index) => blockPart(`table=1&row=${index + 1}`, text, "row"));
    const rows = partsSide("a.docx", [paragraph, ...parts]);
    expect(told(await diff(none, rows))).toEqual(["added table table=1 | Item | Cost\nPaper | 10\nInk | 20"]);
    expect(told(await diff(rows, none))).toEqual(["removed table table=1 | Item | Cost\nPaper | 10\nInk | 20"]);
  });

  it("tell a column that came or went as one, and cells beside it", async () => {
    const before = table("Item | Cost", "Paper | 10", "Ink | 20");
    const after = table("Item | Unit | Cost", "Paper | box | 11", "Ink | can | 20");
    expect(told(await diff(before, after))).toEqual([
      "added column table=1&column=2 | Unit\nbox\ncan",
      "changed cell table=1&row=2&cell=3 | 10 | 11",
    ]);
    expect(told(await diff(after, before))).toEqual([
      "removed column table=1&column=2 | Unit\nbox\ncan",
      "changed cell table=1&row=2&cell=2 | 11 | 10",
    ]);
  });
});

describe("ids of changes", () => {
  it("stay the same when other changes come before them", async () => {
    const paragraphs = (...texts: string[]) =>
      partsSide(
        "a.docx",
        texts.map((text, index) => blockPart(`paragraph=${index + 1}`, text)),
      );
    const before = paragraphs("Opening words here.", "The price is ten euros.", "Closing words there.");
    const alone = await diff(
      before,
      paragraphs("Opening words here.", "The price is nine euros.", "Closing words there."),
    );
    const among = await diff(
      before,
      paragraphs(
        "A preamble was put first.",
        "Opening words here.",
        "The price is nine euros.",
        "Closing words there.",
      ),
    );
    expect(alone.changes).toHaveLength(1);
    expect(among.changes.map(({ id }) => id)).toContain(alone.changes[0]?.id);
    expect(new Set(among.changes.map(({ id }) => id)).size).toBe(2);
  });
});
