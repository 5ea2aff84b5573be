import { diff } from "@runningtab/review-diff";
import { describe, expect, it } from "vitest";
import { countDaffChanges, countsText } from "./daff.ts";
import { editedTable, toCsv } from "./edited-table.ts";
import { notebookCases, toNotebook } from "./notebook-cases.ts";
import { tableCases } from "./table-cases.ts";

describe("the cases of the diff bench", () => {
  it.each(tableCases)("table, $name", async ({ before, after, expected }) => {
    const { changes } = await diff({ path: "a.csv", bytes: toCsv(before) }, { path: "a.csv", bytes: toCsv(after) });
    const counts = new Map<string, number>();
    for (const { kind, subject } of changes) {
      counts.set(`${subject} ${kind}`, (counts.get(`${subject} ${kind}`) ?? 0) + 1);
    }
    expect(countsText(counts)).toBe(expected);
  });

  it.each(notebookCases)("notebook, $name", async ({ before, after, expected }) => {
    const [was, is] = [before, after].map((cells) => ({ path: "a.ipynb", bytes: toNotebook(cells) }));
    const { changes } = await diff(was!, is!);
    const found = changes.map(({ kind, subject, address }) => `${kind} ${subject} ${address}`);
    expect(found.toSorted()).toEqual(expected.toSorted());
  });

  it("make the same table for the same numbers", () => {
    expect(editedTable(50)).toEqual(editedTable(50));
    expect(editedTable(50).edits).toBe(4);
  });

  it("read daff's marks", () => {
    const output = [["!", "", "+++"], ["@@", "a", "b"], ["+++", "x", "y"], [":", "p", "q"], ["->", "1->2", "z"]]; // prettier-ignore
    expect(countDaffChanges(output)).toBe("1 cell changed, 1 column added, 1 row added, 1 row moved");
  });
});
