import { foldText, quantities, type Quantity, standardAnalyzer } from "@runningtab/terms";
import { type Dates, readDates } from "./dates.ts";
import { isMeasured } from "./measured.ts";

/** A quantity of a text, with its line. */
export interface WrittenQuantity {
  readonly quantity: Quantity;
  readonly line: number;
  /** It stands alone in its cell or line, or counts the line: nothing says what it is a number of. */
  readonly bare: boolean;
}

/** A text as claims are looked for in it. Read once, whatever the number of claims. */
export interface WrittenText {
  readonly lines: readonly string[];
  /** Folded, with single spaces. */
  readonly folded: string;
  readonly quantities: readonly WrittenQuantity[];
  readonly dates: Dates["dates"];
  /** Factors that a heading or header sets for the numbers below it (`in thousands`, `单位：万元`), 100 for `(%)`. */
  readonly scales: readonly number[];
  /** Terms of a line with the lines around it, its heading and its table's header. */
  termsAround(line: number): ReadonlySet<string>;
  readonly terms: ReadonlySet<string>;
}

/** A sheet as it is shown: row numbers before the cells, formulas behind the values. */
const sheetHead = /^\|\s+\|(?: [A-Z]{1,3}(?: \(hidden\))? \|)+$/m;
const rowNumber = /^\| \d+(?: \(hidden\))? \|/gm;
const formula = /\{=[^{}\n]*\}/g;
/** `3. Hotels`, `2) …`, `1.2 Scope`, `# 4 …`: the number of an item or a section. */
const itemNumber = /^([ \t>#*-]*\(?)(\d{1,2}(?:\.\d{1,2}){0,3})([.)]?[ \t]+)(?=([^\d\s|].*))/gm;

export function readText(text: string): WrittenText {
  const shown = (sheetHead.test(text) ? text.replaceAll(rowNumber, "| |").replaceAll(formula, " ") : text)
    .normalize("NFKC")
    .replaceAll(itemNumber, numberOfItem);
  const { dates, rest, years } = readDates(shown);
  const lines = shown.split("\n");
  const starts = lineStarts(lines);
  let line = 0;
  const found = quantitiesOf(rest).map((quantity): WrittenQuantity => {
    while (line + 1 < starts.length && starts[line + 1]! <= quantity.start) line += 1;
    return { quantity, line, bare: quantity.unit === undefined };
  });
  const ofDates = years.map((value): WrittenQuantity => ({
    quantity: { value, start: 0, end: 0 },
    line: 0,
    bare: false,
  }));
  const terms = new Map<number, ReadonlySet<string>>();
  let allTerms: ReadonlySet<string> | undefined;
  return {
    lines,
    folded: foldedLine(shown),
    quantities: [...found, ...ofDates],
    dates,
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
  };
}

/** Groups parted by ordinary spaces are one number or several; here either reading will do. */
function quantitiesOf(text: string): readonly Quantity[] {
  const joined = text.replaceAll(spacedGroups, (number) => number.replaceAll(" ", "\u00a0"));
  const apart = quantities(text);
  if (joined === text) return apart;
  return [...apart, ...quantities(joined)].toSorted((one, other) => one.start - other.start);
}

const spacedGroups = /(?<![\d.,])\d{1,3}(?: \d{3})+(?!\d)/g;

/** Short numbers before prose are taken out; what could be an amount before its noun (`3 days`, `4.6 million`) stays. */
function numberOfItem(whole: string, before: string, number: string, after: string, title: string): string {
  const isItem = /[.)]/.test(after) || isSectionNumber(before, number, title);
  return isItem ? before + " ".repeat(number.length + after.length) : whole;
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

const scaleWords: readonly (readonly [RegExp, number])[] = [
  [/\b(?:in|en|in 1)?\s*(?:thousands?|tausend|milliers|miles)\b|'000|\bT(?:€|EUR)|\bk(?:€|\$|EUR|USD|CNY)|千元/iu, 1e3],
  [/\b(?:millions?|mio|millionen|millones|mn)\b|\$m\b|€m\b|百万/iu, 1e6],
  [/\b(?:billions?|bn|mrd|milliarden|milliards)\b/iu, 1e9],
  [/万元|[（(]万|单位[:：]\s*万/u, 1e4],
  [/亿元|[（(]亿|单位[:：]\s*亿/u, 1e8],
];
/** A number before it makes it a part of that number, not a heading. */
const ownNumber =
  /\d[\d.,'\s]*(?:thousands?|tausend|milliers|miles|millions?|mio|millionen|millones|mn|billions?|bn|mrd|milliarden|milliards|[kK](?:€|\$|EUR|USD|CNY)|千元|百万|万元|亿元|万|亿)/giu;

function scalesOf(text: string): readonly number[] {
  const headings = text.replaceAll(ownNumber, " ");
  return scaleWords.filter(([pattern]) => pattern.test(headings)).map(([, factor]) => factor);
}
