import { seededRandom } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";
import { createDeliveryCheck } from "./delivery-check.ts";

/** How locales and styles write one amount of euros. */
const amountForms: readonly ((amount: number) => string)[] = [
  (amount) => grouped(amount, ","),
  (amount) => `${grouped(amount, ".")} EUR`,
  (amount) => `EUR ${grouped(amount, "'")}`,
  (amount) => `${grouped(amount, "\u202f")} €`,
  (amount) => `${grouped(amount, " ")} euros`,
  (amount) => String(amount),
  (amount) => `€${grouped(amount, ",")}.00`,
  (amount) => `${grouped(amount, ".")},00 €`,
  (amount) => `${amount / 10_000}万欧元`,
  (amount) => `${amount / 1_000}k EUR`,
  (amount) => `${amount / 1_000_000}m €`,
  (amount) => `${String(amount / 1_000_000).replace(".", ",")} Mio. €`,
];

const monthNames = {
  en: "January February March April May June July August September October November December".split(" "),
  de: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(" "),
  fr: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split(" "),
  es: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(" "),
} as const;
const name = (language: keyof typeof monthNames, month: number): string => monthNames[language][month - 1]!;
const two = (value: number): string => String(value).padStart(2, "0");

const dateForms: readonly ((year: number, month: number, day: number) => string)[] = [
  (year, month, day) => `${year}-${two(month)}-${two(day)}`,
  (year, month, day) => `${day} ${name("en", month)} ${year}`,
  (year, month, day) => `${name("en", month)} ${day}, ${year}`,
  (year, month, day) => `${name("en", month).slice(0, 3)} ${day}, ${year}`,
  (year, month, day) => `${two(day)}.${two(month)}.${year}`,
  (year, month, day) => `${day}. ${name("de", month)} ${year}`,
  (year, month, day) => `${day} ${name("fr", month)} ${year}`,
  (year, month, day) => `${day} de ${name("es", month)} de ${year}`,
  (year, month, day) => `${year}年${month}月${day}日`,
  (year, month, day) => `${year}/${month}/${day}`,
  (year, month, day) => `${day}/${month}/${year}`,
];

const documents: readonly ((value: string) => string)[] = [
  (value) => `# Report\n\nIn 2021 we counted 12 items. The cost of the building is ${value} in total.\n\n2. Next\n`,
  (value) => `| item | figure |\n| --- | --- |\n| pages | 14 |\n| cost of the building | ${value} |`,
  (value) => `成本：${value}。共3页。`,
  (value) => `Kosten (Stand 2023): ${value}, siehe Seite 4.`,
];

function grouped(amount: number, mark: string): string {
  return String(amount).replaceAll(/\B(?=(?:\d{3})+(?!\d))/g, mark);
}

function statusOf(value: string, text: string): string | undefined {
  const check = createDeliveryCheck({ deliverables: [{ path: "a.md", text }] });
  return check([{ id: "r1", text: "cost of the building", aliases: [], status: "done", evidence: ["L1"], value }])[0]
    ?.status;
}

const count = 600;

describe("a value in any form", () => {
  it("is found as an amount however it is claimed and written, and another amount is not", () => {
    const random = seededRandom(1);
    const missed: string[] = [];
    for (let index = 0; index < count; index++) {
      const amount = random.pick([1_000, 10_000, 100_000]) * random.integer(11, 999) + random.integer(0, 9) * 10;
      const [claimed, written, document] = [random.pick(amountForms), random.pick(amountForms), random.pick(documents)];
      const right = document(written(amount));
      expect([claimed(amount), right, statusOf(claimed(amount), right)]).toEqual([claimed(amount), right, "found"]);
      const wrong = document(written(amount + Math.round(amount / random.pick([-50, -10, -2, 2, 10, 50]))));
      if (statusOf(claimed(amount), wrong) !== "missing") missed.push(`${claimed(amount)} | ${wrong}`);
    }
    // What is left is within the rounding of a coarse claim.
    expect(missed.length / count, missed.join("\n")).toBeLessThanOrEqual(0.02);
  });

  it("is found as a date, and another day, month or year is not", () => {
    const random = seededRandom(2);
    for (let index = 0; index < count; index++) {
      const [year, month, day] = [random.integer(1999, 2031), random.integer(1, 12), random.integer(1, 28)];
      // A claim with slashes has two readings by itself.
      const claimed = random.pick(dateForms.slice(0, -1))(year, month, day);
      const [written, document] = [random.pick(dateForms), random.pick(documents)];
      const right = document(written(year, month, day));
      expect([claimed, right, statusOf(claimed, right)]).toEqual([claimed, right, "found"]);
      const [y, m, d] = random.pick([
        [year, month, (day % 28) + 1],
        [year + 1, month, day],
        [year, (month % 12) + 1, day],
      ]) as [number, number, number];
      const wrong = document(written(y, m, d));
      expect([claimed, wrong, statusOf(claimed, wrong)]).toEqual([claimed, wrong, "missing"]);
    }
  });
});
