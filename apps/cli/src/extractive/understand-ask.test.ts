import { describe, expect, it } from "vitest";
import { understandAsk } from "./understand-ask.ts";

const terms = (text: string): readonly string[] => understandAsk(text).wordings[0]!.map(({ term }) => term);
const names = (text: string): readonly string[] =>
  understandAsk(text)
    .wordings[0]!.filter(({ isName }) => isName)
    .map(({ term }) => term);

describe("understandAsk", () => {
  it("drops the words that only ask", () => {
    expect(terms("What is the monthly rent of Kiln Yard?")).toEqual(terms("Monthly rent, Kiln Yard"));
    expect(terms("Please give the monthly rent")).toEqual(terms("monthly rent"));
    expect(terms("How high was the rent of Kiln Yard?")).toEqual(terms("rent of Kiln Yard"));
    expect(terms("High water mark")).toContain("high");
  });

  it("keeps a word that is a verb only where it asks", () => {
    expect(terms("Report deadline")).toContain("report");
    expect(terms("Report the deadline")).not.toContain("report");
  });

  it("tells names from the capital that begins a line", () => {
    expect(names("Monthly rent of Kiln Yard")).toEqual(["kiln", "yard"]);
    expect(names("Stations, Amber line")).toEqual(["amber"]);
    expect(names("Kiln Yard: rent")).toEqual(["kiln", "yard"]);
    expect(names("amount of invoice 2024-119")).toEqual(["2024", "119"]);
  });

  it("reads years and months as a time and not as words to match", () => {
    const ask = understandAsk("Open issues in March 2025");
    expect(ask).toMatchObject({ years: [2025], months: [3] });
    expect(terms("Open issues in March 2025")).toEqual(terms("Open issues"));
  });

  it.each([
    ["How many people work there?", ["number", "measure"]],
    ["When does it open?", ["date"]],
    ["Who leads the team?", ["name"]],
    ["How long are files kept?", ["duration", "date"]],
    ["Contract number of the line", ["code", "number"]],
    ["项目的竣工日期", ["date"]],
  ])("demands for %j a value of %j", (text, kinds) => {
    expect(understandAsk(text)).toMatchObject({ kinds, isStrict: true });
  });

  it("only prefers a kind where the words suggest one", () => {
    expect(understandAsk("Cleaning budget")).toMatchObject({ kinds: ["money", "number"], isStrict: false });
    expect(understandAsk("Colour of the door")).toMatchObject({ kinds: [], isStrict: false });
    expect(understandAsk("Head of the clinic")).toMatchObject({ kinds: ["name"], isStrict: false });
    expect(understandAsk("Electricity use of Head office")).toMatchObject({ kinds: [], isStrict: false });
  });

  it("takes a bracket in another script as another wording", () => {
    const { wordings } = understandAsk("Delivery date of the desks (办公桌交货日期)");
    expect(wordings).toHaveLength(2);
    expect(wordings[1]!.map(({ term }) => term).join("")).toContain("办公桌");
  });

  it("takes what stands before 的 for a name", () => {
    const [wording] = understandAsk("青浦园区的年度预算是多少？").wordings;
    expect(
      wording!
        .filter(({ isName }) => isName)
        .map(({ term }) => term)
        .join(""),
    ).toBe("青浦园区");
    expect(
      wording!
        .filter(({ isName }) => !isName)
        .map(({ term }) => term)
        .join(""),
    ).toBe("年度预算");
  });

  it("takes file names out of the words", () => {
    expect(understandAsk("Rent according to lease.docx").sources).toEqual(["lease.docx"]);
    expect(terms("Rent according to lease.docx")).toEqual(["rent"]);
  });
});
