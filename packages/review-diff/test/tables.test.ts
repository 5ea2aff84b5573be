import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diff, type DiffOptions, type FileDiff } from "@runningtab/review-diff";
import { type CellValue, partsSide, sheetPart, textSide, workbook } from "./sides.ts";

function shape({ changes }: FileDiff): readonly string[] {
  return changes.map(({ kind, subject, address, from, before, after }) =>
    [`${kind} ${subject} ${address}${from === undefined ? "" : ` from ${from}`}`, before, after]
      .filter((text) => text !== undefined)
      .join(" | ")
      .replaceAll("sheet=Budget&cell=", "")
      .replaceAll("sheet=Sheet1&cell=", ""),
  );
}

type Rows = readonly (readonly CellValue[])[];

async function changesBetween(before: Rows, after: Rows, options?: DiffOptions): Promise<readonly string[]> {
  return shape(await diff(workbook(sheetPart(before)), workbook(sheetPart(after)), options));
}

async function changesOfText(before: string, after: string, options?: DiffOptions): Promise<readonly string[]> {
  return shape(await diff(textSide(before, "a.csv"), textSide(after, "a.csv"), options));
}

const STAFF: Rows = [
  ["Id", "Name", "Town", "Pay"],
  ["E1", "Ada", "Vienna", 10],
  ["E2", "Bo", "Graz", 20],
  ["E3", "Cy", "Linz", 30],
  ["E4", "Di", "Wels", 40],
  ["E5", "Ed", "Enns", 50],
];

describe("rows of a table", () => {
  it("are known by a key column that nobody named, also where they moved and were edited", async () => {
    const [heading, one, two, three, four, five] = STAFF;
    const moved = await changesBetween(STAFF, [
      heading!,
      ["E5", "Edgar", "Enns", 55],
      one!,
      two!,
      three!,
      four!,
      ["E6", "Flo", "Graz", 20],
    ]);
    expect(moved).toEqual([
      "moved row A2:D2 from A6:D6 | E5 | Edgar | Enns | 55",
      "added row A7:D7 | E6 | Flo | Graz | 20",
      "changed cell B2 | Ed | Edgar",
      "changed cell D2 | 50 | 55",
    ]);
    expect(five).toBeDefined();
  });

  it("are known by likeness where there is no key, also where they moved and were edited", async () => {
    const rows: Rows = [
      ["Paper", "white", 5, 1],
      ["Paper", "blue", 6, 1],
      ["Ink", "blue", 7, 2],
      ["Ink", "white", 8, 2],
      ["Pens", "blue", 9, 3],
    ];
    expect(await changesBetween(rows, [["Pens", "blue", 9, 4], ...rows.slice(0, 4)])).toEqual([
      "moved row A1:D1 from A5:D5 | Pens | blue | 9 | 4",
      "changed cell D1 | 3 | 4",
    ]);
  });

  it("are known by the key that is given, and by no other", async () => {
    const before: Rows = [
      ["Town", "Year", "People"],
      ["Graz", 2023, 10],
      ["Graz", 2024, 11],
      ["Linz", 2024, 5],
    ];
    const after: Rows = [
      ["Town", "Year", "People"],
      ["Graz", 2024, 12],
      ["Linz", 2024, 5],
      ["Linz", 2025, 10],
    ];
    expect(await changesBetween(before, after, { keys: ["town", "Year"] })).toEqual([
      "removed row A2:C2 | Graz | 2023 | 10",
      "added row A4:C4 | Linz | 2025 | 10",
      "changed cell C2 | 11 | 12",
    ]);
    expect(await changesBetween(before, after, { keys: ["A", "B"] })).toHaveLength(3);
  });

  it("matches rows whose key others share by what they hold, and says so", async () => {
    const before = sheetPart([
      ["name", "n"],
      ["A", "1,000"],
      ["B", "2"],
      ["A", "3"],
    ]);
    const after = sheetPart([
      ["name", "n"],
      ["B", "2"],
      ["A", "1,001"],
      ["A", "3"],
    ]);
    const { changes, notes } = await diff(workbook(before), workbook(after), { keys: ["name"] });
    expect(changes.map(({ kind, before: was, after: is }) => [kind, was ?? is])).toEqual([
      ["removed", "A | 1,000"],
      ["added", "A | 1,001"],
    ]);
    expect(notes).toContainEqual(expect.stringMatching(/^One key of .* stands in several rows/));
  });
  it("are matched by what they hold when the named key is not there, and that is said", async () => {
    const result = await diff(workbook(sheetPart(STAFF)), workbook(sheetPart(STAFF.slice(0, 4))), { keys: ["Nr."] });
    expect(result.changes).toHaveLength(2);
    expect(result.notes.join()).toContain('has no key "Nr."');
  });

  it("keep a column of running numbers from pairing each row with the one after it", async () => {
    const numbered = (names: readonly string[]): Rows => [
      ["Nr", "Name"],
      ...names.map((name, index) => [index + 1, name]),
    ];
    const names = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus"];
    const found = await changesBetween(numbered(names), numbered(["Zoe", ...names]));
    expect(found.filter((change) => !change.includes("cell A"))).toEqual(["added row A2:B2 | 1 | Zoe"]);
  });

  it("that were put in another order are moved, and a note says so once", async () => {
    const rows: CellValue[][] = Array.from({ length: 60 }, (_, row) => [`name ${row}`, row * 7, `${row % 5} a`]);
    const result = await diff(workbook(sheetPart(rows)), workbook(sheetPart(rows.toReversed())));
    expect(new Set(result.changes.map(({ kind, subject }) => `${kind} ${subject}`))).toEqual(new Set(["moved row"]));
    expect(result.notes).toEqual(["Budget is in another order: 59 of 60 rows moved."]);
  });

  it("that were cleared in place are one change, and nothing below them moved", async () => {
    const rows: Rows = [["a", 1], ["b", 2], ["c", 3]]; // prettier-ignore
    expect(await changesBetween(rows, [["a", 1], [], ["c", 3]])).toEqual(["changed row A2:B2 | b | 2 | "]);
    expect(await changesBetween([["a", 1], [], ["c", 3]], rows)).toEqual(["changed row A2:B2 |  | b | 2"]);
  });
});

describe("columns of a table", () => {
  it("may have the same heading, and are told apart by their place", async () => {
    const before = "Id,Amount,Amount\nx,1,10\ny,2,20\nz,3,30\n";
    expect(await changesOfText(before, "Id,Amount,Amount\nx,1,10\ny,2,21\nz,4,30\n")).toEqual([
      "changed cell C3 | 20 | 21",
      "changed cell B4 | 3 | 4",
    ]);
    expect(await changesOfText(before, "Id,Amount,Amount,Amount\nx,1,5,10\ny,2,6,20\nz,3,7,30\n")).toEqual([
      "added column C1:C4 | Amount | 5 | 6 | 7",
    ]);
  });

  it("that stand elsewhere moved, and their cells are compared all the same", async () => {
    const before: Rows = [
      ["Id", "Name", "Town"],
      ["a1", "Ada", "Vienna"],
      ["b2", "Bo", "Graz"],
      ["c3", "Cy", "Linz"],
      ["d4", "Di", "Wels"],
      ["e5", "Ed", "Enns"],
      ["f6", "Flo", "Graz"],
      ["g7", "Gus", "Melk"],
    ];
    const after = before.map(([id = "", name = "", town = ""]) => [town, id, name]);
    after[2]![0] = "Bruck";
    expect(await changesBetween(before, after)).toEqual([
      "moved column A1:A8 from C1:C8 | Town | Vienna | Bruck | Linz | Wels | Enns | Graz | Melk",
      "changed cell A3 | Graz | Bruck",
    ]);
  });
});

describe("cells of a table", () => {
  it("tell a value and a number format that both changed apart", async () => {
    const before: CellValue = { shown: "5.00", raw: 5, format: "0.00" };
    const after: CellValue = { shown: "600%", raw: 6, format: "0%" };
    expect(await changesBetween([["k", before]], [["k", after]])).toEqual([
      "changed cell B1 | 5.00 | 600%",
      "changed format B1 | 0.00 | 0%",
    ]);
  });

  it("show what an edited formula did to the value of its cell, and count what followed from it", async () => {
    const sheet = (rate: string, tax: number): Rows => [
      ["Net", 100],
      ["Tax", { shown: String(tax), raw: tax, formula: `B1*${rate}` }],
      ["Gross", { shown: String(100 + tax), raw: 100 + tax, formula: "B1+B2" }],
    ];
    const result = await diff(workbook(sheetPart(sheet("0.2", 20))), workbook(sheetPart(sheet("0.25", 25))));
    expect(result.changes).toMatchObject([
      { subject: "formula", before: "=B1*0.2", after: "=B1*0.25", effect: { before: "20", after: "25" } },
    ]);
    expect(result.notes).toEqual(["1 cell with an unchanged formula shows another value, not listed one by one."]);
  });

  it("are compared by value: a number with separators and a day of the other date system are the same", async () => {
    const number = (shown: string): Rows => [["k", { shown, raw: 1250, format: shown.includes(",") ? "#,##0" : "0" }]];
    expect(await changesBetween(number("1,250"), number("1250"))).toEqual(["changed format B1 | #,##0 | 0"]);
    const day = (shown: string): Rows => [["k", { shown, raw: "2024-01-05", format: "d/m/yy" }]];
    expect(await changesBetween(day("5/1/24"), day("5.1.24"))).toEqual([]);
    expect(await changesBetween([["k", 1250]], [["k", "1,250"]])).toEqual([
      "changed cell B1 | 1250 (number) | 1,250 (text)",
    ]);
  });

  it("of a table of text that are only written differently are a change of format, and names are no numbers", async () => {
    expect(await changesOfText("k,1250\nd,2024-01-05\n", 'k,"1,250"\nd,2024-01-05 00:00:00\n')).toEqual([
      "changed format B1 | 1250 | 1,250",
      "changed format B2 | 2024-01-05 | 2024-01-05 00:00:00",
    ]);
    expect(await changesOfText("k,0010\nl,1e5\nm,12345678901234567890\n", "k,10\nl,100000\nm,12345678901234567891\n"))
      .toEqual([
        "changed cell B1 | 0010 | 10",
        "changed cell B2 | 1e5 | 100000",
        "changed cell B3 | 12345678901234567890 | 12345678901234567891",
      ]); // prettier-ignore
  });

  it("of a workbook and of a table of text are compared by what they are worth", async () => {
    const book = workbook(sheetPart([["k", "n"], ["a", { shown: "1,250.00", raw: 1250, format: "#,##0.00" }], ["b", 7]])); // prettier-ignore
    expect(shape(await diff(book, textSide("k,n\na,1250\nb,8\n", "plan.csv")))).toEqual([
      "renamed sheet sheet=Sheet1 | Budget | Sheet1",
      "changed cell B3 | 7 | 8",
    ]);
  });
});

describe("names of ranges", () => {
  const side = (rows: Rows, names: Readonly<Record<string, string>>) =>
    partsSide("plan.xlsx", [
      {
        type: "metadata",
        values: { definedNames: Object.entries(names).map(([name, ref]) => ({ name, ref })) },
      },
      sheetPart(rows),
    ]);

  it("come, go and change, and a row that only moves them is no change of theirs", async () => {
    const rows: Rows = [["a", 1], ["b", 2], ["c", 3]]; // prettier-ignore
    const result = await diff(
      side(rows, { Rate: "Budget!$B$3", Gone: "Budget!$A$1", Tax: "0.2" }),
      side([["new", 9], ...rows], { Rate: "Budget!$B$4", Tax: "0.25", "_xlnm._FilterDatabase": "Budget!$A$1:$B$9" }),
    );
    expect(shape(result)).toEqual([
      "added row A1:B1 | new | 9",
      "removed defined-name name=Gone | Budget!$A$1",
      "changed defined-name name=Tax | 0.2 | 0.25",
    ]);
    expect(result.summary).toContain("1 defined name changed");
  });
});

describe("sides of a table that change places", () => {
  const cell = fc.constantFrom<CellValue>("a", "b", "c d", "north west", 1, 2, 30, null);
  const rows = fc
    .integer({ min: 1, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 8 }));
  const INVERSE: Readonly<Record<string, string>> = { added: "removed", removed: "added" };

  it("turn every change around, where no two rows are equal", async () => {
    const edit = fc.tuple(fc.constantFrom("insert", "delete", "edit", "edit"), fc.nat(), fc.nat(), cell);
    await fc.assert(
      fc.asyncProperty(rows, fc.array(edit, { maxLength: 4 }), async (table, edits) => {
        const before = table.map((row, index): CellValue[] => [`row ${index}`, ...row]);
        const after = before.map((row) => [...row]);
        for (const [index, [kind, row, column, value]] of edits.entries()) {
          const at = row % after.length;
          if (kind === "insert") after.splice(at, 0, [`came ${index}`, ...table[0]!]);
          else if (kind === "delete" && after.length > 1) after.splice(at, 1);
          else after[at]![1 + (column % (after[at]!.length - 1))] = value;
        }
        const there = await diff(workbook(sheetPart(before)), workbook(sheetPart(after)));
        const back = await diff(workbook(sheetPart(after)), workbook(sheetPart(before)));
        const kinds = ({ changes }: FileDiff, turn: (kind: string) => string): readonly string[] =>
          changes.map(({ kind, subject }) => `${turn(kind)} ${subject}`).toSorted();
        expect(kinds(back, (kind) => INVERSE[kind] ?? kind)).toEqual(kinds(there, (kind) => kind));
      }),
      { numRuns: 200 },
    );
  });
});
