import { isDigitAt, isLetterAt, isSpaceAt } from "./number-characters.ts";
import { readNumbers, type WrittenNumber } from "./number-writing.ts";

/** The digits of one phrase, or of one list. */
export interface Digits {
  readonly numbers: readonly WrittenNumber[];
  readonly end: number;
  /** Set when ordinary spaces part the groups: the end without them, for a caller that finds no reason to join. */
  readonly unjoined?: Digits;
}

/** Past letters, digits, and joints inside: the rest of `POL-358`, `v1.2.3`, `2024-01-15T10:30`. */
export function identifierEnd(plain: string, from: number): number {
  let end = from;
  while (
    isLetterAt(plain, end) ||
    isDigitAt(plain, end) ||
    (/[-_.:]/.test(plain[end] ?? "") && isDigitAt(plain, end + 1))
  )
    end++;
  return end;
}

/** The end of digits joined by `.`, `,` or `'`. */
export function joinedEnd(plain: string, start: number): number {
  let end = start;
  while (isDigitAt(plain, end) || (/[.,']/.test(plain[end] ?? "") && isDigitAt(plain, end + 1))) end++;
  return end;
}

const exponent = /[eE][+-]?\d{1,3}(?![\p{L}\p{N}])/uy;
/** Groups of three that spaces can join; more is a row of a table. */
const mostSpaceGroups = 6;

/** Reads the digits at `start` with their marks, groups parted by spaces, and exponent. */
export function readDigits(plain: string, start: number, hasLeadingPoint: boolean): Digits {
  const end = joinedEnd(plain, start);
  const joined = plain.slice(start, end);
  if (hasLeadingPoint && /^\d{1,30}$/.test(joined)) {
    const number = {
      value: Number(`0.${joined}`),
      decimals: joined.length,
      grouped: false,
      offset: 0,
      length: joined.length,
    };
    return { numbers: [number], end };
  }
  const numbers = readNumbers(joined);
  exponent.lastIndex = end;
  if (numbers.length === 1 && exponent.test(plain)) {
    const power = Number(plain.slice(end + 1, exponent.lastIndex));
    const value = Number(`${numbers[0]!.value}${plain.slice(end, exponent.lastIndex)}`);
    const decimals = numbers[0]!.decimals - power;
    const scaled = { value, decimals, grouped: false, offset: 0, length: exponent.lastIndex - start };
    return { numbers: Number.isFinite(value) ? [scaled] : [], end: exponent.lastIndex };
  }
  return readSpaceGroups(plain, start, end) ?? withFraction(plain, numbers, end);
}

/** Fractions that are one character, with their digits after the mark: `1½`, `4¼`. */
const fractions: Readonly<Record<string, readonly [value: number, decimals: number]>> = {
  "½": [0.5, 1],
  "¼": [0.25, 2],
  "¾": [0.75, 2],
  "⅓": [1 / 3, 2],
  "⅔": [2 / 3, 2],
  "⅛": [0.125, 3],
  "⅜": [0.375, 3],
  "⅝": [0.625, 3],
  "⅞": [0.875, 3],
};

function withFraction(plain: string, numbers: readonly WrittenNumber[], end: number): Digits {
  const [number, ...others] = numbers;
  const fraction = fractions[plain[end] ?? ""];
  if (number === undefined || others.length > 0 || number.decimals > 0 || fraction === undefined)
    return { numbers, end };
  const [value, decimals] = fraction;
  return { numbers: [{ ...number, value: number.value + value, decimals, length: number.length + 1 }], end: end + 1 };
}

/** `1 250` and `1 250 000,50`: one kind of space, exactly three digits after each. */
function readSpaceGroups(plain: string, start: number, firstEnd: number): Digits | undefined {
  if (firstEnd - start > 3 || plain[start] === "0" || !/^\d+$/.test(plain.slice(start, firstEnd))) return undefined;
  const space = plain[firstEnd];
  if (!isSpaceAt(plain, firstEnd)) return undefined;
  let end = firstEnd;
  let groups = 0;
  while (groups < mostSpaceGroups && plain[end] === space && isGroupAt(plain, end + 1)) {
    groups++;
    end += 4;
  }
  if (groups === 0 || (isLetterAt(plain, end) && isIdentifierAt(plain, end))) return undefined;
  const hasDecimals = /[.,]/.test(plain[end] ?? "") && isDigitAt(plain, end + 1);
  const wholeEnd = hasDecimals ? joinedEnd(plain, end + 1) : end;
  const decimals = hasDecimals ? plain.slice(end + 1, wholeEnd) : "";
  if (!/^\d{0,10}$/.test(decimals)) return undefined;
  const digits = plain.slice(start, end).replaceAll(space!, "");
  const number = {
    value: Number(`${digits}.${decimals}`),
    decimals: decimals.length,
    grouped: true,
    offset: 0,
    length: wholeEnd - start,
  };
  const joined: Digits = { numbers: [number], end: wholeEnd };
  // Numbers of a row do not begin with a zero, and groups do: `5 000`.
  const hasZeroGroup = / 0/.test(plain.slice(start, end));
  const isCertain = space !== " " || hasZeroGroup || (hasDecimals && plain[end] === ",");
  const first = readNumbers(plain.slice(start, firstEnd));
  return isCertain ? joined : { ...joined, unjoined: { numbers: first, end: firstEnd } };
}

function isGroupAt(plain: string, at: number): boolean {
  return isDigitAt(plain, at) && isDigitAt(plain, at + 1) && isDigitAt(plain, at + 2) && !isDigitAt(plain, at + 3);
}

/** Whether letters here run into digits, as in `5e8f2` or `128abc4`. */
export function isIdentifierAt(plain: string, at: number): boolean {
  let end = at;
  while (isLetterAt(plain, end) && end - at <= longestSuffix) end++;
  return end - at > longestSuffix || isDigitAt(plain, end);
}

const longestSuffix = 24;
