import { writeOutChinesePercent } from "./chinese-percent.ts";
import { isDigitAt, isLetterAt, plainNumberText } from "./number-characters.ts";
import { identifierEnd, joinedEnd } from "./number-digits.ts";
import { readPhrase } from "./quantity-phrase.ts";
import { unitBefore } from "./quantity-prefix.ts";
import type { Quantity } from "./quantity.ts";

/**
 * The numbers of a text with their units, in order, without overlaps. What is read and what is not:
 *
 * - Digit groups and decimal marks of any locale: `1,250.5`, `1.250,5`, `1 250,5`, `1'250`, `12,34,567`, `٢٥٠`. Groups
 *   parted by an ordinary space are joined only where a decimal comma, a leading zero, a known unit or a currency shows
 *   that they are one number, because table rows look the same. `1.250` alone is 1.25 with 1250 as an alternative.
 * - Scale words (`k`, `bn`, `million`, `Mrd.`, `万`, `1亿2千万`) multiply; currencies before or after become ISO codes;
 *   percent is `%`; another word directly after is the unit, unless it is a stop-word or a month.
 * - `-`, `−` and accounting brackets are negative. In prose, brackets around a plain number are no sign: `(2024)`.
 * - Dates, times, versions, addresses, ordinals and identifiers (`2024-01-15`, `10:30`, `1.2.3`, `3rd`, `POL-358`) are
 *   no quantities. A year is a bare number.
 *
 * Linear in the text's length; never throws.
 */
export function quantities(text: string): readonly Quantity[] {
  const plain = writeOutChinesePercent(plainNumberText(text));
  const found: Quantity[] = [];
  let at = 0;
  for (let start = nextDigit(plain, at); start !== -1; start = nextDigit(plain, at)) {
    at = skipNonQuantity(plain, start, at) ?? readPhrase(text, plain, start, at, found);
  }
  return found;
}

function nextDigit(plain: string, from: number): number {
  for (let index = from; index < plain.length; index++) if (isDigitAt(plain, index)) return index;
  return -1;
}

const fullDate = /\d{4}年\d{1,2}月(?:\d{1,2}[日号])?|\d{1,2}月\d{1,2}[日号]/y;

/** Where to go on when the digits at `start` are no quantity. */
function skipNonQuantity(plain: string, start: number, floor: number): number | undefined {
  fullDate.lastIndex = start;
  if (fullDate.test(plain)) return fullDate.lastIndex;
  const before = plain[start - 1] ?? "";
  const isJoinedToWord = isLetterAt(plain, start - 1) || before === "_";
  const isHyphenated = before === "-" && isLetterAt(plain, start - 2);
  if ((isJoinedToWord || isHyphenated) && unitBefore(plain, isHyphenated ? start - 1 : start, floor) === undefined) {
    return identifierEnd(plain, start);
  }
  const { end, joints } = compoundEnd(plain, start);
  if (joints >= 2 || /[:_]/.test(plain.slice(start, end))) return identifierEnd(plain, end);
  return undefined;
}

/** The end of digits joined by `-`, `/`, `:` or `_`, with the number of those joints: a date, a time, a range, a fraction. */
function compoundEnd(plain: string, start: number): { readonly end: number; readonly joints: number } {
  let end = joinedEnd(plain, start);
  let joints = 0;
  while (/[-/:_]/.test(plain[end] ?? "") && isDigitAt(plain, end + 1)) {
    joints++;
    end = joinedEnd(plain, end + 1);
  }
  return { end, joints };
}
