import { join } from "node:path";
import { describeWithData } from "@runningtab/test-kit";
import { expect, it } from "vitest";
import { keptRows } from "./table-rows.ts";
import { measureTables } from "./tables.ts";

it("takes a line with three cells of figures for a row, kept when one line of the text holds them in order", () => {
  const layout = [
    "Year      Receipts    Outlays",
    "1998      1,250.5    (30)     4%",
    "1999     10      20     30",
    "two  1  2",
  ].join("\n");
  expect(keptRows(layout, "1998 ...... 1,250.5 (30) 4 %\n1999 10\n20 30").lost.map(({ line }) => line)).toEqual([
    "1999  10  20  30",
  ]);
  expect(keptRows(layout, "1998 1,250.5 30 4\n1999 a 10 b 20 c 30")).toEqual({ kept: 2, lost: [] });
  expect(keptRows(layout, "30 4 1,250.5 1998").kept).toBe(0);
});

describeWithData("a real bulletin", (data) => {
  it("keeps nearly all rows of its tables on one line", async () => {
    const file = join(data, "officeqa", "pdfs", "treasury_bulletin_2018_12.pdf");
    const [measured] = await measureTables([file], () => undefined);
    expect(measured!.isScan).toBe(false);
    expect(measured!.rows).toBeGreaterThan(500);
    expect(measured!.kept / measured!.rows).toBeGreaterThan(0.97);
  }, 120_000);
});
