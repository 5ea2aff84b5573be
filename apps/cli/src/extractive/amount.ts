import { inUnit, quantities } from "@runningtab/terms";
import { type Decimal, decimalOf, multiply, trimmed } from "./decimal.ts";

/** A number with its unit, as a calculation needs it. */
export interface Amount {
  /** As written, without the scale of `unit`. */
  readonly number: Decimal;
  /** As shown behind a result: `EUR thousand`, `GBP`, `万元`; absent for a plain number. */
  readonly unit?: string;
  /** Digits behind the point as written. */
  readonly digits: number;
}

const scales: Readonly<Record<string, number>> = {
  thousand: 1e3,
  thousands: 1e3,
  k: 1e3,
  "'000": 1e3,
  "000": 1e3,
  million: 1e6,
  millions: 1e6,
  m: 1e6,
  mn: 1e6,
  mio: 1e6,
  billion: 1e9,
  billions: 1e9,
  bn: 1e9,
  千: 1e3,
  万: 1e4,
  百万: 1e6,
  亿: 1e8,
};
const scaleWord = "thousands?|millions?|billions?|k|mn|m|bn|mio|'000|000";
const unitWord = String.raw`[A-Z]{3}|[€$£¥]|%|percent|[kMGT]?Wh|[kMG]W|tonnes?|tons?|t|kg|km|km²|m²|m³|m2|m3|ha|litres?|hours?|days?|persons?|people|employees|FTE|units|pieces`;
const latinUnit = String.raw`(?:(?:${unitWord})(?:[ -](?:${scaleWord}))?|(?:${scaleWord}) (?:of )?(?:${unitWord})|(?:${scaleWord}))`;
const hanUnit =
  "(?:百万|千|万|亿)?(?:人民币)?(?:元|美元|欧元|人次|人|吨|公斤|千克|千瓦时|度|平方米|公里|件|台|个|家|户|辆)";
/** Where people say a unit: in brackets, after "in", after a label. */
const unitPhrase = new RegExp(
  String.raw`[(（\[](?:in |单位[:：]?\s*)?(?<bracketed>${latinUnit}|${hanUnit})[)）\]]|\bin (?<said>${latinUnit})(?![\p{L}\p{N}])|(?:\bunits?|单位)\s*[:：]\s*(?<labelled>${latinUnit}|${hanUnit})(?![\p{L}\p{N}])`,
  "u",
);

/** The unit that a heading or caption gives for the figures below it; `undefined` when it gives none. */
export function unitSaid(text: string): string | undefined {
  const groups = unitPhrase.exec(text.normalize("NFKC"))?.groups;
  return groups?.["bracketed"] ?? groups?.["said"] ?? groups?.["labelled"];
}

/** `Cost EUR`, `Gas MWh`: what a head ends with. Words that may name what is counted (`Working hours`) are no such unit. */
const unitAtEnd = /[\p{L})] (?<unit>[A-Z]{3}|[€$£¥%]|[kMGT]?Wh|[kMG]W|kg|km|[km]?m[²³23])$/u;

function unitEnding(head: string): string | undefined {
  const unit = unitAtEnd.exec(head)?.groups?.["unit"];
  return unit === undefined || quantities(`1 ${unit}`)[0]?.unit === undefined ? undefined : unit;
}

/** The unit of the nearest text that gives one. */
export function nearestUnit(texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const isBare = /^(?:[\p{L}$€£%'² ]{1,20})$/u.test(text);
    const unit = (isBare ? unitSaid(`(${text})`) : unitSaid(text)) ?? unitEnding(text);
    if (unit !== undefined) return unit;
  }
  return undefined;
}

/** The amount that a text states; `unit` counts when the text itself has none. `undefined` when it is no single number. */
export function readAmount(text: string, unit?: string): Amount | undefined {
  const found = quantities(text);
  const [quantity] = found;
  if (quantity === undefined || found.length > 1) return undefined;
  const written = text.slice(quantity.start, quantity.end);
  const own = quantity.unit ?? (/[%]/.test(written) ? "%" : undefined);
  // Money has no three decimals: `1.250` is a thousand and more there.
  const isMoney = /^[A-Z]{3}\b/.test(own ?? unit ?? "");
  const value =
    isMoney && /[.,]\d{3}$/.test(written.replaceAll(/[^\d.,]/g, ""))
      ? (quantity.alternatives?.find((one) => one > quantity.value) ?? quantity.value)
      : quantity.value;
  const number = decimalOf(value);
  const shown = /[.,](\d{1,2}|\d{4,})\D*$/.exec(written.normalize("NFKC"))?.[1]?.length ?? 0;
  const digits = Math.max(
    number.scale,
    Math.abs(value) < 1e15 && !/[\p{L}]/u.test(written.replaceAll(/[A-Z]{3}/g, "")) ? shown : 0,
  );
  const said = own ?? unit;
  return { number, digits, ...(said !== undefined && { unit: said }) };
}

/**
 * Amounts brought to one unit, that of the first; or two units that cannot be. Units of one kind and scales of one unit are
 * converted; different currencies, and numbers with and without a unit, are never put together.
 */
export function inOneUnit(
  amounts: readonly Amount[],
): readonly Amount[] | { readonly unlike: readonly [string | undefined, string | undefined] } {
  const unit = amounts[0]?.unit;
  const converted: Amount[] = [];
  for (const amount of amounts) {
    const same = convertedTo(amount, unit);
    if (same === undefined) return { unlike: [amount.unit, unit] };
    converted.push(same);
  }
  return converted;
}

function convertedTo(amount: Amount, unit: string | undefined): Amount | undefined {
  if (amount.unit === unit) return amount;
  if (amount.unit === undefined || unit === undefined) return undefined;
  const [from, to] = [unitParts(amount.unit), unitParts(unit)];
  const factor = from.base === to.base ? 1 : inUnit({ value: 1, unit: from.base, start: 0, end: 1 }, to.base)?.value;
  if (factor === undefined) return undefined;
  const number = trimmed(multiply(amount.number, decimalOf((factor * from.scale) / to.scale)));
  return { number, unit, digits: number.scale };
}

/** `EUR thousand` is EUR times a thousand, `万元` is CNY times ten thousand. */
export function unitParts(unit: string): { readonly base: string; readonly scale: number } {
  const plain = unit.normalize("NFKC").trim();
  const han = /^(百万|千|万|亿)(?!瓦|克)(.+)$/u.exec(plain);
  if (han !== null) return { base: canonical(han[2]!), scale: scales[han[1]!]! };
  const words = plain.split(/[ -]+/).filter((word) => word !== "of");
  const scale = words.find((word) => words.length > 1 && scales[word.toLowerCase()] !== undefined);
  if (scale === undefined)
    return scales[plain.toLowerCase()] !== undefined && plain.length > 1
      ? { base: "", scale: scales[plain.toLowerCase()]! }
      : { base: canonical(plain), scale: 1 };
  return { base: canonical(words.filter((word) => word !== scale).join(" ")), scale: scales[scale.toLowerCase()]! };
}

function canonical(unit: string): string {
  return quantities(`1 ${unit}`)[0]?.unit ?? unit.toLowerCase();
}
