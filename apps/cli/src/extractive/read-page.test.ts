import { describe, expect, it } from "vitest";
import { readPage } from "./read-page.ts";
import type { Statement } from "./statement.ts";

const cell = (statements: readonly Statement[], value: string): Statement | undefined =>
  statements.find((statement) => statement.type === "cell" && statement.value === value);

describe("tables", () => {
  it("of sheets name each cell by row and column, with its own address", () => {
    const text =
      "Sheet: Plan\n|  | A | B | C |\n| --- | --- | --- | --- |\n| 1 | Budget |  |  |\n| 3 | Item | Requested | Approved |\n| 4 | Cabling | 34,200 | 31,750 {=B4-2450} |";
    const { statements } = readPage({ path: "b.xlsx", place: "sheet=Plan", text });
    expect(cell(statements, "31,750")).toMatchObject({
      address: "b.xlsx#sheet=Plan&cell=C4",
      columnHead: "Approved",
      quote: "| 4 | Cabling | 34,200 | 31,750 {=B4-2450} |",
      headings: ["Budget", "Sheet: Plan"],
    });
    expect(cell(statements, "31,750")!.label).toContain("Cabling");
  });

  it("of a whole workbook belong each to their sheet", () => {
    const sheet = (name: string, value: string): string =>
      `Sheet: ${name}\n|  | A | B |\n| --- | --- | --- |\n| 1 | Item | Value |\n| 2 | Rent | ${value} |`;
    const { statements } = readPage({
      path: "b.xlsx",
      place: "",
      text: `${sheet("One", "41")}\n\n${sheet("Two & more", "93")}`,
    });
    expect(cell(statements, "93")).toMatchObject({
      address: "b.xlsx#sheet=Two%20%26%20more&cell=B2",
      headings: ["Sheet: Two & more"],
    });
  });

  it("of Markdown need no other lines around them", () => {
    const text = "| Floor | Area |\n|---|---|\n| First | 511.5 |\n| **Second** | 486.5 |";
    const { statements } = readPage({ path: "a.md", place: "L1-L4", text });
    expect(cell(statements, "486.5")).toMatchObject({ address: "a.md#L4", columnHead: "Area" });
    expect(cell(statements, "486.5")!.label).toContain("Second");
  });

  it("of loose PDF text need gaps between cells", () => {
    const text =
      "Floors\n\nFloor\tNet area  Desks\nFirst floor\t511.5\t56\nSecond floor\t486.5\t42\n\nDesks follow the layout.";
    const { statements } = readPage({ path: "s.pdf", place: "page=2", text });
    expect(cell(statements, "486.5")).toMatchObject({
      address: "s.pdf#page=2",
      columnHead: "Net area",
      quote: "Second floor\t486.5\t42",
    });
  });

  it("part headings that stand too close, when that gives the right number", () => {
    const text = "Depot\tElectricity consumptionLoading docks\nLinden  404,540 kWh  41\nMarsh  386,108 kWh  93";
    const { statements } = readPage({ path: "d.pdf", place: "page=1", text });
    expect(cell(statements, "93")!.columnHead).toBe("Loading docks");
  });

  it("give a row with a missing cell its columns by kind, or none at all", () => {
    const byKind = readPage({
      path: "d.pdf",
      place: "page=1",
      text: "Depot\tRent\tLeader\tArea\nLinden\t£400\tTor Vik\t41 m²\nMarsh\tSilje Moe\t93 m²",
    });
    expect(cell(byKind.statements, "93 m²")!.columnHead).toBe("Area");
    expect(cell(byKind.statements, "Silje Moe")!.columnHead).toBe("Leader");
    const unclear = readPage({ path: "d.pdf", place: "page=1", text: "Name\t2021\t2022\nLinden\t41\t43\nMarsh\t93" });
    expect(cell(unclear.statements, "93")).toBeUndefined();
  });

  it("are told apart by codes as well as by words", () => {
    const { statements } = readPage({
      path: "m.csv",
      place: "sheet=S",
      text: "Sheet: S\n|  | A | B | C |\n| --- | --- | --- | --- |\n| 1 | Date | Meter | Reading |\n| 434 | 2024-09-14 | M-1433 | 36992 |",
    });
    expect(cell(statements, "36992")).toMatchObject({ address: "m.csv#sheet=S&cell=C434", columnHead: "Reading" });
    expect(cell(statements, "36992")!.label).toContain("M-1433");
  });

  it("do not take a row without a value for a caption of the rows below", () => {
    const { statements } = readPage({
      path: "a.md",
      place: "L1-L4",
      text: "| Site | Budget |\n|---|---|\n| Winter Hill |  |\n| Larch Hill | 342 |",
    });
    expect(cell(statements, "342")!.headings.join()).not.toContain("Winter");
  });
});

describe("labels and sentences", () => {
  it("belong to the headings above them, of which a sibling ends the other", () => {
    const text = "# Handbook\n\n## Harrow\n\n- Beds: 40\n\n## Linden\n\n- Beds: 52";
    const { statements, title } = readPage({ path: "h.md", place: "L1-L9", text });
    expect(title).toBe("Handbook");
    expect(statements.find(({ value }) => value === "52")).toMatchObject({
      label: "Beds",
      address: "h.md#L9",
      headings: ["Linden", "Handbook"],
    });
  });

  it("have no title when they come from the middle of a text", () => {
    const { statements, title } = readPage({
      path: "h.md",
      place: "L41-L44",
      text: "- Beds: 40\n\n## Linden\n- Beds: 52",
    });
    expect(title).toBe("");
    expect(statements.find(({ value }) => value === "40")!.headings).toEqual([]);
  });

  it("go on over line ends and stay on their own line in the address", () => {
    const { statements } = readPage({
      path: "n.txt",
      place: "L1-L3",
      text: "The office was found in May. The\nrent is 400 a month. Dr. Roth signs.\nDone.",
    });
    expect(statements.map(({ quote }) => quote)).toEqual([
      "The office was found in May.",
      "The rent is 400 a month.",
      "Dr. Roth signs.",
      "Done.",
    ]);
    expect(statements.map(({ address }) => address)).toEqual(["n.txt#L1", "n.txt#L1", "n.txt#L2", "n.txt#L3"]);
  });

  it("mark what is quoted from an earlier mail", () => {
    const { statements } = readPage({ path: "m.eml", place: "L1-L2", text: "Agreed price: 23\n> Proposed price: 26" });
    expect(statements.filter(({ type }) => type === "label").map(({ isQuoted }) => isQuoted)).toEqual([false, true]);
  });
});

describe("records", () => {
  it("name a value by its key, the keys above and its neighbours", () => {
    const text =
      "premises:\n  address: 12 Harbour Road\n  rent:\n    monthly: 7450\nstorage:\n  address: Dock Lane\n  rent:\n    monthly: 1300";
    const { statements } = readPage({ path: "l.yaml", place: "L1-L8", text });
    const rent = statements.find(({ value }) => value === "7450")!;
    expect(rent.label).toBe("monthly");
    expect(rent.headings).toEqual(["rent", "premises", "address 12 Harbour Road"]);
  });

  it("read objects inside others, in one line too, with the keys above them", () => {
    const text = '{"card": {"fee": 5, "limits": {"daily": 400}}}';
    const { statements } = readPage({ path: "o.json", place: "L1", text });
    expect(statements.map(({ label, value, headings }) => [label, value, headings])).toEqual([
      ["fee", "5", ["card"]],
      ["daily", "400", ["limits", "card"]],
    ]);
  });

  it("read objects in one line and lists of objects", () => {
    const text = '{"offices":[\n {"city":"Bergen","manager":"Silje Moe"},\n {"city":"Oslo","manager":"Tor Vik"}\n]}';
    const { statements } = readPage({ path: "o.json", place: "L1-L4", text });
    expect(statements.find(({ value }) => value === "Tor Vik")).toMatchObject({
      label: "manager",
      address: "o.json#L3",
      headings: ["offices", "city Oslo"],
    });
  });
});
