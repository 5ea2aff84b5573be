import { describe, expect, it } from "vitest";
import { understandComputation } from "./understand-computation.ts";
import { versionWish } from "./document-version.ts";
import { findAnswers } from "./find-answer.ts";
import type { Wanted } from "./policy-state.ts";
import { readPage } from "./read-page.ts";
import { settle } from "./settle.ts";
import { understandAsk } from "./understand-ask.ts";

/** What an item comes to over one text, of which no table was taken apart. */
function wantedOver(item: string, text: string): Wanted {
  const ask = understandAsk(item);
  const computation = understandComputation(item);
  const answers = findAnswers(ask, "a.txt", readPage({ path: "a.txt", place: "L1-L9", text }));
  return {
    id: "r1",
    ask,
    hits: new Map(),
    wish: versionWish(item),
    answers,
    ...(computation !== undefined && { computation }),
    parts: [],
    series: [],
    refusals: [],
  };
}

function settledOver(item: string, text: string): string | undefined {
  const settled = settle(wantedOver(item, text));
  return settled.kind === "stated" ? settled.reading.answer.value : undefined;
}

describe("what a document states in place of a result", () => {
  it.each([
    ["Number of invoices of Pine", "Invoices of Pine: 12", "12"],
    ["Number of invoices of Pine", "Invoices of Pine: EUR 1,200", undefined],
    [
      "How many seats does Pine Hill have?",
      "| Item | Oak Hill | Pine Hill |\n|---|---|---|\n| Seats | 12 | 40 |",
      "40",
    ],
    ["Number of beds of Pine Hill", "| Place | Item | Value |\n|---|---|---|\n| Pine Hill | beds | 40 |", "40"],
    ["How many guides are there?", "| Name | Post | Hours |\n|---|---|---|\n| Ana | Guide | 20 |", undefined],
    ["Requested sum of Pine Ltd", "| No. | Name | Requested sum |\n|---|---|---|\n| G-1 | Pine Ltd | 12 |", "12"],
    ["Total number of members of the club", "Members of the club: 61", "61"],
    ["Total number of members of the club", "Members of the club: 610.50 EUR", undefined],
    ["Share of women in the total staff", "Share of women in the total staff: 34 %", "34 %"],
    ["Ratio of women to men", "Women and men: 340", undefined],
    ["Total cost per cow", "The herd had 148 cows.", undefined],
    ["Total cost per cow", "Total cost per cow: 29 EUR", "29 EUR"],
    ["Total fee of open orders", "| Order | Fee | State |\n|---|---|---|\n| A-1 | 90 EUR | open |", undefined],
    ["Total fee of Alpha", "| Order | Fee | State |\n|---|---|---|\n| Alpha | 90 EUR | open |", "90 EUR"],
    ["Average rent of Alpha", "Average rent of Alpha: 500 EUR", "500 EUR"],
    ["Average rent of Alpha", "Rent of Alpha: 500 EUR", undefined],
  ])("%s in %j", (item, text, value) => {
    expect(settledOver(item, text)).toBe(value);
  });

  it("is left open with the reason where something unforeseen goes wrong, and ends nothing", () => {
    const wanted = wantedOver("Rent of Alpha", "Rent of Alpha: 500 EUR");
    const broken = {
      ...wanted,
      get answers(): never {
        throw new TypeError("no such answers");
      },
    };
    expect(settle(broken)).toEqual({ kind: "missing", refusal: "it could not be worked out: no such answers" });
  });
});
