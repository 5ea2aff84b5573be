import * as fc from "fast-check";
import { formatAddress, parseAddress, parsePlace, sheetPlace } from "@runningtab/parsed-cache";
import { describe, expect, it } from "vitest";

describe("addresses", () => {
  it("come back from text as they went in, whatever the path and the sheet are called", () => {
    const name = fc.string({ unit: "grapheme", minLength: 1 });
    fc.assert(
      fc.property(name, name, (path, sheet) => {
        const place = sheetPlace(sheet, { cell: "B12" });
        const parsed = parseAddress(formatAddress(path, place));
        expect(parsed).toEqual({ path, place });
        expect(parsePlace(parsed.place!)).toEqual({ type: "sheet", sheet, cell: "B12" });
      }),
    );
  });

  it("stay readable: only what would be mistaken is encoded", () => {
    expect(formatAddress("Q1 plan/差旅 #2.xlsx", sheetPlace("A&B = C"))).toBe(
      "Q1 plan/差旅 %232.xlsx#sheet=A%26B%20%3D%20C",
    );
    expect(formatAddress("100% done.md")).toBe("100%25 done.md");
  });

  it.each([
    ["report.pdf", { path: "report.pdf" }],
    ["report.pdf#", { path: "report.pdf" }],
    ["report.pdf#page=3", { path: "report.pdf", place: "page=3" }],
    ["a%20b.md#L10-L20", { path: "a b.md", place: "L10-L20" }],
    ["50%.txt", { path: "50%.txt" }],
    ["C#.md", { path: "C", place: ".md" }],
  ])("reads %s", (text, expected) => {
    expect(parseAddress(text)).toEqual(expected);
  });

  it.each([
    ["L10-L20", { type: "lines", from: 10, to: 20 }],
    ["L7", { type: "lines", from: 7, to: 7 }],
    ["slide=4", { type: "slide", from: 4, to: 4 }],
    ["paragraph=7-9", { type: "paragraph", from: 7, to: 9 }],
    ["sheet=Q1%20plan", { type: "sheet", sheet: "Q1 plan" }],
    ["sheet=Q1 plan&range=a1:c9", { type: "sheet", sheet: "Q1 plan", range: "A1:C9" }],
    ["table=1&row=3", { type: "named", text: "table=1&row=3" }],
  ])("takes the place %s apart", (place, expected) => {
    expect(parsePlace(place)).toEqual(expected);
  });

  it.each(["", "#page=1", "a.pdf#page=0", "a.txt#L9-L3", "a.xlsx#sheet=S&cell=12B", "a.xlsx#sheet=S&range=A1:B2:C3"])(
    "refuses %j and says what an address looks like",
    (text) => {
      expect(() => parseAddress(text)).toThrow(expect.objectContaining({ code: "address-invalid" }));
    },
  );
});
