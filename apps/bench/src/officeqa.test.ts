import { join } from "node:path";
import { describeWithData } from "@runningtab/test-kit";
import { expect, it } from "vitest";
import { dropsAgainst, measureOfficeQa, type OfficeBaseline, type OfficeReport } from "./officeqa.ts";
import { questionsWithText } from "./officeqa-questions.ts";
import { wilson } from "./wilson.ts";

it("names what fell below the baseline, and judges no run over other questions", () => {
  const baseline: OfficeBaseline = {
    of: { questions: 3, pairs: 4 },
    insideEveryFile: 2,
    insidePairs: 3,
    fileOverAll: 2,
  };
  const sharesOf = (inside: number, pairs: number, file: number, of = 3): OfficeReport["shares"] => ({
    insideEveryFile: wilson(inside, of),
    insidePairs: wilson(pairs, of + 1),
    pageOverAll: wilson(0, of),
    fileOverAll: wilson(file, of),
  });
  expect(dropsAgainst(baseline, { shares: sharesOf(2, 4, 3) })).toEqual([]);
  expect(dropsAgainst(baseline, { shares: sharesOf(3, 3, 1) })).toEqual(["fileOverAll: 1 hits, and 2 in the baseline"]);
  expect(dropsAgainst(baseline, { shares: sharesOf(0, 0, 0, 2) })).toEqual([]);
});

describeWithData("two real bulletins and the questions about them", (data) => {
  const folder = join(data, "officeqa");

  it("has thirty questions whose every gold page carries text", () => {
    const questions = questionsWithText(folder);
    expect(questions).toHaveLength(30);
    expect(questions.map(({ uid }) => uid)).not.toContain("UID0001");
  });

  it("finds the page with the answer within ten, inside its file and among all pages of the two", async () => {
    const names = ["treasury_bulletin_2016_09.pdf", "treasury_bulletin_2018_12.pdf"];
    const report = await measureOfficeQa(folder, names, { note: () => undefined });
    expect([report.files, report.failures]).toEqual([2, []]);
    expect(report.pages).toBeGreaterThan(150);
    expect(report.questions.map(({ uid }) => uid)).toEqual(["UID0019", "UID0108"]);
    const found = { hits: 2, of: 2, share: 1 };
    expect(report.shares).toMatchObject({ insideEveryFile: found, insidePairs: found, fileOverAll: found });
  }, 120_000);
});
