import { quantities, sameQuantity } from "@runningtab/terms";
import { decimalOf, trimmed, writeDecimal } from "./decimal.ts";
import { findValues, monthsIn, yearsIn } from "./find-values.ts";

/** The ISO date of a text that is one date to the day; `undefined` for others and where day and month could be swapped. */
export function isoDay(text: string): string | undefined {
  const plain = text.normalize("NFKC").trim();
  const [date, ...others] = findValues(plain).filter(({ kind }) => kind === "date");
  if (date === undefined || others.length > 0) return undefined;
  const numeric = /^(\d{4})[-年.](\d{1,2})[-月.](\d{1,2})日?$/u.exec(date.text);
  if (numeric !== null) return joined(numeric[1]!, numeric[2]!, numeric[3]!);
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(date.text);
  if (german !== null) return joined(german[3]!, german[2]!, german[1]!);
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(date.text);
  if (slashed !== null)
    return Number(slashed[1]) > 12
      ? joined(slashed[3]!, slashed[2]!, slashed[1]!)
      : Number(slashed[2]) > 12
        ? joined(slashed[3]!, slashed[1]!, slashed[2]!)
        : undefined;
  const [year, month, day] = [
    yearsIn(date.text),
    monthsIn(date.text),
    [...date.text.matchAll(/(?<!\d)(\d{1,2})(?!\d)/g)],
  ];
  return year.length === 1 && month.length === 1 && day.length === 1
    ? joined(String(year[0]), String(month[0]), day[0]![1]!)
    : undefined;
}

function joined(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/**
 * A date or an amount in one form for all: `2024-09-14`, `CNY 1,200,000`; `undefined` where the text is neither or says it
 * like that already. `unit` is what a heading gives for a bare figure.
 */
export function normalValue(text: string, unit?: string): string | undefined {
  const date = isoDay(text);
  if (date !== undefined) return date === text.trim() ? undefined : date;
  const found = quantities(text);
  const [quantity] = found;
  if (quantity === undefined || found.length > 1) return undefined;
  const plain = text.trim();
  const isWhole = plain.length - (quantity.end - quantity.start) <= 3;
  if (!isWhole) return undefined;
  if (quantity.unit === undefined) return unit;
  if (!/^[A-Z]{3}$/.test(quantity.unit)) return undefined;
  const amount = `${quantity.unit} ${writeDecimal(trimmed(decimalOf(quantity.value)))}`;
  return amount === plain ? undefined : amount;
}

/** Whether two writings state the same: one date, one quantity, or one text. */
export function isSameValue(one: string, other: string): boolean {
  const [a, b] = [squeezed(one), squeezed(other)];
  if (a === b || a.includes(b) || b.includes(a)) return true;
  const [first, second] = [isoDay(one), isoDay(other)];
  if (first !== undefined && second !== undefined) return first === second;
  const [left, right] = [quantities(one), quantities(other)];
  return left.length === 1 && right.length === 1 && sameQuantity(left[0]!, right[0]!);
}

function squeezed(text: string): string {
  return text.normalize("NFKC").toLowerCase().replaceAll(/[\s,]/g, "");
}
