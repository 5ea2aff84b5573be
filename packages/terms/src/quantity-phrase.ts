import { isDigitAt, isLetterAt, isSpaceAt } from "./number-characters.ts";
import { identifierEnd, isIdentifierAt, readDigits, type Digits } from "./number-digits.ts";
import type { WrittenNumber } from "./number-writing.ts";
import { readPrefix, unitBefore, type Prefix } from "./quantity-prefix.ts";
import { readSuffix, type Suffix } from "./quantity-suffix.ts";
import type { Quantity } from "./quantity.ts";
import { currencyCodes } from "./units.ts";

/** What makes a year of four digits certain: 2024年, but not 2000年间 (a span), and 1990s. */
const yearEnding = /^(?:[年년](?![间間])|'?s(?!\p{L}))/u;
const ordinalEnding = /(?:st|nd|rd|th)(?![\p{L}\p{N}])/iuy;

/**
 * Reads the phrase around the digits at `start` (or the items of a list) into `found` and returns where to go on.
 * Nothing left of `floor`, the end of the phrase before, belongs to it.
 */
export function readPhrase(text: string, plain: string, start: number, floor: number, found: Quantity[]): number {
  const hasLeadingPoint = plain[start - 1] === "." && !/[\p{L}\p{N})]/u.test(plain[start - 2] ?? "");
  const prefix = readPrefix(plain, hasLeadingPoint ? start - 1 : start, floor);
  const { digits, suffix, isYear } = readDigitsAndSuffix(text, plain, start, hasLeadingPoint, prefix);
  const number = digits.numbers.at(-1);
  if (number === undefined) return digits.end;
  ordinalEnding.lastIndex = digits.end;
  if (ordinalEnding.test(plain)) return ordinalEnding.lastIndex;
  if (suffix.end === digits.end && isLetterAt(plain, digits.end) && isIdentifierAt(plain, digits.end)) {
    return identifierEnd(plain, digits.end);
  }

  for (const item of digits.numbers.slice(0, -1)) {
    const itemStart = start + item.offset;
    const precision = 10 ** -item.decimals;
    found.push({ value: item.value, start: itemStart, end: itemStart + item.length, precision });
  }
  const isListItem = number.offset > 0;
  const phrase: Phrase = { number, prefix, suffix, isYear, start: isListItem ? start + number.offset : prefix.start };
  const bracketed = isListItem ? undefined : readBrackets(text, plain, phrase, floor);
  const quantity = bracketed ?? toQuantity(phrase, isListItem ? false : prefix.negative, []);
  pushWithRange(plain, quantity, suffix, found);
  return quantity.end;
}

const rangeJoint = /^[ \u00a0]?(?:[-–—~]|to|bis|hasta|à|至|到)[ \u00a0]?$/iu;
const longestJoint = 7;

/** `$5–7 million`, `10 to 15 %`, `100至200元`: scale and unit of a range's end hold for its start, and a currency before the start for the end. */
function pushWithRange(plain: string, quantity: Quantity, { scale, isKnownUnit }: Suffix, found: Quantity[]): void {
  const before = found.at(-1);
  const gap = before === undefined ? 0 : quantity.start - before.end;
  const isRange =
    before !== undefined &&
    gap > 0 &&
    gap <= longestJoint &&
    isDigitAt(plain, before.end - 1) &&
    rangeJoint.test(plain.slice(before.end, quantity.start)) &&
    before.value >= 0 &&
    scaled(before.value, scale) < quantity.value &&
    (before.unit === undefined || quantity.unit === undefined || before.unit === quantity.unit);
  if (!isRange) {
    found.push(quantity);
    return;
  }
  const unit = before.unit ?? (isKnownUnit ? quantity.unit : undefined);
  const alternatives = scale === 1 ? before.alternatives : [...(before.alternatives ?? []), before.value];
  found[found.length - 1] = {
    ...before,
    value: scaled(before.value, scale),
    ...(unit !== undefined && { unit }),
    ...(before.precision !== undefined && { precision: scaled(before.precision, scale) }),
    ...(alternatives !== undefined && { alternatives }),
  };
  found.push(quantity.unit === undefined && before.unit !== undefined ? { ...quantity, unit: before.unit } : quantity);
}

interface Phrase {
  readonly number: WrittenNumber;
  readonly prefix: Prefix;
  readonly suffix: Suffix;
  readonly isYear: boolean;
  readonly start: number;
}

function readDigitsAndSuffix(text: string, plain: string, start: number, hasLeadingPoint: boolean, prefix: Prefix) {
  const read = (digits: Digits) => {
    const isYear = prefix.unit === undefined && isYearAt(plain, start, digits.end);
    const none: Suffix = { end: digits.end, scale: 1, added: 0, step: 1, isScaleDoubtful: false, isKnownUnit: false };
    const suffix =
      isYear && yearEnding.test(plain.slice(digits.end, digits.end + 2))
        ? none
        : readSuffix(text, plain, digits.end, prefix.unit !== undefined, isYear);
    return { digits, suffix, isYear };
  };
  const joined = read(readDigits(plain, start, hasLeadingPoint));
  const { unjoined } = joined.digits;
  // Groups parted by ordinary spaces need a unit to vouch for them: `1 250 km`, `€ 1 250`.
  return unjoined === undefined || joined.suffix.isKnownUnit || prefix.unit !== undefined ? joined : read(unjoined);
}

function isYearAt(plain: string, start: number, end: number): boolean {
  return /^(?:19|20)\d\d$/.test(plain.slice(start, Math.min(end, start + 5)));
}

function toQuantity(phrase: Phrase, negative: boolean, others: readonly number[]): Quantity {
  const { number, prefix, suffix } = phrase;
  const scale = suffix.scale * (prefix.scale ?? 1);
  const step = suffix.step * (prefix.scale ?? 1);
  const { added } = suffix;
  const unit = suffix.isKnownUnit ? suffix.unit : (prefix.unit ?? suffix.unit);
  const signed = (value: number): number => (negative && value !== 0 ? -value : value);
  const alternatives = [...others];
  if (number.otherReading !== undefined) alternatives.push(signed(scaled(number.otherReading, scale)));
  if (suffix.isScaleDoubtful) alternatives.push(signed(number.value));
  return {
    value: signed(scaled(number.value, scale) + added),
    ...(unit === undefined ? {} : { unit }),
    start: phrase.start,
    end: suffix.end,
    precision: scaled(10 ** -number.decimals, step),
    ...(alternatives.length === 0 ? {} : { alternatives }),
  };
}

/** Multiplies decimal numbers without leaving binary dust: 5.55 × 10000 is 55500. */
function scaled(value: number, scale: number): number {
  return scale === 1 ? value : Number((value * scale).toPrecision(15));
}

/**
 * Accounting brackets: `(1,234)`, `($5.2m)`, `(12.5)%`, `$(1,234)`. Alone in a cell, or between numbers of a row, they
 * negate any number but a year. In prose they negate only what is written like an amount (digit groups, decimals or a
 * currency sign); as they may be ordinary brackets there, the other sign is an alternative.
 */
function readBrackets(text: string, plain: string, phrase: Phrase, floor: number): Quantity | undefined {
  const { number, prefix, suffix, isYear } = phrase;
  const open = prefix.start - (isSpaceAt(plain, prefix.start - 1) ? 2 : 1);
  const close = suffix.end + (isSpaceAt(plain, suffix.end) ? 1 : 0);
  if (open < floor || plain[open] !== "(" || plain[close] !== ")" || prefix.negative) return undefined;
  const unit = prefix.unit ?? suffix.unit;
  const isAmount = unit === undefined || unit === "%" || currencyCodes.has(unit);
  if (isYear || !isAmount) return undefined;

  const outerUnit = prefix.unit === undefined ? unitBefore(plain, open, floor) : undefined;
  const outer = suffix.end > 0 && suffix.scale === 1 ? readSuffix(text, plain, close + 1, true, false) : undefined;
  const end = outer === undefined ? close + 1 : outer.end;
  const start = outerUnit?.start ?? open;
  const inCell = isCellEdge(plain, start - 1, -1) && isCellEdge(plain, end, 1);
  const hasSymbol = prefix.hasSymbol || outerUnit?.hasSymbol === true;
  const looksLikeAmount =
    hasSymbol || number.grouped || (number.decimals > 0 && unit === undefined && suffix.scale === 1);
  const isCode = prefix.unit !== undefined && !prefix.hasSymbol;
  if (!inCell && (!looksLikeAmount || isCode)) return undefined;

  const whole: Phrase = {
    ...phrase,
    start,
    prefix: outerUnit === undefined ? prefix : { ...prefix, unit: outerUnit.unit },
    suffix: outer === undefined || outer.end === close + 1 ? { ...suffix, end } : mergeSuffixes(suffix, outer),
  };
  const value = scaled(number.value, whole.suffix.scale) + whole.suffix.added;
  return toQuantity(whole, true, inCell ? [] : [value]);
}

/** The suffix after the bracket, with the unit from inside where it has none itself. */
function mergeSuffixes(inner: Suffix, outer: Suffix): Suffix {
  if (outer.unit !== undefined || inner.unit === undefined) return outer;
  return { ...outer, unit: inner.unit, isKnownUnit: inner.isKnownUnit };
}

/** Whether a cell of a table ends here: the text, a line, a tab, a bar, or a neighbouring number. */
function isCellEdge(plain: string, from: number, direction: 1 | -1): boolean {
  let at = from;
  for (let spaces = 0; spaces < 40 && isSpaceAt(plain, at); spaces++) at += direction;
  const neighbour = plain[at];
  if (neighbour === undefined || /[\n\r\t|]/.test(neighbour)) return true;
  if (at === from) return false;
  return isDigitAt(plain, at) || (direction === -1 ? /[)%]/ : /[($€£¥-]/).test(neighbour);
}
