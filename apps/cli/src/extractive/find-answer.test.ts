import { describe, expect, it } from "vitest";
import { chooseAnswer, chooseReading } from "./choose-answer.ts";
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
    ["Reference of the mill grant", "Mill grant\n\nReference number: RM-79", "RM-79"],
    ["Locker number of employee E0777", "Employee E0777\n\nLocker number: L-214", "L-214"],
    ["Maximum temperature of the kiln", "Kiln\n\nmax_temp: 900", "900"],
    ["Status of the offer", "Status of the offer: pending", "pending"],
    ["Payment term of the roofer", "Offer of the roofer\n\nPayment term: 45 days", "45 days"],
    ["Return deadline", "Return deadline: 3 weeks after the exhibition", "3 weeks after the exhibition"],
    ["Tenant", "Lessor: Oak Trust; tenant: Pine Club; term: five years", "Pine Club"],
    ["乙方", "甲方：青山置业；乙方：绿水商贸", "绿水商贸"],
    ["Maximum weight of a parcel", "Parcel\n\nmax. weight: 30 kg", "30 kg"],
  ])("to %j is found in %j", (ask, text, value) => {
    expect(answerOver(ask, { "notes.txt": text })?.value).toBe(value);
  });

  it.each([
    ["about something else of the same name", "Number of stations of Amber Ford", "The length of Amber Ford is 12 km."],
    ["about another thing of the same kind", "Monthly rent of Kiln Yard", "The monthly rent for Stone Hill is £9,100."],
    ["of another kind", "When is the lease of Kiln Yard signed?", "The lease of Kiln Yard is signed by both partners."],
    ["that nobody has filled in", "Monthly rent of Kiln Yard", "Monthly rent of Kiln Yard: tbd"],
    ["of another year", "Headcount in 2024", "Headcount in 2023: 120"],
    ["money for a length", "Length of the slide", "Length of the slide: EUR 64,750"],
    ["another date of the same thing", "Date of the start of Kiln Yard", "Kiln Yard\n\nReport deadline: 4 May 2024"],
    ["of another month", "Open issues in March 2025", "Open issues, April 2025: 11"],
    ["in another row", "Number of hull plates", "Hull paint (renewal): up to 2 per year"],
    ["that is a grade and no money", "Salary of the pilot", "Salary of the pilot: P7"],
    ["that is a shift and no person", "Name of the pilot", "Pilot: late shift"],
    ["about half of the words", "Approved cleaning budget of Kiln Yard", "Cleaning of Kiln Yard costs £300."],
  ])("%s is none", (_, ask, text) => {
    expect(answerOver(ask, { "notes.txt": text })).toBeUndefined();
  });

  it("stands behind the very label that is asked for, whatever else there is", () => {
    const files = {
      "offer.txt": "Payment deadline: 45 days.",
      "letter.txt": "The deadline for payment of the fee was 4 May 2024.",
    };
    expect(answerOver("Payment deadline", files)?.value).toBe("45 days");
  });

  it("stands under the heading of the thing asked about, when the label holds nothing but other words of the ask", () => {
    const paper = "# Stone Point grant\n\n- Start date: 23 November 2026\n- Amount: 12";
    expect(answerOver("Start date of the Stone Point grant", { "p.md": paper })?.value).toBe("23 November 2026");
  });

  it("is told with its rivals where several rows of a table fit alike", () => {
    const table =
      "| Item | Price | Date |\n|---|---|---|\n| Flour | 0.82 | 2024-01-04 |\n| Flour | 0.91 | 2024-05-04 |";
    const answers = findAnswers(
      understandAsk("Price of Flour"),
      "p.md",
      readPage({ path: "p.md", place: "", text: table }),
    );
    expect(chooseReading(answers, versionWish(""))?.rivals.map(({ value }) => value)).toEqual(["0.91"]);
  });

  it("is about a name in capitals that would be a common word", () => {
    const table = "| Department | 2022 |\n|---|---|\n| Sales | 106 |\n| IT | 91 |\n| US | 14 |";
    expect(answerOver("Headcount of IT in 2022", { "headcount.md": table })?.value).toBe("91");
    expect(answerOver("Headcount of US in 2022", { "headcount.md": table })?.value).toBe("14");
  });

  it("is a key of a nested record, by the words of its path", () => {
    const files = {
      "a.json": '{"points": {"expiry_months": 18, "max_value": 900}, "card": {"expiry_months": 36}}',
      "b.yaml": "store:\n  opening:\n    first_day: Monday",
    };
    expect(answerOver("Points expiry months", files)?.value).toBe("18");
    expect(answerOver("Maximum value of the points", files)?.value).toBe("900");
  });

  it("is a figure of a table that only its file names", () => {
    const text =
      "Sheet: S\n|  | A | B | C |\n| --- | --- | --- | --- |\n| 1 | Branch | Q1 | Q3 |\n| 2 | Dale | 80 | 95 |";
    const answers = findAnswers(
      understandAsk("Third quarter (Q3) visits of Dale"),
      "visits.csv",
      readPage({ path: "visits.csv", place: "sheet=S", text }),
    );
    expect(answers[0]?.value).toBe("95");
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

  it("that of the year or the number counts which the item itself names", () => {
    const files = { "lease-2022.txt": rent("1"), "lease-2023.txt": rent("2"), "lease-2024.txt": rent("3") };
    const numbered = { "tariff_v1.txt": rent("1"), "tariff_v2.txt": rent("2"), "tariff_v3.txt": rent("3") };
    const asked = (ask: string, of: Readonly<Record<string, string>>) => answerOver(ask, of, ask)?.value;
    expect(asked("Monthly rent in 2022", files)).toBe("1");
    expect(asked("Monthly rent in version 2", numbered)).toBe("2");
    expect(asked("Latest monthly rent", numbered)).toBe("3");
  });

  it("a letter with a number is a name and no version", () => {
    expect(answerOver("Pressure of valve V2", { "v1.txt": "The pressure of valve V2 is 4 bar." })?.value).toBe("4 bar");
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
