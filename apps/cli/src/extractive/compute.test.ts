import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chineseCalculation } from "./calculation-words.ts";
import { compute, type Input } from "./compute.ts";
import { add, decimalOf, divide, writeDecimal } from "./decimal.ts";

const input = (value: string, unit?: string): Input => ({
  label: value,
  value,
  address: "a.md#L1",
  quote: value,
  path: "a.md",
  ...(unit !== undefined && { unit }),
});
const sumOf = (...inputs: readonly Input[]) => compute({ operation: "sum", parts: [] }, inputs, undefined);

describe("a calculation", () => {
  it("adds decimals exactly", () => {
    expect(sumOf(input("0.1"), input("0.2"))).toMatchObject({ value: "0.3", formula: "0.1 + 0.2 = 0.3" });
    expect(sumOf(input("1,204.50 EUR"), input("95.5 EUR"))).toMatchObject({ value: "1,300.00 EUR" });
  });

  it("brings scales and units of one kind together, and says so of others", () => {
    expect(sumOf(input("1.2", "EUR million"), input("300", "EUR thousand"))).toMatchObject({
      value: "1.5 EUR million",
    });
    expect(sumOf(input("3万元"), input("500元"))).toMatchObject({ value: "30,500 CNY" });
    expect(sumOf(input("12 EUR"), input("5 CHF"))).toEqual({ refusal: "CHF and EUR cannot be put together" });
    expect(sumOf(input("12 EUR"), input("5"))).toHaveProperty("refusal");
    expect(sumOf(input("12 EUR"), input("from 3 to 5"))).toHaveProperty("refusal");
  });

  it("gives shares and averages with what was rounded named", () => {
    expect(compute({ operation: "share", parts: [] }, [input("1"), input("3")], undefined)).toMatchObject({
      value: "33.3 %",
      formula: "1 / 3, rounded",
    });
    expect(compute({ operation: "average", parts: [] }, [input("1"), input("2")], undefined)).toMatchObject({
      value: "1.5",
    });
  });

  it("is told with the digits of what went in", () => {
    expect(sumOf(input("410.50 EUR"), input("655.00 EUR"))).toMatchObject({
      value: "1,065.50 EUR",
      formula: "410.50 EUR + 655.00 EUR = 1,065.50",
    });
  });

  it("is told in Chinese, as are the reasons for none", () => {
    const inChinese = (operation: "share" | "max" | "sum", ...inputs: readonly Input[]) =>
      JSON.stringify(compute({ operation, parts: [] }, inputs, undefined, chineseCalculation));
    expect(inChinese("share", input("1"), input("3"))).toContain("1 / 3, 四舍五入");
    expect(inChinese("max", input("1"), input("3"))).toContain("2 项中最高");
    expect(inChinese("sum", input("12元"), input("5"))).toContain("不能合并计算");
    expect(inChinese("share", input("1"))).toContain("只找到一个");
  });

  it("says which way a difference goes", () => {
    const gap = (one: string, other: string) =>
      compute({ operation: "difference", parts: [] }, [input(one), input(other)], undefined);
    expect(gap("5", "3")).toMatchObject({ value: "2", change: "more" });
    expect(gap("3", "5")).toMatchObject({ value: "2", change: "less" });
    expect(gap("5", "5")).not.toHaveProperty("change");
  });

  it("is refused, whatever goes in, rather than failing", () => {
    const operations = ["sum", "difference", "growth", "share", "average", "max", "min", "count"] as const;
    const texts = fc.constantFrom("0", "1", "-3.5", "12 EUR", "5 kg", "7 %", "", "n/a", "from 3 to 5", "9".repeat(400));
    fc.assert(
      fc.property(fc.constantFrom(...operations), fc.array(texts, { maxLength: 4 }), (operation, values) => {
        const computed = compute(
          { operation, parts: [] },
          values.map((one) => input(one)),
          undefined,
        );
        expect("refusal" in computed || computed.inputs.length > 0).toBe(true);
      }),
      { numRuns: 1_000 },
    );
    expect(compute({ operation: "share", parts: ["x"] }, [input("1")], undefined)).toHaveProperty("refusal");
  });

  it("is none over a table of which more lies beyond what was seen", () => {
    const series = {
      path: "b.csv",
      title: "",
      items: [{ label: "x", value: "1", address: "b.csv#L2", quote: "x" }],
      isPart: true,
      score: 1,
    };
    expect(compute({ operation: "sum", parts: [] }, [], series)).toHaveProperty("refusal");
  });
});

describe("a decimal", () => {
  it("is what it was written as", () => {
    expect(["0.1", "1204.55", "100", "-3.5"].map((text) => writeDecimal(decimalOf(Number(text))))).toEqual([
      "0.1",
      "1,204.55",
      "100",
      "-3.5",
    ]);
  });

  it("sums cents as whole numbers do", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 20 }), (cents) => {
        const sum = cents.map((one) => decimalOf(one / 100)).reduce(add);
        expect(Number(sum.units) / 10 ** sum.scale).toBe(cents.reduce((total, one) => total + one, 0) / 100);
      }),
      { numRuns: 200 },
    );
  });

  it("rounds half away from zero", () => {
    expect(writeDecimal(divide(decimalOf(-1), decimalOf(8), 2).value)).toBe("-0.13");
    expect(divide(decimalOf(1), decimalOf(4), 2)).toMatchObject({ isExact: true });
  });
});
