import { type Amount, inOneUnit, readAmount } from "./amount.ts";
import { type CalculationWords, englishCalculation } from "./calculation-words.ts";
import type { Computation } from "./computation.ts";
import { add, compare, type Decimal, decimalOf, divide, multiply, subtract, trimmed, writeDecimal } from "./decimal.ts";
import type { Series } from "./find-series.ts";

/** A value that goes into a calculation, as a document states it. */
export interface Input {
  readonly value: string;
  readonly unit?: string;
  readonly address: string;
  readonly quote: string;
  readonly path: string;
  /** What it is the value of. */
  readonly label: string;
}

/** The result of a calculation, or why there is none. */
export type Computed =
  | {
      readonly value: string;
      /** Of a difference: which way it goes. */
      readonly change?: "more" | "less";
      readonly formula: string;
      readonly inputs: readonly Input[];
    }
  | { readonly refusal: string };

/** Values that a calculation takes at least, where one does not do. */
const fewestInputs: Partial<Readonly<Record<Computation["operation"], number>>> = {
  difference: 2,
  growth: 2,
  share: 2,
};
const averageDigits = 2;
const percentDigits = 1;
/** Values that a formula writes out; of more it names the number. */
const mostWritten = 12;

/** Works out what is asked from its inputs. Decimal arithmetic is exact; what is rounded says so. */
export function compute(
  { operation, limit }: Computation,
  parts: readonly Input[],
  series: Series | undefined,
  words: CalculationWords = englishCalculation,
): Computed {
  if (operation === "count" && limit === undefined) return counted(series, words);
  if (series?.isPart === true) return { refusal: words.goesOn(series.path) };
  const items = series?.items.map((item): Input => inputOf(series, item)) ?? [];
  const whole = series?.total === undefined ? items : [inputOf(series, series.total)];
  const inputs =
    parts.length === 0 ? items : operation === "share" && parts.length === 1 ? [...parts, ...whole] : parts;
  if (inputs.length === 0) return { refusal: words.noValues };
  if (inputs.length < (fewestInputs[operation] ?? 1)) return { refusal: words.onlyOne };
  const amounts = inputs.map(({ value, unit }) => readAmount(value, unit));
  const unread = inputs[amounts.findIndex((amount) => amount === undefined)];
  if (unread !== undefined) return { refusal: words.noNumber(unread.value, unread.label) };
  const known = amounts as Amount[];
  const like = inOneUnit(known);
  if ("unlike" in like) return { refusal: words.unlike(...like.unlike) };
  return worked({ operation, limit, inputs, written: known, amounts: like, words });
}

function inputOf(series: Series, { label, value, address, quote }: Series["items"][number]): Input {
  return { label, value, address, quote, path: series.path, ...(series.unit !== undefined && { unit: series.unit }) };
}

function counted(series: Series | undefined, words: CalculationWords): Computed {
  if (series === undefined) return { refusal: words.noList };
  if (series.isPart) return { refusal: words.goesOn(series.path) };
  const inputs = series.items.map((item) => inputOf(series, item));
  return { value: String(inputs.length), formula: `${words.rows(inputs.length)}: ${named(inputs, words)}`, inputs };
}

interface Work {
  readonly operation: Computation["operation"];
  readonly limit: Computation["limit"];
  readonly inputs: readonly Input[];
  /** The amounts of the inputs as written, and brought to one unit. */
  readonly written: readonly Amount[];
  readonly amounts: readonly Amount[];
  readonly words: CalculationWords;
}

function worked({ operation, limit, inputs, written, amounts, words }: Work): Computed {
  const numbers = amounts.map(({ number }) => number);
  const [first, second] = numbers as [Decimal, Decimal];
  const unit = amounts[0]!.unit;
  const digits = Math.max(...amounts.map((amount) => amount.digits));
  // With the digits of the inputs: cents stay cents.
  const figure = (number: Decimal): string => writeDecimal(padded(trimmed(number), digits));
  const show = (number: Decimal): string =>
    `${figure(number)}${unit === undefined ? "" : unit === "%" ? " %" : ` ${unit}`}`;
  const terms = inputs.map(({ value }, index) =>
    written[index]!.unit === unit && written[index]!.number === amounts[index]!.number
      ? plain(value)
      : writeDecimal(trimmed(amounts[index]!.number)),
  );
  const all = terms.length > mostWritten ? words.values(terms.length) : terms.join(" + ");
  const sum = numbers.reduce(add);
  switch (operation) {
    case "sum":
      return { value: show(sum), formula: `${all} = ${figure(sum)}`, inputs };
    case "difference": {
      const gap = subtract(first, second);
      const size = gap.units < 0n ? { ...gap, units: -gap.units } : gap;
      return {
        value: show(size),
        ...(gap.units !== 0n && { change: gap.units < 0n ? "less" : "more" }),
        formula: `${terms[0]} − ${terms[1]} = ${figure(gap)}`,
        inputs,
      };
    }
    case "growth": {
      if (second.units === 0n) return { refusal: words.zero };
      const ratio = divide(multiply(subtract(first, second), decimalOf(100)), second, percentDigits);
      return {
        value: percent(ratio),
        formula: `(${terms[0]} − ${terms[1]}) / ${terms[1]}${rounded(ratio.isExact, words)}`,
        inputs,
      };
    }
    case "share": {
      const whole = numbers.slice(1).reduce(add);
      if (whole.units === 0n) return { refusal: words.zero };
      const ratio = divide(multiply(first, decimalOf(100)), whole, percentDigits);
      const divisor =
        terms.length === 2
          ? terms[1]
          : terms.length > mostWritten
            ? words.sumOf(words.values(terms.length - 1))
            : `(${terms.slice(1).join(" + ")})`;
      return {
        value: percent(ratio),
        formula: `${terms[0]} / ${divisor}${rounded(ratio.isExact, words)}`,
        // What a share is of often holds the part itself: it is one source.
        inputs: inputs.filter((one, at) => inputs.findIndex((other) => isSameInput(one, other)) === at),
      };
    }
    case "average": {
      const mean = divide(sum, decimalOf(numbers.length), Math.max(averageDigits, digits));
      return {
        value: show(trimmed(mean.value)),
        formula: `${all.includes(" + ") ? `(${all})` : terms.length === 1 ? all : words.sumOf(all)} / ${numbers.length}${rounded(mean.isExact, words)}`,
        inputs,
      };
    }
    case "max":
    case "min": {
      const better = (one: number, other: number): boolean =>
        (operation === "max" ? 1 : -1) * compare(numbers[one]!, numbers[other]!) > 0;
      const best = numbers.reduce((at, _, index) => (better(index, at) ? index : at), 0);
      const ties = inputs.filter((_, index) => compare(numbers[index]!, numbers[best]!) === 0);
      return {
        value: `${ties.map(({ label }) => label).join(", ")} (${show(numbers[best]!)})`,
        formula: `${words.extreme[operation](inputs.length)}: ${named(inputs, words)}`,
        inputs,
      };
    }
    case "count": {
      const bound = limit === undefined ? undefined : readAmount(limit.than);
      if (limit === undefined || bound === undefined) return { refusal: words.noLimit };
      const kept = inputs.filter(
        (_, index) => (limit.is === "above" ? 1 : -1) * compare(numbers[index]!, bound.number) > 0,
      );
      return {
        value: String(kept.length),
        formula: `${words.beyond(kept.length, inputs.length, limit.is, limit.than)}${kept.length === 0 ? "" : `: ${named(kept, words)}`}`,
        inputs,
      };
    }
    default:
      return operation satisfies never;
  }
}

function isSameInput(one: Input, other: Input): boolean {
  return one.address === other.address && one.value === other.value && one.quote === other.quote;
}

function percent({ value, isExact }: { readonly value: Decimal; readonly isExact: boolean }): string {
  return `${writeDecimal(isExact ? trimmed(value) : value)} %`;
}

function rounded(isExact: boolean, words: CalculationWords): string {
  return isExact ? "" : `, ${words.rounded}`;
}

function padded({ units, scale }: Decimal, digits: number): Decimal {
  return scale >= digits ? { units, scale } : { units: units * 10n ** BigInt(digits - scale), scale: digits };
}

function plain(value: string): string {
  return value.replaceAll(/\s+/g, " ").trim();
}

function named(inputs: readonly Input[], words: CalculationWords): string {
  const names = inputs
    .slice(0, mostWritten)
    .map(({ label, value }) => (label === value ? value : `${label} ${plain(value)}`));
  return `${names.join(", ")}${inputs.length > mostWritten ? words.more(inputs.length - mostWritten) : ""}`;
}
