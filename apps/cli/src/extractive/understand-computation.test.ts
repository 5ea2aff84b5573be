import { describe, expect, it } from "vitest";
import { understandComputation } from "./understand-computation.ts";

describe("what has to be worked out", () => {
  it.each([
    [
      "Revenue of North and South combined in Q2 2024",
      "sum",
      ["Revenue of North in Q2 2024", "Revenue of South in Q2 2024"],
    ],
    ["Total rent of Kiln Yard from 2022 to 2023", "sum", ["rent of Kiln Yard in 2022", "rent of Kiln Yard in 2023"]],
    [
      "By how much did the visitors of Folk Hall grow from 2016 to 2018?",
      "difference",
      ["visitors of Folk Hall in 2018", "visitors of Folk Hall in 2016"],
    ],
    [
      "Difference between the rent of Mill Lane and of Kiln Yard",
      "difference",
      ["rent of Mill Lane", "rent of Kiln Yard"],
    ],
    [
      "Average sales of North from Q1 to Q2 2020",
      "average",
      ["sales of North in Q1 2020", "sales of North in Q2 2020"],
    ],
    ["2021年华东和华南的营业收入合计是多少？", "sum", ["2021年华东的营业收入", "2021年华南的营业收入"]],
    ["人民路店2021年的销售额比2020年增加了多少？", "difference", ["人民路店2021年的销售额", "人民路店2020年的销售额"]],
    ["Difference in price between Alpha and Beta", "difference", ["price of Alpha", "price of Beta"]],
    ["How much more fuel does the Otter use than the Heron?", "difference", ["fuel of Otter", "fuel of Heron"]],
    ["How much more does Alpha cost than Beta?", "difference", ["cost of Alpha", "cost of Beta"]],
    ["上海比北京多多少销售额", "difference", ["上海的销售额", "北京的销售额"]],
    ["Difference between income and expenses of Alpha", "difference", ["income of Alpha", "expenses of Alpha"]],
    ["How many more chairs than desks does Alpha have?", "difference", ["chairs of Alpha", "desks of Alpha"]],
    ["Percentage increase of rent from 2022 to 2023", "growth", ["rent in 2023", "rent in 2022"]],
    ["Total chairs and desks of Alpha", "sum", ["chairs of Alpha", "desks of Alpha"]],
    ["三店六月的客流量比五月多多少", "difference", ["三店六月的客流量", "三店五月的客流量"]],
    ["织物的实际比预算少多少", "difference", ["织物的实际", "织物的预算"]],
    ["城东站和城西站十一月客流量合计", "sum", ["十一月城东站的客流量", "十一月城西站的客流量"]],
  ])("%s: the single values", (text, operation, parts) => {
    expect(understandComputation(text)).toMatchObject({ operation, parts });
  });

  it.each([
    ["Which region had the highest revenue in Q2 2020?", "max", "revenue in Q2 2020"],
    ["Supplier with the lowest annual amount", "min", "annual amount"],
    ["How many contracts are active?", "count", "contracts are active"],
    ["Total amount of all open invoices", "sum", "amount of all open invoices"],
    ["Total requested sum of all approved grants", "sum", "requested sum of all approved grants"],
    ["Sum of the requested sum for music", "sum", "requested sum for music"],
    ["2021年哪个门店的销售额最高？", "max", "2021年销售额"],
  ])("%s: a whole column or row", (text, operation, series) => {
    expect(understandComputation(text)).toMatchObject({ operation, series });
  });

  it.each([
    ["Gas of Harbour as a percentage of the total gas", ["Gas of Harbour"], "gas"],
    ["What is the staff of Mill as a share of the total?", ["staff of Mill"], "staff"],
    ["Share of Harbour in the total gas consumption", ["gas consumption of Harbour"], "gas consumption"],
    ["Which fraction of the staff works at Harbour?", ["staff of Harbour"], "staff"],
    ["How large is Harbour's part of the total gas?", ["gas of Harbour"], "gas"],
    ["Mill's contribution to the total rent", ["rent of Mill"], "rent"],
    ["二月城东站在总客流量中的占比", ["城东站的二月客流量"], "二月客流量"],
    ["苹果占水果总销量的多少", ["苹果的销量"], "水果销量"],
    ["城东站的客流量占比", ["城东站的客流量"], "客流量"],
    ["share of desks in the approved total", ["approved of desks"], "approved"],
    ["Share of repairs in the budget 2025", ["budget 2025 of repairs"], "budget 2025"],
    ["城东站占十一月总客流量的比例", ["城东站的十一月客流量"], "十一月客流量"],
    ["2021年城东站的客流量占总客流量的比重", ["2021年城东站的客流量"], "2021年客流量"],
  ])("%s: a share of the whole", (text, parts, series) => {
    expect(understandComputation(text)).toEqual({ operation: "share", parts, series });
  });

  it.each([
    ["Ratio of total debt to equity", "share"],
    ["Total debt divided by equity", "share"],
    ["By how much does the actual cost of the roof exceed its budget?", "difference"],
    ["Ammonia of Q1 relative to total ammonia", "share"],
    ["Total gas of Harbour compared with Mill", "share"],
    ["How many times larger is Alpha than Beta?", "share"],
    ["Harbour gas in % of total", "share"],
    ["How much did Alpha pay in 2023 less than in 2022?", "difference"],
    ["Budget minus actual of the roof", "difference"],
    ["Total cost per member", "sum"],
    ["电费占比是多少", "share"],
    ["上海店的人数是北京店的几倍", "share"],
  ])("%s: nothing that is understood, and no sum or look-up either", (text, operation) => {
    expect(understandComputation(text)).toEqual({ operation, parts: [] });
  });

  it("VAT of 19 % on the total: no sum, since it says that something is divided", () => {
    expect(understandComputation("VAT of 19 % on the total")).toBeUndefined();
  });

  it.each([
    ["Number of employees with more than 25 hours", "hours", "25"],
    ["Number of projects that cost more than 80 EUR", "cost", "80 EUR"],
  ])("%s: counts what is beyond a limit", (text, series, than) => {
    expect(understandComputation(text)).toMatchObject({ operation: "count", series, limit: { is: "above", than } });
  });

  it("names every month of a span", () => {
    expect(understandComputation("Total number of adults from November 2023 to January 2024")?.parts).toEqual([
      "number of adults in November 2023",
      "number of adults in December 2023",
      "number of adults in January 2024",
    ]);
  });

  it.each([
    ["How many invoices are there in total?", "invoices"],
    ["What is the number of open orders?", "open orders"],
    ["共有多少家门店？", "门店"],
    ["未付款的发票有几张？", "未付款的发票"],
  ])("%s: a count", (text, series) => {
    expect(understandComputation(text)).toEqual({ operation: "count", parts: [], series });
  });

  it.each(["Monthly rent of Kiln Yard", "Who leads the team?", "竣工日期"])("%s: nothing", (text) => {
    expect(understandComputation(text)).toBeUndefined();
  });
});
