import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { partsOf } from "../../test/parts-of.ts";
import { withoutBlanksAroundQuotes } from "./csv-spaced-quotes.ts";
import { parser } from "./csv.ts";

describe("blanks before quoted cells", () => {
  it.each([
    ['1, "a, b", 2\n"x", "y""z" \n', '1,"a, b", 2\n"x","y""z"\n'],
    ['name, "first\nsecond"\r\nnext,1', 'name,"first\nsecond"\r\nnext,1'],
    [' "a", b', '"a", b'],
    // Quotes in the middle of a cell, or behind which more stands, are text.
    ['say "no", "a" b, "open', 'say "no", "a" b, "open'],
    ['"a, ""b"", \n c", "d"', '"a, ""b"", \n c","d"'],
  ])("are left out of %j", (text, expected) => {
    expect(withoutBlanksAroundQuotes(text, ",")).toBe(expected);
  });

  it("are all that is ever left out", () => {
    const csv = fc.string({ unit: fc.constantFrom('"', " ", ",", "\n", "a") });
    fc.assert(
      fc.property(csv, (text) => {
        expect(withoutBlanksAroundQuotes(text, ",").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
      }),
    );
  });

  it("do not split the text of a cell in two", async () => {
    const [sheet] = await partsOf(parser, 'Item, Place, Sum\nTrip, "Bern, Old Town", 7\nStay, "Basel", 9\n');
    const shown = sheet?.type === "sheet" ? sheet.cells.map(({ ref, shown: text }) => `${ref}=${text.trim()}`) : [];
    expect(shown.slice(3)).toEqual(["A2=Trip", "B2=Bern, Old Town", "C2=7", "A3=Stay", "B3=Basel", "C3=9"]);
  });
});
