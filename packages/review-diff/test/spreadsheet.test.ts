import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diff, type FileDiff } from "@runningtab/review-diff";
import { blockPart, type CellValue, sheetPart, workbook } from "./sides.ts";

function shape({ changes }: FileDiff): readonly string[] {
  return changes.map(({ kind, subject, address, before, after }) =>
    [`${kind} ${subject} ${address}`, before, after].filter((text) => text !== undefined).join(" | "),
  );
}

async function changesBetween(
  before: readonly (readonly CellValue[])[],
  after: readonly (readonly CellValue[])[],
): Promise<readonly string[]> {
  return shape(await diff(workbook(sheetPart(before)), workbook(sheetPart(after))));
}

const value = fc.oneof(fc.constantFrom<CellValue>("a", "b", "north", 1, 2, 3.5, null), fc.integer(), fc.string());
const table = fc
  .integer({ min: 1, max: 5 })
  .chain((width) => fc.array(fc.array(value, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 12 }));

describe("spreadsheet format", () => {
  it("finds nothing between a sheet and itself", async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        expect(await changesBetween(rows, rows)).toEqual([]);
      }),
    );
  });

  it("reports one inserted row as one inserted row, wherever it is", async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.nat(), async (rows, at) => {
        const filled = rows.map((row) =>
          row.map((cell) => (typeof cell === "string" && cell.startsWith("=") ? "x" : cell)),
        );
        const position = at % (filled.length + 1);
        // A row of nothing has nothing to compare.
        fc.pre(filled.every((row) => row.some((cell) => cell !== null)));
        const inserted = (filled[0] ?? []).map((_, column) => `inserted ${column}`);
        const after = [...filled.slice(0, position), inserted, ...filled.slice(position)];
        const found = await diff(workbook(sheetPart(filled)), workbook(sheetPart(after)));
        expect(found.changes.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual(["added row"]);
      }),
    );
  });

  it("does not take rewritten references for changed formulas when a row moves them", async () => {
    const before = [
      ["Item", "Cost"],
      ["Ink", 7],
      ["Paper", 5],
      ["Sum", "=SUM(B2:B3)"],
      ["Tax", "=B4*0.2"],
    ];
    const after = [
      ["Item", "Cost"],
      ["Ink", 7],
      ["Pens", 3],
      ["Paper", 5],
      ["Sum", "=SUM(B2:B4)"],
      ["Tax", "=B5*0.2"],
    ];
    expect(await changesBetween(before, after)).toEqual(["added row sheet=Budget&cell=A3:B3 | Pens | 3"]);
  });

  it("reports an inserted column as one column, also together with an inserted row", async () => {
    const before = [
      ["Item", "Cost"],
      ["Ink", 7],
      ["Paper", 5],
      ["Pens", 4],
    ];
    const after = [
      ["Item", "Unit", "Cost"],
      ["Ink", "l", 7],
      ["Clips", "box", 1],
      ["Paper", "kg", 5],
      ["Pens", "pc", 4],
    ];
    expect(await changesBetween(before, after)).toEqual([
      "added row sheet=Budget&cell=A3:C3 | Clips | box | 1",
      "added column sheet=Budget&cell=B1:B5 | Unit | l | box | kg | pc",
    ]);
  });

  it("tells value, formula, number format and comment apart", async () => {
    const cell = (more: object): CellValue => ({ shown: "5.00", raw: 5, format: "0.00", ...more });
    const before = [
      ["k", cell({}), cell({}), { shown: "3", raw: 3, formula: "1+2" }, cell({ comment: "ok" }), cell({})],
    ];
    const after = [
      [
        "k",
        cell({ shown: "6.00", raw: 6 }),
        cell({ shown: "5 €", format: '0 "€"' }),
        { shown: "4", raw: 4, formula: "2+2" },
        cell({ comment: "Ann: no" }),
        cell({ formula: "2+3" }),
      ],
    ];
    expect(await changesBetween(before, after)).toEqual([
      "changed cell sheet=Budget&cell=B1 | 5.00 | 6.00",
      'changed format sheet=Budget&cell=C1 | 0.00 | 0 "€"',
      "changed formula sheet=Budget&cell=D1 | =1+2 | =2+2",
      "changed comment sheet=Budget&cell=E1 | ok | Ann: no",
      "changed formula sheet=Budget&cell=F1 | 5.00 | =2+3",
    ]);
  });

  it("counts recalculated values beside the change that caused them, and lists them when nothing else changed", async () => {
    const total = (raw: number): CellValue => ({ shown: String(raw), raw, formula: "B1*2" });
    const ripple = await diff(
      workbook(sheetPart([["Cost", 5, total(10)]])),
      workbook(sheetPart([["Cost", 6, total(12)]])),
    );
    expect(shape(ripple)).toEqual(["changed cell sheet=Budget&cell=B1 | 5 | 6"]);
    expect(ripple.notes.join()).toContain("1 cell with an unchanged formula");
    const alone = await diff(
      workbook(sheetPart([["Cost", 5, total(10)]])),
      workbook(sheetPart([["Cost", 5, total(12)]])),
    );
    expect(shape(alone)).toEqual(["changed cell sheet=Budget&cell=C1 | 10 | 12"]);
  });

  it("tells the number 5 from the text 5, and a stored difference that is not shown", async () => {
    expect(await changesBetween([["id", 5]], [["id", "5"]])).toEqual([
      "changed cell sheet=Budget&cell=B1 | 5 (number) | 5 (text)",
    ]);
    const rounded = (raw: number): CellValue => ({ shown: "1.0", raw, format: "0.0" });
    expect(await changesBetween([["x", rounded(1.01)]], [["x", rounded(1.04)]])).toEqual([
      "changed cell sheet=Budget&cell=B1 | 1.01 | 1.04",
    ]);
  });

  it("keeps leading zeros and long numbers of text apart", async () => {
    const found = await changesBetween(
      [["Account"], ["0010"], ["12345678901234567890"]],
      [["Account"], ["010"], ["12345678901234567891"]],
    );
    expect(found).toEqual([
      "changed cell sheet=Budget&cell=A2 | 0010 | 010",
      "changed cell sheet=Budget&cell=A3 | 12345678901234567890 | 12345678901234567891",
    ]);
  });

  it("finds sheets added, removed, renamed, moved and hidden", async () => {
    const data = (name: string, hidden = false) =>
      sheetPart(
        [
          ["a", 1],
          ["b", 2],
          ["c", 3],
        ],
        name,
        hidden,
      );
    const result = await diff(
      workbook(
        data("One"),
        sheetPart([["gone"]], "Two"),
        sheetPart(
          [
            ["q", 9],
            ["r", 8],
          ],
          "Three",
        ),
      ),
      workbook(
        sheetPart(
          [
            ["q", 9],
            ["r", 8],
          ],
          "Three",
          true,
        ),
        data("Uno"),
        sheetPart([["fresh"]], "New & more"),
      ),
    );
    expect(shape(result)).toEqual([
      "removed sheet sheet=Two | gone",
      "added sheet sheet=New%20%26%20more | fresh",
      "moved sheet sheet=Three | position 3 | position 1",
      "changed sheet sheet=Three | visible | hidden",
      "renamed sheet sheet=Uno | One | Uno",
    ]);
  });

  it("notices empty rows that moved everything below, and merged ranges that moved with them", async () => {
    const sheet = (rows: readonly (readonly CellValue[])[], merged: readonly string[]) =>
      workbook({ ...sheetPart(rows), merged } as ReturnType<typeof sheetPart>);
    const moved = await diff(sheet([["a"], ["b"]], ["A2:B2"]), sheet([["a"], [], [], ["b"]], ["A4:B4"]));
    expect(shape(moved)).toEqual(["added row sheet=Budget&cell=A2:A3 | 2 empty rows"]);
    const unmerged = await diff(sheet([["a"]], ["A1:B1"]), sheet([["a"]], []));
    expect(shape(unmerged)).toEqual(["removed merge sheet=Budget&cell=A1:B1 | A1:B1"]);
  });

  it("reports cells hidden once a sheet, and not once a cell", async () => {
    const rows = (hidden: boolean) =>
      sheetPart(
        [
          ["a", 1],
          ["b", 2],
        ].map((row) => row.map((raw) => ({ shown: String(raw), raw, ...(hidden && { hidden: true as const }) }))),
      );
    expect(shape(await diff(workbook(rows(false)), workbook(rows(true))))).toEqual([
      "changed hidden sheet=Budget | 0 cells in hidden rows or columns | 4 cells in hidden rows or columns",
    ]);
  });

  it("compares the text boxes over a sheet", async () => {
    const side = (text: string) => workbook(sheetPart([["a"]]), blockPart("sheet=Budget&textbox=1", text));
    expect(shape(await diff(side("Draft of May"), side("Draft of June")))).toEqual([
      "changed paragraph sheet=Budget&textbox=1 | Draft of May | Draft of June",
    ]);
  });

  it("reports a few random edits of a large sheet in few changes", async () => {
    const before = Array.from({ length: 5_000 }, (_, row) => [`row ${row}`, row, row * 3, `note ${row % 40}`]);
    const after: CellValue[][] = before.map((row) => [...row]);
    after[4_000]![2] = -1;
    after.splice(3_000, 1);
    after[2_000]![0] = "row two thousand";
    after.splice(1_000, 0, ["inserted", 0, 0, "note 1"]);
    const found = await diff(workbook(sheetPart(before)), workbook(sheetPart(after)));
    expect(found.changes.map(({ kind, subject }) => `${kind} ${subject}`).toSorted()).toEqual([
      "added row",
      "changed cell",
      "changed cell",
      "removed row",
    ]);
    expect(found.summary).toBe("1 row inserted, 1 row removed, 2 cells changed in Budget");
  });

  it("tells a row that moved, also beside an inserted column", async () => {
    const before = sheetPart([["k", "v"], ["a", 1], ["b", 2], ["c", 3], ["d", 4]]); // prettier-ignore
    const moved = sheetPart([["k", "v"], ["d", 4], ["a", 1], ["b", 2], ["c", 3]]); // prettier-ignore
    const wider = sheetPart([["k", "new", "v"], ["d", "n", 4], ["a", "n", 1], ["b", "n", 2], ["c", "n", 3]]); // prettier-ignore
    const result = await diff(workbook(before), workbook(moved));
    expect(result.changes).toMatchObject([
      {
        kind: "moved",
        subject: "row",
        address: "sheet=Budget&cell=A2:B2",
        from: "sheet=Budget&cell=A5:B5",
        after: "d | 4",
      },
    ]);
    expect(result.summary).toBe("1 row moved in Budget");
    const both = await diff(workbook(before), workbook(wider));
    expect(both.changes.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual(["moved row", "added column"]);
  });

  it(
    "reports a random script of edits of 10,000 rows in at most twice as many changes",
    { timeout: 120_000 },
    async () => {
      const before = Array.from({ length: 10_000 }, (_, row) => [`row ${row}`, row * 7, row % 9, `note ${row % 40}`]);
      const edit = fc.record({
        kind: fc.constantFrom("insert", "delete", "change", "move"),
        at: fc.nat(9_000),
        to: fc.nat(9_000),
      });
      const script = fc.array(edit, { minLength: 1, maxLength: 12 });
      await fc.assert(
        fc.asyncProperty(script, async (edits) => {
          const after: CellValue[][] = before.map((row) => [...row]);
          for (const [index, { kind, at, to }] of edits.entries()) {
            if (kind === "insert") after.splice(at, 0, [`inserted ${index}`, index, 1, "new"]);
            else if (kind === "delete") after.splice(at, 1);
            else if (kind === "change") after[at]![1] = `changed ${index}`;
            else after.splice(to, 0, ...after.splice(at, 1));
          }
          const result = await diff(workbook(sheetPart(before)), workbook(sheetPart(after)));
          expect(result.changes.length).toBeLessThanOrEqual(2 * edits.length);
        }),
        { numRuns: 8 },
      );
    },
  );
});
