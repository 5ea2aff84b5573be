import { type ParsedPart, renderParts } from "@runningtab/parsed-cache";
import { describe, expect, it } from "vitest";
import { placeText } from "./documents/place-text.ts";

type Block = Extract<ParsedPart, { type: "block" }>;

function block(address: string, kind: Block["kind"], ...runs: (string | Block["runs"][number])[]): Block {
  return { type: "block", address, kind, runs: runs.map((run) => (typeof run === "string" ? { text: run } : run)) };
}

function textOf(...parts: ParsedPart[]): string {
  return renderParts(parts)
    .map(({ text }) => text)
    .join("\n=====\n");
}

describe("a view of sheets", () => {
  const sheet: ParsedPart = {
    type: "sheet",
    address: "attachment=1&sheet=Plan",
    name: "Plan",
    hidden: false,
    cells: [
      { ref: "A1", shown: "Costs", raw: "Costs" },
      { ref: "A2", shown: "", raw: 5, format: ";;;" },
      { ref: "B2", shown: "7", raw: 7 },
    ],
    merged: ["A1:B1", "D7:E7"],
  };

  it("names merged ranges, and shows values that their format hides", () => {
    expect(textOf(sheet)).toBe(
      [
        "Sheet: Plan",
        "|  | A | B |",
        "| --- | --- | --- |",
        "| 1 | Costs |  |",
        "| 2 | 5 (not shown) | 7 |",
        "(merged cells: A1:B1)",
      ].join("\n"),
    );
  });

  it("gives cells the address of the document that they stand in", () => {
    const [page] = renderParts([sheet]);
    expect(page?.address).toBe("attachment=1&sheet=Plan");
    expect(page?.lines?.length).toBe(page?.text.split("\n").length);
    expect(page?.lines?.[4]?.address).toBe("attachment=1&sheet=Plan&range=A2:B2");
    expect(page?.lines?.[4]?.spans?.map(({ address }) => address)).toEqual([
      "attachment=1&sheet=Plan&cell=A2",
      "attachment=1&sheet=Plan&cell=B2",
    ]);
  });

  it("tells cells of a merged range from empty ones", () => {
    const cell = (ref: string) => placeText(`attachment=1&sheet=Plan&cell=${ref}`, [sheet]);
    expect(cell("A1")).toMatchObject({ text: "A1: Costs (merged: A1:B1)" });
    expect(cell("B1")).toMatchObject({ text: "B1: Costs (merged into A1:B1)" });
    expect(cell("C1")).toMatchObject({ text: "C1: (empty)" });
  });
});

describe("a view of blocks", () => {
  it("shows tracked changes as accepted and marks hidden text (C03, C09)", () => {
    const text = textOf(
      block(
        "paragraph=1",
        "paragraph",
        "Term is ",
        { text: "twelve", revision: { kind: "deleted", author: "Ann" } },
        { text: "twenty-four", revision: { kind: "inserted", author: "Ann" } },
        " months",
        { text: " secret", hidden: true },
      ),
    );
    expect(text).toBe("Term is twenty-four months[hidden:  secret]");
  });

  it("renders headings, lists, tables and margins as Markdown with an address for each line", () => {
    const [page] = renderParts([
      { ...block("paragraph=1", "heading", "Costs"), level: 2 },
      block("paragraph=2", "paragraph", "As agreed."),
      { ...block("paragraph=3", "list", "one"), level: 1 },
      { ...block("paragraph=4", "list", "inner"), level: 2 },
      block("table=1&row=1", "row", "Item", " | ", "Sum"),
      block("table=1&row=2", "row", "Travel", " | ", "128"),
      block("footnote=1", "note", "Net of tax."),
    ]);
    expect(page?.text).toBe(
      [
        "## Costs",
        "",
        "As agreed.",
        "",
        "- one",
        "  - inner",
        "",
        "| Item | Sum |",
        "| --- | --- |",
        "| Travel | 128 |",
        "",
        "[note] Net of tax.",
      ].join("\n"),
    );
    expect(page?.address).toBe("paragraph=1-4");
    expect(page?.lines?.[9]?.address).toBe("table=1&row=2");
    expect(page?.lines).toHaveLength(page?.text.split("\n").length ?? 0);
  });

  it("gives the first row of a table as many columns as its widest row", () => {
    expect(
      textOf(
        block("table=1&row=1", "row", "A", " | ", "B"),
        block("table=1&row=2", "row", "1", " | ", "2\\|3", " | ", "4"),
        block("table=2&row=1", "row", "C"),
      ),
    ).toBe("| A | B | |\n| --- | --- | --- |\n| 1 | 2\\|3 | 4 |\n\n| C |\n| --- |");
  });

  it("leaves rows out that were deleted whole, and keeps the rule of the table", () => {
    const gone = { kind: "deleted" } as const;
    const [page] = renderParts([
      block("table=1&row=1", "row", { text: "Old", revision: gone }, " | ", { text: "head", revision: gone }),
      block("table=1&row=2", "row", "Item", " | ", "Sum"),
      block("table=1&row=3", "row", "Nut", " | ", "7"),
    ]);
    expect(page?.text).toBe("| Item | Sum |\n| --- | --- |\n| Nut | 7 |");
    expect(page?.earlier?.map(({ marked }) => marked)).toEqual(["[deleted: Old] | [deleted: head]"]);
  });

  it("breaks long documents into pages before headings, and loses nothing", () => {
    const parts = Array.from({ length: 60 }, (_, index) =>
      block(`paragraph=${index + 1}`, index % 10 === 0 ? "heading" : "paragraph", `${index}: ${"word ".repeat(60)}`),
    );
    const pages = renderParts(parts);
    expect(pages.length).toBeGreaterThan(3);
    for (const page of pages) expect(page.text.startsWith("#")).toBe(true);
    const all = pages.map(({ text }) => text).join("\n");
    for (let index = 0; index < 60; index++) expect(all).toContain(`${index}: word`);
  });
});

describe("a view of sheets", () => {
  const sheet = (
    cells: Extract<ParsedPart, { type: "sheet" }>["cells"],
    name = "Plan",
    hidden = false,
  ): ParsedPart => ({
    type: "sheet",
    address: `sheet=${name}`,
    name,
    hidden,
    cells,
  });

  it("shows values with their formulas, and flags a formula without a value (C05)", () => {
    const text = textOf(
      sheet([
        { ref: "E1", shown: "", formula: "1+1" },
        { ref: "G1", shown: "3", raw: 3, formula: "SUM(1,2)" },
      ]),
    );
    expect(text).toContain("| 1 | {=1+1} (not computed) | 3 {=SUM(1,2)} |");
  });

  it("marks hidden sheets, rows and columns, and keeps literal NA apart from an empty cell (C04)", () => {
    const text = textOf(
      sheet(
        [
          { ref: "A1", shown: "region" },
          { ref: "B1", shown: "status", hidden: true },
          { ref: "C1", shown: "empty" },
          { ref: "A2", shown: "NA" },
          { ref: "B2", shown: "NULL", hidden: true },
          { ref: "A3", shown: "x", hidden: true },
        ],
        "Plan",
        true,
      ),
    );
    expect(text.split("\n")).toEqual([
      "Sheet: Plan (hidden sheet)",
      "|  | A | B (hidden) | C |",
      "| --- | --- | --- | --- |",
      "| 1 | region | status | empty |",
      "| 2 | NA | NULL |  |",
      "| 3 (hidden) | x |  |  |",
    ]);
  });

  it("makes a short table of two cells that lie a million rows apart", () => {
    const text = textOf(
      sheet([
        { ref: "A1", shown: "near" },
        { ref: "XFD1048575", shown: "far" },
      ]),
    );
    expect(text.split("\n")).toHaveLength(5);
    expect(text).toContain("| 1048575 |  | far |");
  });

  it("keeps a cell on its line, whatever it holds", () => {
    const [page] = renderParts([sheet([{ ref: "A1", shown: "a|b\nc" }])]);
    expect(page?.text.split("\n").at(-1)).toBe("| 1 | a\\|b<br>c |");
  });

  it("pages a large sheet by rows that join to the whole, each cell with its address", () => {
    const cells = Array.from({ length: 500 }, (_, index) => ({ ref: `B${index + 1}`, shown: `value ${index}` }));
    const pages = renderParts([sheet(cells.slice(0, 250)), sheet(cells.slice(250))]);
    expect(pages.map(({ address }) => address)).toEqual([
      "sheet=Plan&range=B1:B100",
      "sheet=Plan&range=B101:B200",
      "sheet=Plan&range=B201:B300",
      "sheet=Plan&range=B301:B400",
      "sheet=Plan&range=B401:B500",
    ]);
    const line = pages[1]!.text.split("\n")[3]!;
    const [span] = pages[1]!.lines![3]!.spans!;
    expect([span!.address, line.slice(span!.start, span!.end)]).toEqual(["sheet=Plan&cell=B101", "value 100"]);
  });
});

describe("a view of pages", () => {
  it("is the pages alone where a document has both pages and blocks", () => {
    const pages = renderParts([
      { type: "page", address: "L5-L6", text: "# Title\nText" },
      block("L5", "heading", "Title"),
      { type: "loss", kind: "truncated", count: 1 },
    ]);
    expect(pages).toEqual([{ address: "L5-L6", text: "# Title\nText", lines: [{ address: "L5" }, { address: "L6" }] }]);
  });
});
