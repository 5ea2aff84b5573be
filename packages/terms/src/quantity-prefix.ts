import { foldText } from "./folding.ts";
import { isDigitAt, isLetterAt, isSpaceAt } from "./number-characters.ts";
import { currencyScales } from "./quantity-suffix.ts";
import { currencyByWriting } from "./units.ts";

/** What stands directly before a number. */
export interface Prefix {
  /** Where the phrase begins. */
  readonly start: number;
  readonly negative: boolean;
  /** A currency, or `%` after 百分之. */
  readonly unit?: string;
  /** A currency written as a sign (`$`), not as a code or word: the accounting style, in which brackets mean minus. */
  readonly hasSymbol: boolean;
  /** What letters before the currency multiply with: 1000 in `TEUR 45` and `k€ 45`. Absent: nothing. */
  readonly scale?: number;
}

const currencySymbol = /[$€£¥₹₩₽₺₫฿₪₦₱₴₸]/;
const currencyCode = /^(?:[A-Z]{3}|Rs\.?|Fr\.?|[Kk]r\.?)$/;
const scaledCode = /^[kKTM](?=(?:EUR|USD|GBP|CHF|CNY)$)/;
const unspacedUnits = new Map([
  ["百分之", "%"],
  ["千分之", "‰"],
  ...[...currencyByWriting].filter(([writing]) => /^\p{sc=Han}{2,}$/u.test(writing)),
]);
const lastOfUnspacedUnit = new Set([...unspacedUnits.keys()].map((writing) => writing.at(-1)!));
const longestCurrency = 5;

/** Reads sign and currency that end at `numberStart`, not further left than `floor`, where the last phrase ended. */
export function readPrefix(plain: string, numberStart: number, floor: number): Prefix {
  const direct = unitBefore(plain, numberStart, floor);
  if (direct !== undefined) {
    const sign = signBefore(plain, direct.start, floor) ?? signBefore(plain, direct.start - 1, floor, direct.start);
    return { ...direct, start: sign?.start ?? direct.start, negative: sign?.negative ?? false };
  }
  const sign = signBefore(plain, numberStart, floor);
  if (sign !== undefined) {
    const outer = unitBefore(plain, sign.start, floor);
    return { hasSymbol: false, ...outer, start: outer?.start ?? sign.start, negative: sign.negative };
  }
  return { start: numberStart, negative: false, hasSymbol: false };
}

/** A sign counts when nothing before it makes it a hyphen or an operator. With `spaceAt`, one space may follow it. */
function signBefore(
  plain: string,
  end: number,
  floor: number,
  spaceAt?: number,
): { readonly start: number; readonly negative: boolean } | undefined {
  if (spaceAt !== undefined && !isSpaceAt(plain, spaceAt - 1)) return undefined;
  const start = end - 1;
  const sign = plain[start];
  if (start < floor || (sign !== "-" && sign !== "+")) return undefined;
  const before = start - 1;
  const isJoining = isLetterAt(plain, before) || isDigitAt(plain, before) || /[)\]%.\-+]/.test(plain[before] ?? "");
  const followsCurrency = unitBefore(plain, start, floor) !== undefined;
  return isJoining && !followsCurrency ? undefined : { start, negative: sign === "-" };
}

/** The currency (or 百分之) whose writing ends at `end`, or one space before it. */
export function unitBefore(
  plain: string,
  end: number,
  floor: number,
): { readonly start: number; readonly unit: string; readonly hasSymbol: boolean; readonly scale?: number } | undefined {
  const last = isSpaceAt(plain, end - 1) ? end - 1 : end;
  if (last <= floor) return undefined;
  const character = plain[last - 1]!;
  if (currencySymbol.test(character)) {
    const withLetters = letterRunStart(plain, last - 1, floor, 2);
    const qualified = currencyByWriting.get(plain.slice(withLetters, last).toLowerCase());
    if (qualified !== undefined) return { start: withLetters, unit: qualified, hasSymbol: true };
    const unit = currencyByWriting.get(character)!;
    const scale = withLetters === last - 2 ? currencyScales[plain[withLetters]!] : undefined;
    if (scale === undefined) return { start: last - 1, unit, hasSymbol: true };
    return { start: withLetters, unit, hasSymbol: true, scale };
  }
  if (lastOfUnspacedUnit.has(character)) {
    for (const [writing, unit] of unspacedUnits) {
      const start = last - writing.length;
      if (start >= floor && plain.startsWith(writing, start)) return { start, unit, hasSymbol: false };
    }
  }
  const wordEnd = character === "." ? last - 1 : last;
  const start = letterRunStart(plain, wordEnd, floor, longestCurrency);
  const code = plain.slice(start, last);
  const scale = scaledCode.exec(code)?.[0];
  if (scale !== undefined && !isLetterAt(plain, start - 1)) {
    return { start, unit: code.slice(1), hasSymbol: false, scale: currencyScales[scale]! };
  }
  if (!currencyCode.test(code) || isLetterAt(plain, start - 1) || isDigitAt(plain, start - 1)) return undefined;
  const unit = currencyByWriting.get(foldText(code));
  return unit === undefined ? undefined : { start, unit, hasSymbol: false };
}

function letterRunStart(plain: string, end: number, floor: number, most: number): number {
  let start = end;
  while (start > floor && end - start < most && isLetterAt(plain, start - 1)) start--;
  return start;
}
