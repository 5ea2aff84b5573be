/** A number without its surroundings. */
export interface WrittenNumber {
  readonly value: number;
  /** Digits after the decimal mark. */
  readonly decimals: number;
  /** Whether digit groups were marked. */
  readonly grouped: boolean;
  /** What the same characters mean where the other mark separates groups. */
  readonly otherReading?: number;
  /** Where it stands in the characters given. */
  readonly offset: number;
  readonly length: number;
}

/** More digits than this are an identifier, and no double holds half of them. */
const maxDigits = 30;

const commaGroups = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/;
const indianGroups = /^[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d+)?$/;
const dotGroups = /^[1-9]\d{0,2}(?:(?:\.\d{3}){2,}|(?:\.\d{3})+,\d+)$/;
const manyDotGroups = /^[1-9]\d{0,2}(?:\.\d{3}){2,},\d+$/;
const apostropheGroups = /^[1-9]\d{0,2}(?:'\d{3})+(?:[.,]\d+)?$/;
const decimalPoint = /^\d+\.\d+$/;
const decimalComma = /^\d+,\d+$/;
const oneGroup = /^[1-9]\d{0,2}[.,]\d{3}$/;
const internetAddress = /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/;

function read(written: string, digits: string, grouped: boolean, otherReading?: number): WrittenNumber {
  const point = digits.indexOf(".");
  const decimals = point === -1 ? 0 : digits.length - point - 1;
  const number = { value: Number(digits), decimals, grouped, offset: 0, length: written.length };
  return otherReading === undefined ? number : { ...number, otherReading };
}

/**
 * Reads digits joined by `.`, `,` or `'` (`joined`, ASCII digits). One separator before exactly three digits is read the
 * English way, `1,250` as 1250 and `1.250` as 1.25, with the other way as `otherReading`. Several commas that form no
 * groups are a list and give several numbers; versions, dates, addresses and identifiers give none.
 */
export function readNumbers(joined: string): readonly WrittenNumber[] {
  if (joined.length > maxDigits * 2) return listItems(joined);
  if (/^\d+$/.test(joined)) return joined.length > maxDigits ? [] : [read(joined, joined, false)];
  if (decimalPoint.test(joined)) {
    return [read(joined, joined, false, oneGroup.test(joined) ? Number(joined.replace(".", "")) : undefined)];
  }
  if (commaGroups.test(joined) || indianGroups.test(joined)) {
    const other = oneGroup.test(joined) ? Number(joined.replace(",", ".")) : undefined;
    return [read(joined, joined.replaceAll(",", ""), true, other)];
  }
  if (decimalComma.test(joined)) return [read(joined, joined.replace(",", "."), false)];
  if (internetAddress.test(joined)) return [];
  if (dotGroups.test(joined) || manyDotGroups.test(joined)) {
    return [read(joined, joined.replaceAll(".", "").replace(",", "."), true)];
  }
  if (apostropheGroups.test(joined)) return [read(joined, joined.replaceAll("'", "").replace(",", "."), true)];
  return listItems(joined);
}

function listItems(joined: string): readonly WrittenNumber[] {
  const numbers: WrittenNumber[] = [];
  let offset = 0;
  for (const item of joined.split(/[,']/)) {
    // More than one dot in an item is a version or a date.
    if (item.length < joined.length && item.indexOf(".") === item.lastIndexOf(".")) {
      for (const number of readNumbers(item)) numbers.push({ ...number, offset });
    }
    offset += item.length + 1;
  }
  return numbers;
}
