import { describe, expect, it } from "vitest";
import { findSeries } from "./find-series.ts";
import { readPage } from "./read-page.ts";
import { understandAsk } from "./understand-ask.ts";

function seriesOver(ask: string, rows: readonly string[], wantsRows = false, title = "Figures") {
  const [head, ...body] = rows;
  const rule = head!.replaceAll(/[^|]+/g, " --- ");
  const text = [`# ${title}`, "", head, rule, ...body].join("\n");
  const reading = readPage({ path: "t.md", place: `L1-L${body.length + 4}`, text });
  return findSeries(understandAsk(ask), "t.md", reading, false, wantsRows)[0];
}

const sites = ["| Site | Gas (MWh) | Staff | Cost EUR |", "| Harbour | 120 | 25 | 900 |", "| Mill | 80 | 40 | 700 |"];

describe("values of one kind", () => {
  it("are a column, with the unit that its head ends with", () => {
    const series = seriesOver("cost of all sites", sites);
    expect(series?.items.map(({ value }) => value)).toEqual(["900", "700"]);
    expect(series?.unit).toBe("EUR");
  });

  it("are never the columns of a row that hold different things", () => {
    expect(seriesOver("Harbour", sites)).toBeUndefined();
    expect(seriesOver("number of staff at Harbour", sites)).toBeUndefined();
    expect(seriesOver("chairs of Alpha", ["| Office | Chairs | Desks |", "| Alpha | 4 | 2 |"])).toBeUndefined();
  });

  it("are no column that the ask does not name, where there are several", () => {
    const orders = ["| Order | Amount EUR | Weight (kg) |", "| A-1 | 900 | 12 |", "| A-2 | 700 | 30 |"];
    expect(seriesOver("orders", orders)).toBeUndefined();
    expect(seriesOver("number of orders", orders)).toBeUndefined();
    expect(seriesOver("weight of all orders", orders)?.items.map(({ value }) => value)).toEqual(["12", "30"]);
  });

  it("are no amounts of money for a number of things", () => {
    const fees = ["| Course | Places | Fee |", "| Glazing | 9 | 90 EUR |", "| Kilns | 7 | 70 EUR |"];
    expect(seriesOver("number of fees", fees)).toBeUndefined();
    expect(seriesOver("number of places", fees)?.items.map(({ value }) => value)).toEqual(["9", "7"]);
  });

  it("are the rows that a word picks out, of the column whose head the ask names in however common a word", () => {
    const orders = [
      "| Order | Amount EUR | Tax EUR | State |",
      "| A-1 | 900 | 90 | open |",
      "| A-2 | 700 | 70 | paid |",
      "| A-3 | 50 | 5 | open |",
    ];
    expect(seriesOver("amount of open orders", orders)?.items.map(({ value }) => value)).toEqual(["900", "50"]);
    expect(seriesOver("number of open orders", orders)).toBeUndefined();
  });

  it("are the column of the month that is asked for, in either writing", () => {
    const shops = ["| 门店 | 一月 | 二月 |", "| 杭州店 | 120 | 150 |", "| 宁波店 | 80 | 50 |"];
    const values = seriesOver("二月销售额", shops, false, "门店销售额")?.items.map(({ value }) => value);
    expect(values).toEqual(["150", "50"]);
    const visits = ["| Branch | January | February |", "| Dale | 1 | 2 |", "| Fell | 3 | 4 |"];
    expect(seriesOver("visits in February", visits, false, "Visits")?.items.map(({ value }) => value)).toEqual([
      "2",
      "4",
    ]);
  });

  it("are those rows whose state the ask names, in however common a word", () => {
    const loans = [
      "| Object | Value | Status |",
      "| Cat | 12 | out |",
      "| Bowl | 48 | out |",
      "| Oak chest | 7 | returned |",
      "| Map | 95 | out |",
    ];
    const values = (ask: string) => seriesOver(ask, loans, false, "Loans")?.items.map(({ value }) => value);
    expect(values("value of all loans that are out")).toEqual(["12", "48", "95"]);
    expect(values("value of all loans")).toEqual(["12", "48", "7", "95"]);
  });

  it("are a row where its columns are periods, or the title says what they hold", () => {
    const quarters = ["| Branch | Q1 | Q2 |", "| Dale | 80 | 95 |", "| Fell | 10 | 20 |"];
    expect(seriesOver("visits of Dale", quarters, false, "Visits")?.items).toHaveLength(2);
    const fruit = ["| Branch | Apples | Pears |", "| Dale | 80 | 95 |", "| Fell | 10 | 20 |"];
    expect(seriesOver("sales of Dale", fruit, false, "Sales by fruit")?.items).toHaveLength(2);
  });
});

describe("rows that are counted", () => {
  it("are those of a state that the ask says in Chinese", () => {
    const papers = [
      "| 发票号 | 客户 | 状态 |",
      "| A1 | 东海 | 未付款 |",
      "| A2 | 东海 | 已付款 |",
      "| A3 | 南山 | 未付款 |",
      "| A4 | 南山 | 已付款 |",
    ];
    const labels = (ask: string) => seriesOver(ask, papers, true, "发票")?.items.map(({ label }) => label);
    expect(labels("未付款的发票")).toEqual(["A1", "A3"]);
    expect(labels("已付款的发票")).toEqual(["A2", "A4"]);
  });

  const invoices = [
    "| Invoice | Customer | Amount | Status |",
    "| R-1 | Oak | 1200 | open |",
    "| R-2 | Oak | 800 | paid |",
    "| R-3 | Oak | 450 | open |",
    "| R-4 | Pine | 90 | not paid |",
    "| R-5 | Pine | 75 | paid |",
    "| R-6 | Pine | 60 | not paid |",
  ];
  const counted = (ask: string) => seriesOver(ask, invoices, true)?.items.map(({ label }) => label);

  it("are those of a kind that only a column names", () => {
    const staff = [
      "| Name | Post | Hours |",
      "| Ana | Guide | 20 |",
      "| Bo | Cook | 30 |",
      "| Cy | Guide | 20 |",
      "| Di | Clerk | 12 |",
    ];
    expect(seriesOver("guides", staff, true)?.items.map(({ label }) => label)).toEqual(["Ana", "Cy"]);
    expect(seriesOver("pilots", staff, true)).toBeUndefined();
  });

  it.each([
    ["invoices of Pine", ["R-4", "R-5", "R-6"]],
    ["invoices of Oak that are open", ["R-1", "R-3"]],
    ["paid invoices of Pine", ["R-5"]],
    ["invoices", ["R-1", "R-2", "R-3", "R-4", "R-5", "R-6"]],
    ["invoices of Pine that are not paid", ["R-4", "R-6"]],
    ["invoices of Oak that are not paid", undefined],
    ["invoices of Elm", undefined],
    ["open orders", undefined],
  ])("%s", (ask, labels) => {
    expect(counted(ask)).toEqual(labels);
  });
});
