import { describe, expect, it } from "vitest";
import { formulaSkeleton, moveReferences } from "./formula-references.ts";

/** Everything from row 3 on stands one row lower, in every sheet; the sheet `Plan` is now called `Q1 plan`. */
const oneDown = {
  sheetName: (name: string) => (name === "Plan" ? "Q1 plan" : name),
  place: (_sheet: string, { column, row }: { column: number; row: number }) => ({
    column,
    row: row >= 3 ? row + 1 : row,
  }),
};

describe("references in formulas", () => {
  it.each([
    ["A1+A3", "A1+A4"],
    ["SUM($B$2:$B$9)", "SUM($B$2:$B$10)"],
    ["Plan!A5*2", "'Q1 plan'!A6*2"],
    ["'It''s'!C3:D4", "'It''s'!C4:D5"],
    ['IF(A3="A3",LOG10(A3),"say ""A3""")', 'IF(A4="A3",LOG10(A4),"say ""A3""")'],
    ["Rate3*Table1[A3]+_A3", "Rate3*Table1[A4]+_A3"],
    ["XFD1048576", "XFD1048577"],
  ])("moves %s to %s", (before, after) => {
    expect(moveReferences(before, "Data", oneDown)).toBe(after);
  });

  it("has one skeleton for formulas that differ only in where they point", () => {
    expect(formulaSkeleton("SUM(A1:A9)*$C$1")).toBe(formulaSkeleton("SUM(B2:B99)*$D$7"));
    expect(formulaSkeleton("A1*2")).not.toBe(formulaSkeleton("A1*3"));
    expect(formulaSkeleton('"A1"&A1')).toBe('"A1"&#');
  });
});
