import { parser as csv } from "@runningtab/parsed-cache/parsers/csv";
import { describe, expect, it } from "vitest";
import { ofType, partsOf } from "../../test/parts-of.ts";
import { csvLayout } from "./csv-delimiter.ts";

describe("the delimiter of a table", () => {
  it.each([
    ["Name;Sum\nA;1,5\nB;2,25\n", ";"],
    ["Title\tAuthors\nA, B and C\tX; Y\nD, E, F\tZ\n", "\t"],
    ['id|text|n\n1|"a|b|c"|2\n2|c, d; e|3\n', "|"],
    ["a,b\n1,2\n", ","],
    ['Value\n1.5\n"a; b"\n', ","],
    ['a;b\r"1;5";2\r', ";"],
    ["", ","],
  ])("of %j is found", (text, delimiter) => {
    expect(csvLayout(text)).toEqual({ delimiter, start: 0 });
  });

  it("is what a first line declares, which is no row", async () => {
    const parts = await partsOf(csv, "sep=;\r\na;b\r\n1,5;x\r\n");
    const cells = ofType(parts, "sheet").flatMap((sheet) => sheet.cells.map(({ ref, shown }) => `${ref} ${shown}`));
    expect(cells).toEqual(["A1 a", "B1 b", "A2 1,5", "B2 x"]);
  });
});
