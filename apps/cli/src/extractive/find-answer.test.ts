import { describe, expect, it } from "vitest";
import { chooseAnswer } from "./choose-answer.ts";
import { versionWish } from "./document-version.ts";
import { type Answer, findAnswers } from "./find-answer.ts";
import { readPage } from "./read-page.ts";
import { understandAsk } from "./understand-ask.ts";

/** The answer over a few text files, path → text. */
function answerOver(ask: string, files: Readonly<Record<string, string>>, conditions = ""): Answer | undefined {
  const answers = Object.entries(files).flatMap(([path, text]) =>
    findAnswers(understandAsk(ask), path, readPage({ path, place: `L1-L${text.split("\n").length}`, text })),
  );
  return chooseAnswer(answers, versionWish(conditions));
}

describe("an answer", () => {
  it.each([
    ["Monthly rent of Kiln Yard", "The monthly rent for Kiln Yard is £18,400, payable in advance.", "£18,400"],
    ["When does the office move?", "The office moves on 14 September 2024, all 120 of us.", "14 September 2024"],
    ["Who is the head of the Harrow clinic?", "At Harrow clinic, Ingrid Vance serves as head.", "Ingrid Vance"],
    ["How long are closed files kept?", "Closed files are kept for 12 years, counted from 2 May 2020.", "12 years"],
    ["Yearly licence fee", "Annual licence fee: € 4,200 (excl. VAT)", "€ 4,200"],
    ["Number of beds", "Beds: 40", "40"],
    ["青浦园区的员工数", "青浦园区的员工人数为186人。", "186人"],
  ])("to %j is found in %j", (ask, text, value) => {
    expect(answerOver(ask, { "notes.txt": text })?.value).toBe(value);
  });

  it.each([
    ["about something else of the same name", "Number of stations of Amber Ford", "The length of Amber Ford is 12 km."],
    ["about another thing of the same kind", "Monthly rent of Kiln Yard", "The monthly rent for Stone Hill is £9,100."],
    ["of another kind", "When is the lease of Kiln Yard signed?", "The lease of Kiln Yard is signed by both partners."],
    ["that nobody has filled in", "Monthly rent of Kiln Yard", "Monthly rent of Kiln Yard: tbd"],
    ["of another year", "Headcount in 2024", "Headcount in 2023: 120"],
    ["of another month", "Open issues in March 2025", "Open issues, April 2025: 11"],
    ["in another row", "Number of hull plates", "Hull paint (renewal): up to 2 per year"],
    ["that is a grade and no money", "Salary of the pilot", "Salary of the pilot: P7"],
    ["that is a shift and no person", "Name of the pilot", "Pilot: late shift"],
    ["about half of the words", "Approved cleaning budget of Kiln Yard", "Cleaning of Kiln Yard costs £300."],
  ])("%s is none", (_, ask, text) => {
    expect(answerOver(ask, { "notes.txt": text })).toBeUndefined();
  });

  it("is the first cell of a row when a name is asked for", () => {
    const table = "| Name | Post | Grade |\n|---|---|---|\n| Ana Pires | Pilot | P7 |\n| Jo Berg | Stoker | S2 |";
    expect(answerOver("Who is the pilot?", { "crew.md": table })?.value).toBe("Ana Pires");
  });

  it("ends where its sentence does", () => {
    const text = "Cause: a cracked valve on pump 3. 1,200 litres were spilled.";
    expect(answerOver("Cause", { "report.md": text })?.value).not.toContain("litres");
  });

  it("does not take a line about another thing because the file is about the right one", () => {
    expect(
      answerOver("Rent of Maple Vale", {
        "maple-vale.txt": "# Maple Vale\n\nBesides, the rent of Stone Hill is 900 a month.",
      }),
    ).toBeUndefined();
  });

  it("takes in a list of entries the cell beside what was asked", () => {
    const text =
      "Sheet: S\n|  | A | B | C | D |\n| --- | --- | --- | --- | --- |\n| 1 | Subject | Item | Value | By |\n| 2 | Larch | electricity | 828 kWh | kl |";
    const answers = findAnswers(
      understandAsk("electricity of Larch"),
      "entries.csv",
      readPage({ path: "entries.csv", place: "sheet=S", text }),
    );
    expect(answers[0]?.value).toBe("828 kWh");
  });

  it("prefers the settled to the proposed and the new to the quoted", () => {
    const files = {
      "a.txt": "We propose a price for the removal of 26,200.",
      "b.txt": "> Price for the removal: 25,000",
      "c.txt": "Price for the removal: 23,650",
    };
    expect(answerOver("Price for the removal", files)?.value).toBe("23,650");
  });
});

describe("of several versions", () => {
  const rent = (value: string): string => `Monthly rent: ${value}`;

  it("the final one counts, the outdated ones never", () => {
    const files = {
      "lease-v1.txt": rent("1"),
      "lease-draft.txt": rent("2"),
      "lease-final.txt": rent("3"),
      "old/lease.txt": rent("4"),
    };
    expect(answerOver("Monthly rent", files)?.value).toBe("3");
  });

  it("the latest counts where the task says so, by date and by number", () => {
    const dated = {
      "2023-05-04 lease.txt": rent("1"),
      "2024-11-08 lease.txt": rent("2"),
      "2024-02-19 lease.txt": rent("3"),
    };
    expect(answerOver("Monthly rent", dated, "The latest version counts.")?.value).toBe("2");
    expect(
      answerOver("Monthly rent", { "lease-v9.txt": rent("1"), "lease-v10.txt": rent("2") }, "Use the newest.")?.value,
    ).toBe("2");
  });

  it("that of the year counts where the task names one", () => {
    const files = { "2021/lease.txt": rent("1"), "2022/lease.txt": rent("2"), "2023/lease.txt": rent("3") };
    expect(answerOver("Monthly rent", files, "All facts as of 2022.")?.value).toBe("2");
  });

  it("a later document that changes a fact counts, and one that only repeats an older fact does not", () => {
    const files = {
      "2023-02-01 board.md": "The parade begins at the mill. The parade is on 4 May 2024.",
      "2023-09-01 board.md": "The parade moves from 4 May 2024 to 11 May 2024.",
    };
    expect(answerOver("Date of the parade", files)?.value).toBe("11 May 2024");
  });

  it("a folder of what counts goes before one of what was replaced, whatever they are called", () => {
    const rule = (value: string): string => `The speed limit in the yard is ${value} km/h.`;
    for (const [old, current] of [
      ["superseded", "current"],
      ["archive/2016", "rules"],
      ["expired", "in force"],
      ["retired", "valid"],
    ]) {
      const files = { [`${old}/yard.md`]: rule("20"), [`${current}/yard.md`]: rule("15") };
      expect(answerOver("Speed limit in the yard", files)?.value).toContain("15");
    }
  });

  it("the only one counts, whatever the condition", () => {
    expect(answerOver("Monthly rent", { "lease-draft.txt": rent("1") }, "Only final versions count.")?.value).toBe("1");
  });

  it("the choice does not depend on the order of reading", () => {
    const one: Answer = { value: "1", quote: "1", address: "b.txt#L1", path: "b.txt", title: "", score: 1 };
    const other: Answer = { ...one, value: "2", address: "a.txt#L1", path: "a.txt" };
    expect(chooseAnswer([one, other], versionWish(""))).toEqual(chooseAnswer([other, one], versionWish("")));
  });
});
