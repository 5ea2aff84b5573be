import { foldText, quantities, type Quantity, standardAnalyzer } from "@runningtab/terms";
import { lazily } from "../lazily.ts";
import { type Dates, readDates } from "./dates.ts";
import { writeOutHanNumerals } from "./han-numerals.ts";
import { isMeasured } from "./measured.ts";
import { joinCodes, unparted } from "./name-writings.ts";
import { writeOutNumbers } from "./number-words.ts";
import { joinParts } from "./parts.ts";
import { plainForms, spacedRatios } from "./plain-forms.ts";
import { createQuantityIndex, type QuantityIndex } from "./quantity-index.ts";
import { readTimes } from "./times.ts";
import { weekdaysOf } from "./weekdays.ts";

/** A quantity of a text, with its line. */
export interface WrittenQuantity {
  readonly quantity: Quantity;
  readonly line: number;
  /** It stands alone in its cell or line, or counts the line: nothing says what it is a number of. */
  readonly bare: boolean;
}

/** A whole number that words like `about` stand before is as rounded as its zeros show. */
const about =
  /(?:about|around|approximately|approx\.?|roughly|nearly|almost|some|circa|ca\.?|~|≈|rund|etwa|ungefähr|knapp|fast|environ|env\.|près de|quelque|unos|unas|casi|aproximadamente|alrededor de|cerca de|约|大约|近|左右)\s*[$€£¥]?\s*$/iu;

/** A text as claims are looked for in it. Read once, whatever the number of claims. */
export interface WrittenText {
  readonly lines: readonly string[];
  /** Folded, with single spaces. */
  readonly folded: string;
  readonly quantities: readonly WrittenQuantity[];
  /** The same, to be looked up by value. */
  readonly byValue: QuantityIndex<WrittenQuantity>;
  readonly dates: Dates["dates"];
  /** Minutes after midnight. */
  readonly times: readonly number[];
  /** Days that a line names, for each line that names any; 1 is Monday. */
  readonly weekdays: readonly ReadonlySet<number>[];
  /** `folded`, without what parts the digits of long numbers. */
  readonly unparted: string;
  /** `folded`, with letters and the digits behind them joined. */
  readonly codes: string;
  /** Factors that a heading or header sets for the numbers below it (`in thousands`, `单位：万元`), 100 for `(%)`. */
  readonly scales: readonly number[];
  /** Terms of a line with the lines around it, its heading and its table's header. */
  termsAround(line: number): ReadonlySet<string>;
  /** Terms of a line alone. */
  termsOf(line: number): ReadonlySet<string>;
  readonly terms: ReadonlySet<string>;
}

/** A sheet as it is shown: row numbers before the cells, formulas behind the values. */
const sheetHead = /^\|\s+\|(?: [A-Z]{1,3}(?: \(hidden\))? \|)+$/m;
const rowNumber = /^\| \d+(?: \(hidden\))? \|/gm;
const formula = /\{=[^{}\n]*\}/g;
/** `3. Hotels`, `2) …`, `1.2 Scope`, `# 4 …`: the number of an item or a section. */
const itemNumber = /^([ \t>#*-]*\(?)(\d{1,2}(?:\.\d{1,2}){0,3})([.)]?[ \t]+)(?=([^\d\s|].*))/gm;

export function readText(text: string): WrittenText {
  const numbered = lazily(() => lineNumbers(text));
  const shown = plainForms(
    sheetHead.test(text) ? text.replaceAll(rowNumber, "| |").replaceAll(formula, " ") : text,
  ).replaceAll(itemNumber, (...found) => numberOfItem(numbered, found));
  const { dates, rest: withoutDates, years } = readDates(writeOutHanNumerals(shown));
  const { times, rest: withoutTimes } = readTimes(withoutDates);
  const rest = writeOutNumbers(spacedRatios(withoutTimes));
  const lines = shown.split("\n");
  const starts = lineStarts(rest.split("\n"));
  let line = 0;
  const found = quantitiesOf(rest).map((quantity): WrittenQuantity => {
    while (line + 1 < starts.length && starts[line + 1]! <= quantity.start) line += 1;
    return { quantity: asRounded(quantity, rest), line, bare: quantity.unit === undefined };
  });
  const ofDates = years.map((value): WrittenQuantity => ({
    quantity: { value, start: 0, end: 0 },
    line: 0,
    bare: false,
  }));
  const terms = new Map<number, ReadonlySet<string>>();
  const ownTerms = new Map<number, ReadonlySet<string>>();
  let allTerms: ReadonlySet<string> | undefined;
  let weekdays: WrittenText["weekdays"] | undefined;
  let codes: string | undefined;
  let digits: string | undefined;
  let byValue: QuantityIndex<WrittenQuantity> | undefined;
  const written = [...found, ...ofDates];
  const folded = foldedLine(shown);
  return {
    lines,
    folded,
    quantities: written,
    get byValue() {
      return (byValue ??= createQuantityIndex(written));
    },
    dates,
    times,
    get weekdays() {
      return (weekdays ??= lines.map(weekdaysOf).filter(({ size }) => size > 0));
    },
    get unparted() {
      return (digits ??= unparted(folded));
    },
    get codes() {
      return (codes ??= joinCodes(folded));
    },
    scales: scalesOf(shown),
    // Only some claims ask for them, and long texts have many.
    get terms() {
      return (allTerms ??= new Set(standardAnalyzer.terms(shown)));
    },
    termsAround(at) {
      const known = terms.get(at) ?? new Set(standardAnalyzer.terms(contextOf(lines, at)));
      terms.set(at, known);
      return known;
    },
    termsOf(at) {
      const known = ownTerms.get(at) ?? new Set(standardAnalyzer.terms(lines[at] ?? ""));
      ownTerms.set(at, known);
      return known;
    },
  };
}

/** Groups parted by ordinary spaces are one number or several; here either reading will do. */
function quantitiesOf(text: string): readonly Quantity[] {
  const joined = text.replaceAll(spacedGroups, (number) => number.replaceAll(" ", "\u00a0"));
  const apart = joinParts(quantities(text), text);
  if (joined === text) return apart;
  return [...apart, ...joinParts(quantities(joined), joined)].toSorted((one, other) => one.start - other.start);
}

const spacedGroups = /(?<![\d.,])\d{1,3}(?: \d{3})+(?!\d)/g;

/** `around 17,400` shows hundreds. */
function asRounded(quantity: Quantity, text: string): Quantity {
  const zeros = /0+$/.exec(String(Math.abs(quantity.value)))?.[0].length ?? 0;
  if (zeros === 0 || !about.test(text.slice(Math.max(0, quantity.start - 20), quantity.start))) return quantity;
  return { ...quantity, precision: Math.max(quantity.precision ?? 0, 10 ** zeros) };
}

/** Short numbers before prose are taken out; what could be an amount before its noun (`3 days`, `4.6 million`) stays. */
function numberOfItem(numbered: () => ReadonlySet<string>, found: readonly unknown[]): string {
  const [whole = "", before = "", number = "", after = "", title = ""] = found.slice(0, 5).map(String);
  const isItem =
    /[.)]/.test(after) ||
    (isSectionNumber(before, number, title) && (before.includes("#") || hasSiblings(number, numbered())));
  return isItem ? before + " ".repeat(number.length + after.length) : whole;
}

/** Whether the section before or after, the one above or its first part is numbered too. A figure before its noun has no neighbours. */
function hasSiblings(number: string, numbered: ReadonlySet<string>): boolean {
  const parts = number.split(".");
  const last = Number(parts.at(-1));
  const above = parts.slice(0, -1).join(".");
  return [`${above}.${last - 1}`, `${above}.${last + 1}`, above, `${number}.1`].some((one) => numbered.has(one));
}

/** The numbers at the starts of lines. */
function lineNumbers(text: string): ReadonlySet<string> {
  return new Set(
    Array.from(text.matchAll(/^[ \t>#*-]*(\d{1,2}(?:\.\d{1,2}){0,3})(?=[.)\s])/gm), ([, number = ""]) => number),
  );
}

/** `1.2 Scope`, `# 4 Hotels`; not `4.6 million EUR`, `12.5 % of staff`, `2.4 (1.9 before)` or `4.6 employees`. */
function isSectionNumber(before: string, number: string, title: string): boolean {
  const isHeading = before.includes("#");
  if (!isHeading && !number.includes(".")) return false;
  if (!(isHeading ? /^["“'*_`]*\p{L}/u : /^["“'*_`]*(?!\p{Ll})\p{L}/u).test(title)) return false;
  const amount = quantities(`${number} ${title}`)[0];
  return amount?.start !== 0 || (!isMeasured(amount) && amount.value === Number(number));
}

export function foldedLine(text: string): string {
  return foldText(text).replaceAll(/\s+/g, " ").trim();
}

function lineStarts(lines: readonly string[]): readonly number[] {
  let at = 0;
  return lines.map((line) => {
    const start = at;
    at += line.length + 1;
    return start;
  });
}

function contextOf(lines: readonly string[], at: number): string {
  const isRow = (index: number): boolean => /[|\t]/.test(lines[index] ?? "");
  let header = at;
  while (isRow(header) && isRow(header - 1)) header -= 1;
  let heading = header - 1;
  const farthest = Math.max(0, heading - 40);
  while (heading > farthest && !/^\s*#|:\s*$/.test(lines[heading] ?? "")) heading -= 1;
  // Rows say what they are themselves; what stands around prose belongs to it.
  const around = isRow(at) ? [at] : [at - 1, at, at + 1];
  return [heading, header, header + 1, ...around].map((index) => lines[index] ?? "").join("\n");
}

const currency = "(?:[€$£¥]|EUR|USD|GBP|CHF|CNY|JPY)";

/** Letters of a scale beside a currency, on either side: `k€`, `EUR k`, `m USD`, `US$m`; not `EUR m²`. */
function besideCurrency(letters: string): string {
  return String.raw`(?<![\p{L}\p{N}])(?:${letters})\s?${currency}(?![\p{L}\p{N}])|${currency}\s?(?:${letters})(?![\p{L}\p{N}/²³^])`;
}

const scaleWords: readonly (readonly [RegExp, number])[] = [
  [
    new RegExp(
      String.raw`\b(?:thousands?|tausend|milliers|miles)\b|(?:'|\b(?:EUR|USD|GBP|CHF|CNY|JPY) ?)000(?!\d)|\bT(?:€|EUR)|${besideCurrency("k")}|千元`,
      "iu",
    ),
    1e3,
  ],
  [new RegExp(String.raw`\b(?:millions?|mio|millionen|millones|mn)\b|${besideCurrency("m")}|百万`, "iu"), 1e6],
  [new RegExp(String.raw`\b(?:billions?|bn|mrd|milliarden|milliards)\b|${besideCurrency("bn|mds?")}`, "iu"), 1e9],
  [/万元|[（(]万|单位[:：]\s*万/u, 1e4],
  [/亿元|[（(]亿|单位[:：]\s*亿/u, 1e8],
];
/** A number before it makes it a part of that number, not a heading. */
const ownNumber = new RegExp(
  String.raw`\d[\d.,'\s]*(?:thousands?|tausend|milliers|miles|millions?|mio|millionen|millones|mn|billions?|bn|mrd|milliarden|milliards|(?:k|m|mds?)\s?${currency}|千元|百万|万元|亿元|万|亿)`,
  "giu",
);

function scalesOf(text: string): readonly number[] {
  const headings = text.replaceAll(ownNumber, " ");
  return scaleWords.filter(([pattern]) => pattern.test(headings)).map(([, factor]) => factor);
}
