import { plural } from "../plural.ts";

/** How a calculation is told: its steps, or why there is none. */
export interface CalculationWords {
  readonly rounded: string;
  readonly rows: (count: number) => string;
  readonly values: (count: number) => string;
  readonly sumOf: (what: string) => string;
  readonly extreme: Readonly<Record<"max" | "min", (count: number) => string>>;
  readonly beyond: (kept: number, all: number, is: "above" | "below", than: string) => string;
  readonly more: (count: number) => string;
  readonly noList: string;
  readonly goesOn: (path: string) => string;
  readonly noValues: string;
  readonly onlyOne: string;
  readonly noNumber: (value: string, label: string) => string;
  readonly noValueFor: (ask: string) => string;
  readonly disagree: (ask: string, one: string, other: string) => string;
  readonly unlike: (one: string | undefined, other: string | undefined) => string;
  readonly zero: string;
  readonly noLimit: string;
}

const unitless = "a number without a unit";

export const englishCalculation: CalculationWords = {
  rounded: "rounded",
  rows: (count) => plural(count, "row"),
  values: (count) => plural(count, "value"),
  sumOf: (what) => `sum of ${what}`,
  extreme: { max: (count) => `highest of ${count}`, min: (count) => `lowest of ${count}` },
  beyond: (kept, all, is, than) => `${kept} of ${all} are ${is} ${than}`,
  more: (count) => ` and ${count} more`,
  noList: "no list of such things",
  goesOn: (path) => `the table in ${path} goes on beyond what could be read at once`,
  noValues: "no values to work it out from",
  onlyOne: "only one of the values that it takes was found",
  noNumber: (value, label) => `“${value}” (${label}) is no single number`,
  noValueFor: (ask) => `no value found for “${ask}”`,
  disagree: (ask, one, other) => `sources disagree on “${ask}”: ${one}, ${other}`,
  unlike: (one = unitless, other = unitless) => `${one} and ${other} cannot be put together`,
  zero: "what would be divided by is zero",
  noLimit: "the limit is no number",
};

const hanUnitless = "无单位的数";

export const chineseCalculation: CalculationWords = {
  rounded: "四舍五入",
  rows: (count) => `${count} 行`,
  values: (count) => `${count} 个数值`,
  sumOf: (what) => `${what}之和`,
  extreme: { max: (count) => `${count} 项中最高`, min: (count) => `${count} 项中最低` },
  beyond: (kept, all, is, than) => `${all} 项中有 ${kept} 项${is === "above" ? "高于" : "低于"} ${than}`,
  more: (count) => `等，另有 ${count} 项`,
  noList: "没有此类清单",
  goesOn: (path) => `${path} 中的表格未能一次读完`,
  noValues: "没有可用于计算的数值",
  onlyOne: "计算所需的数值只找到一个",
  noNumber: (value, label) => `“${value}”（${label}）不是单一数字`,
  noValueFor: (ask) => `未找到“${ask}”的数值`,
  disagree: (ask, one, other) => `关于“${ask}”来源不一致：${one}，${other}`,
  unlike: (one = hanUnitless, other = hanUnitless) => `${one}与${other}不能合并计算`,
  zero: "除数为零",
  noLimit: "界限不是数字",
};
