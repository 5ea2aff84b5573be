import type { WrittenCase } from "./written-cases.ts";

/** An amount with its unit, as deliverables write it. */
interface Fact {
  readonly requirement: string;
  readonly value: string;
  readonly forms: readonly string[];
  /** Other amounts in the same forms: swapped digits, another scale, a neighbour. */
  readonly wrong: readonly string[];
}

const facts: readonly Fact[] = [
  {
    requirement: "travel budget",
    value: "¥55000",
    forms: ["55,000 yuan", "RMB 55 000", "5.5万元", "￥55,000.00", "CNY 55k", "55.000 元"],
    wrong: ["50,500 yuan", "RMB 5 500", "5.9万元", "￥56,000.00", "CNY 65k", "550.000 元"],
  },
  {
    requirement: "revenue of the group",
    value: "EUR 1,250 million",
    forms: ["€1.25bn", "1,25 Mrd. EUR", "EUR 1,250,000,000", "1 250 millions d'euros", "1.250 Mio. €", "12.5亿欧元"],
    wrong: ["€1.52bn", "12,5 Mrd. EUR", "EUR 1,250,000", "1 520 millions d'euros", "1.205 Mio. €", "1.25亿欧元"],
  },
  {
    requirement: "operating result",
    value: "(4,310)",
    forms: ["-4,310", "−4.310", "(4 310)", "a loss of 4,310", "minus 4310", "亏损4310"],
    wrong: ["-4,130", "−43.100", "(3 410)", "a loss of 4,301", "minus 431", "亏损4130"],
  },
  {
    requirement: "share of renewable energy",
    value: "37.5%",
    forms: ["37,5 %", "37.5 per cent", "0.375", "about 38 %", "37.5％", "37,50 Prozent"],
    wrong: ["35,7 %", "37.9 per cent", "0.357", "about 39 %", "73.5％", "38,50 Prozent"],
  },
  {
    requirement: "number of employees",
    value: "2318",
    forms: ["2,318 people", "2.318 Beschäftigte", "2 318 salariés", "2318人", "about 2.3k", "2'318"],
    wrong: ["2,381 people", "2.138 Beschäftigte", "3 218 salariés", "2319人", "about 2.6k", "23'180"],
  },
  {
    requirement: "end of the contract",
    value: "2025-11-07",
    forms: ["7 November 2025", "November 7, 2025", "07.11.2025", "2025年11月7日", "7 noviembre 2025", "7. Nov. 2025"],
    wrong: ["9 November 2025", "October 7, 2025", "07.12.2025", "2025年7月11日", "7 noviembre 2026", "17. Nov. 2025"],
  },
  {
    requirement: "delivery time",
    value: "45 days",
    forms: ["45 Tage", "45 jours", "45天", "45-day", "45 days", "forty-five days"],
    wrong: ["54 Tage", "40 jours", "46天", "35-day", "4.5 days", "fifty-five days"],
  },
  {
    requirement: "unit price",
    value: "$12.80",
    forms: ["US$12.80", "12,80 $", "12.8 dollars", "USD 12.80", "12.80美元", "$ 12.80"],
    wrong: ["US$18.20", "12,08 $", "128 dollars", "EUR 12.80", "12.90美元", "$ 13.80"],
  },
];

const documents: readonly ((amount: string, fact: Fact) => string)[] = [
  (amount, { requirement }) =>
    `# Report\n\n1. Overview\n2. Figures\n\nAs of 2023 we looked at 3 sources. The ${requirement} is ${amount}, after 17 talks.\n`,
  (amount, { requirement }) =>
    `Sheet: Facts\n|  | A | B |\n| --- | --- | --- |\n| 1 | item | figure |\n| 2 | ${requirement} | ${amount} |\n| 3 | pages | 96 |`,
  (amount) => `Zusammenfassung\n\nSeite 2 von 14. Laut Unterlagen: ${amount}. Stand 2022.`,
];

/** Every form in a report, in a sheet as it is shown, and in a text of another language. */
export const deliveredGenerated: readonly WrittenCase[] = combine(({ forms }) => forms);
export const missingGenerated: readonly WrittenCase[] = combine(({ wrong }) => wrong);

function combine(amounts: (fact: Fact) => readonly string[]): WrittenCase[] {
  return facts.flatMap((fact) =>
    amounts(fact).flatMap((amount) =>
      documents.map((document): WrittenCase => [fact.requirement, fact.value, document(amount, fact)]),
    ),
  );
}
