import { expect, it } from "vitest";
import { subjectOf } from "./query-sentences.ts";

it("leaves out the sentences of a question that only say how to answer", () => {
  expect(subjectOf("What did the ferry cost in 2019? Report the value in millions. Do not include commas.")).toBe(
    "What did the ferry cost in 2019?",
  );
  expect(subjectOf("Please round to two places. How many berths are there? There are two piers.")).toBe(
    "How many berths are there? There are two piers.",
  );
});

it("keeps a query of one sentence, and one that has no other sentences", () => {
  for (const query of ["report on exports", "Convert the currency. Report it.", "annual report 2020", ""]) {
    expect(subjectOf(query)).toBe(query);
  }
});
