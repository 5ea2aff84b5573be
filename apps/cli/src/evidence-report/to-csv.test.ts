import fc from "fast-check";
import { expect, it } from "vitest";
import { csvRows } from "../authoring/xlsx-from-text.ts";
import type { EvidenceReport } from "./evidence-report.ts";
import { evidenceCsv } from "./to-csv.ts";

/** The cell that a quote becomes. */
function cellOf(quote: string): string {
  const requirement = { id: "r1", text: "fact", aliases: [], status: "done", quote, evidence: [] } as const;
  const report: EvidenceReport = {
    version: 1,
    task: "t",
    text: "",
    counts: { open: 0, done: 1, unavailable: 0, computed: 0 },
    requirements: [requirement],
  };
  return csvRows(evidenceCsv(report).slice(1))[1]![5]!;
}

it.each([
  ["- booked in second class", "'- booked in second class"],
  ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\uff1dSUM(A1)", "'\uff1dSUM(A1)"],
  ["'tis so", "''tis so"],
  ["-1,250.50", "-1,250.50"],
  ["+12%", "+12%"],
  ["Lyon: 120 EUR - a night", "Lyon: 120 EUR - a night"],
])("writes %j as %j", (quote, cell) => {
  expect(cellOf(quote)).toBe(cell);
});

it("gives back every quote when one apostrophe is taken away, and begins no cell as a formula does", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[=+\-@'\uff1d\uff0b]?[ -~]{1,20}$/), (quote) => {
      const cell = cellOf(quote);
      expect(cell.startsWith("'") ? cell.slice(1) : cell).toBe(quote);
      expect(/^[=@\uff1d\uff0b]/.test(cell)).toBe(false);
    }),
  );
});
