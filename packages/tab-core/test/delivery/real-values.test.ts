import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeWithData } from "@runningtab/test-kit";
import { expect, it } from "vitest";
import { createDeliveryCheck } from "../../src/delivery/delivery-check.ts";

function statusOf(requirement: string, value: string, text: string): string | undefined {
  const done = { id: "r1", text: requirement, aliases: [], status: "done", evidence: ["L1"], value } as const;
  return createDeliveryCheck({ deliverables: [{ path: "answer.md", text }] })([done])[0]?.status;
}

function readLines<Line>(file: string): readonly Line[] {
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

/** How other locales and styles write a number with as many decimals. */
function writings(number: number, decimals: number): readonly string[] {
  const format = (locale: string): string =>
    number.toLocaleString(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  const thousands = Math.abs(number) >= 1_000 ? [`${(number / 1_000).toFixed(decimals + 3)} thousand`] : [];
  return [format("en-US"), format("de-DE"), format("fr-FR"), format("de-CH"), number.toFixed(decimals), ...thousands];
}

function share<Item>(items: readonly Item[], is: (item: Item) => boolean): number {
  return items.filter(is).length / items.length;
}

describeWithData("values of real documents", (folder) => {
  it("are found however a program writes them, and not when they are altered", () => {
    const questions = readLines<{ question: string; answer: string }>(join(folder, "officeqa/questions.jsonl"));
    const cases = questions.flatMap(({ question, answer }) => {
      if (!/^-?[\d,]+(?:\.\d+)?%?$/.test(answer)) return [];
      const sign = answer.endsWith("%") ? "%" : "";
      const number = Number(answer.replaceAll(/[,%]/g, ""));
      const decimals = /\.(\d+)/.exec(answer)?.[1]?.length ?? 0;
      const text = (written: string): string =>
        `Asked: ${question}\n\nThe figure comes to ${written}${sign}, as computed.\n`;
      const altered = number === 0 ? 17 : number * 1.13 + Math.sign(number) * 3;
      return writings(number, decimals).map((written, index) => ({
        question,
        answer,
        given: text(written),
        altered: text(writings(altered, decimals)[index] ?? altered.toFixed(decimals)),
      }));
    });
    expect(cases.length).toBeGreaterThan(150);
    const isAlarm = (one: (typeof cases)[number]): boolean => statusOf(one.question, one.answer, one.given) !== "found";
    expect(share(cases, isAlarm), JSON.stringify(cases.filter(isAlarm).slice(0, 5))).toBeLessThanOrEqual(0.02);
    const isUnseen = (one: (typeof cases)[number]): boolean =>
      statusOf(one.question, one.answer, one.altered) !== "missing";
    expect(share(cases, isUnseen), JSON.stringify(cases.filter(isUnseen).slice(0, 5))).toBeLessThanOrEqual(0.05);
  });

  it("of cells are found as dates and numbers of other locales", () => {
    const files = readLines<{ expected: readonly { kind: string; value?: unknown }[] }>(
      join(folder, "office-files/MANIFEST.jsonl"),
    );
    const values = new Set(
      files.flatMap(({ expected }) => expected.flatMap(({ kind, value }) => (kind === "cell" ? [value] : []))),
    );
    const cases = [...values].flatMap((value): { value: string; written: string }[] => {
      if (typeof value === "number" && Math.abs(value) > 31 && Math.abs(value) < 1e12) {
        const decimals = Math.min(2, /\.(\d+)$/.exec(String(value))?.[1]?.length ?? 0);
        return writings(value, decimals).map((written) => ({ value: String(value), written }));
      }
      const day = typeof value === "string" ? /^(\d{4}-\d\d-\d\d)T00:00:00$/.exec(value)?.[1] : undefined;
      if (day === undefined) return [];
      return ["en-US", "en-GB", "de-DE", "fr-FR", "es-ES", "zh-CN"].map((locale) => ({
        value: String(value),
        written: new Date(day).toLocaleDateString(locale, { dateStyle: "long", timeZone: "UTC" }),
      }));
    });
    expect(cases.length).toBeGreaterThan(50);
    const isAlarm = ({ value, written }: { value: string; written: string }): boolean =>
      statusOf("cell", value, `| item | cell |\n| --- | --- |\n| entry | ${written} |\n`) !== "found";
    expect(share(cases, isAlarm), JSON.stringify(cases.filter(isAlarm).slice(0, 8))).toBeLessThanOrEqual(0.02);
  });
});
