import { expect, it } from "vitest";
import { expandBraces } from "./braces.ts";

it.each([
  ["{a,b}", ["a", "b"]],
  ["{a,b{1,2}}", ["a", "b1", "b2"]],
  ["{1..4}", ["1", "2", "3", "4"]],
  ["{08..10}", ["08", "09", "10"]],
  ["{5..1..2}", ["5", "3", "1"]],
  ["{a..c}", ["a", "b", "c"]],
  ["{a,}", ["a", ""]],
  ["{'x y',z}", ["x y", "z"]],
  ["{unclosed", ["{unclosed"]],
])("expands %s", (text, expected) => {
  expect(expandBraces(text)).toEqual(expected);
});

it("cuts a sequence that is nobody's list of files", () => {
  expect(expandBraces("{1..100000000}").length).toBe(1000);
  expect(expandBraces("{a,b}".repeat(40)).length).toBeLessThanOrEqual(1000);
});
