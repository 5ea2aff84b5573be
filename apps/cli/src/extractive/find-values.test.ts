import { describe, expect, it } from "vitest";
import { findValues, kindsOf, monthsIn } from "./find-values.ts";

describe("findValues", () => {
  it.each([
    ["The move is on 14–15 September 2024.", "date", "14–15 September 2024"],
    ["Due March 3, 2025", "date", "March 3, 2025"],
    ["由2024年8月19日起", "date", "2024年8月19日"],
    ["ends 31.05.2026", "date", "31.05.2026"],
    ["The rent is £18,400 a month", "money", "£18,400"],
    ["at 25.6 % of it", "percent", "25.6 %"],
    ["kept for 12 years", "duration", "12 years"],
    ["with six months' notice", "duration", "six months"],
    ["an area of 486.5 m²", "measure", "486.5 m²"],
    ["contract FN-20931-K holds", "code", "FN-20931-K"],
    ["filed as 620/VT/70.", "code", "620/VT/70"],
    ["The operator will be Marek Novak.", "name", "Marek Novak"],
    ["led by Maria van Dyke today", "name", "Maria van Dyke"],
  ] as const)("finds in %j the %s %j", (text, kind, value) => {
    expect(findValues(text)).toContainEqual(expect.objectContaining({ kind, text: value }));
  });

  it("gives values in order and without overlaps", () => {
    const values = findValues("On 3 March 2024 Ines Roth paid £1,200 for order PO-118.");
    values.forEach((value, index) => expect(value.start).toBeGreaterThanOrEqual(values[index - 1]?.end ?? 0));
    expect(values.map(({ kind }) => kind)).toEqual(["date", "name", "money", "code"]);
  });
});

it("says what a whole cell can be", () => {
  expect(kindsOf("128")).toEqual(new Set(["number"]));
  expect(kindsOf("2024")).toEqual(new Set(["number", "date"]));
  expect(kindsOf("oak, oiled")).toEqual(new Set(["name"]));
});

it("finds months, but not the verb", () => {
  expect(monthsIn("status-march, 2024-06-27, 9月")).toEqual([3, 6, 9]);
  expect(monthsIn("you may go")).toEqual([]);
});
