import { foldText } from "./folding.ts";
import { isDigitAt, isLetterAt, isSpaceAt } from "./number-characters.ts";
import { stopWords } from "./stop-words.ts";
import { monthNames, scaleByWriting, unitByWriting, unspacedNounSet } from "./units.ts";

/** What follows a number and belongs to it. */
export interface Suffix {
  readonly end: number;
  /** Product of the scale words, 1 without any. */
  readonly scale: number;
  /** Value of the lower places written after a scale: 20,000,000 in `1亿2千万`. */
  readonly added: number;
  /** What one step of the last whole place is worth: `scale`, or that of the lowest place. */
  readonly step: number;
  /** A scale of one letter that may be a unit instead: `5m`. */
  readonly isScaleDoubtful: boolean;
  readonly unit?: string;
  /** Whether `unit` is in the tables, and not merely the word that follows. */
  readonly isKnownUnit: boolean;
}

interface Word {
  readonly folded: string;
  readonly start: number;
  readonly end: number;
  readonly isAttached: boolean;
}

const longestWord = 24;
const unspacedCharacter = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}ー]/u;
const longestUnspaced = 6;
/** Digits of a lower place, grouped or not: `2,345` of `1亿2,345万`. */
const placeDigits = /\d{1,3}(?:,\d{3})+|\d{1,12}/y;
const symbol = /[%‰$€£¥₹₩₽₺₫฿₪₦₱₴₸]/;
/** One-letter scales; they count only directly after the digits. */
const letterScales = new Set(["k", "m", "b"]);
/** Scales of letters before a currency: `12 k€`, `45 TEUR`, `4.5 M$`, `1,2 Md €`. */
const scaledCurrency =
  /[ \u00a0]?(?:(k|K|T|Tsd|m|M|Mio|bn|Mrd)(?=[€$£]|(?:EUR|USD|GBP|CHF|CNY|JPY|SEK|NOK|DKK)(?![\p{L}\p{N}]))|(Mds?)(?=[ \u00a0]?(?:[€$£]|(?:EUR|USD|GBP|CHF|CNY)(?![\p{L}\p{N}]))))/uy;
/** By those letters. */
export const currencyScales: Readonly<Record<string, number>> = {
  k: 1e3,
  K: 1e3,
  T: 1e3,
  Tsd: 1e3,
  m: 1e6,
  M: 1e6,
  Mio: 1e6,
  bn: 1e9,
  Mrd: 1e9,
};
/** Codes that are everyday words in small letters. */
const wordLikeCodes = new Set(["try", "rub", "sar", "won", "rand", "pp", "mo", "mil", "cr"]);
const notUnits = new Set([
  "bis",
  "hasta",
  "à",
  "per",
  "x",
  "vs",
  "v",
  "s",
  "t",
  "q",
  "h",
  "fy",
  "no",
  "page",
  "table",
  "figure",
]);

/**
 * Reads scale and unit that begin at `at`. With `hasUnit` the unit is taken already, and only scales and a
 * repeated known unit count; `isYear` keeps the word after a bare year from becoming its unit.
 */
export function readSuffix(text: string, plain: string, at: number, hasUnit: boolean, isYear: boolean): Suffix {
  const counted = readScales(plain, text, at, hasUnit);
  const scaled = { ...counted, end: afterPartitive(plain, counted) };
  const unit = readUnit(plain, text, scaled.end) ?? readQualifiedUnit(plain, text, scaled.end);
  if (unit !== undefined) return { ...scaled, end: unit.end, unit: unit.unit, isKnownUnit: true };
  if (hasUnit || (isYear && scaled.scale === 1)) return { ...counted, isKnownUnit: false };
  const noun = readNoun(plain, text, scaled.end);
  if (noun === undefined) return { ...counted, isKnownUnit: false };
  return { ...scaled, end: noun.end, unit: noun.unit, isKnownUnit: false };
}

/**
 * What links millions to what they count in Romance languages: `3 millones de euros`, `1,2 milliard d'euros`. The space
 * or the apostrophe at its end is left to the word that follows.
 */
const partitive = /[ \u00a0](?:de|di|d['’])(?=[ \u00a0]?[\p{L}€$£])/iuy;

/** Where the word begins that a number of millions counts; the scale's end where nothing links them. */
function afterPartitive(plain: string, { end, scale }: Scales): number {
  if (scale < 1e6) return end;
  partitive.lastIndex = end;
  const link = partitive.exec(plain);
  return link === null || /\p{L}/u.test(plain[end + link[0].length] ?? "") !== /['’]$/.test(link[0])
    ? end
    : end + link[0].length;
}

interface Scales {
  readonly end: number;
  readonly scale: number;
  readonly added: number;
  readonly step: number;
  readonly isScaleDoubtful: boolean;
}

function readScales(plain: string, text: string, at: number, hasUnit: boolean): Scales {
  scaledCurrency.lastIndex = at;
  const letters = scaledCurrency.exec(plain);
  if (letters !== null) {
    const scale = letters[1] === undefined ? 1e9 : currencyScales[letters[1]]!;
    return { end: at + letters[0].length, scale, added: 0, step: scale, isScaleDoubtful: false };
  }
  const unspaced = unspacedScaleAt(plain, at);
  if (unspaced !== undefined) {
    const lower = readLowerPlaces(plain, unspaced.end, unspaced.factor);
    return { scale: unspaced.factor, ...lower, isScaleDoubtful: false };
  }
  let end = at;
  let scale = 1;
  for (
    let word = scaleWordAt(plain, text, end, hasUnit);
    word !== undefined;
    word = scaleWordAt(plain, text, end, hasUnit)
  ) {
    scale *= scaleByWriting.get(word.folded)!;
    end = word.end;
    const isLetter = letterScales.has(word.folded);
    const isScaleDoubtful = word.folded === "m" && !hasUnit && text[word.start] === "m";
    // Two scale words at most (`hundred thousand`), and a letter is the last.
    if (isLetter || scale > 1e15) return { end, scale, added: 0, step: scale, isScaleDoubtful };
  }
  return { end, scale, added: 0, step: scale, isScaleDoubtful: false };
}

function scaleWordAt(plain: string, text: string, at: number, hasUnit: boolean): Word | undefined {
  const word = phraseAt(plain, text, at, (writing) => scaleByWriting.has(writing));
  if (word === undefined) return undefined;
  if (letterScales.has(word.folded)) return word.isAttached || hasUnit ? word : undefined;
  return isEverydayWord(plain, word) ? undefined : word;
}

function isEverydayWord(plain: string, word: Word): boolean {
  return wordLikeCodes.has(word.folded) && !word.isAttached && plain.slice(word.start, word.end) === word.folded;
}

/** A scale in a script without spaces, unless it begins a longer unit (千米, 千瓦). */
function unspacedScaleAt(plain: string, at: number): { readonly factor: number; readonly end: number } | undefined {
  const found = longestUnspacedAt(plain, at, (writing) => scaleByWriting.has(writing) || unitByWriting.has(writing));
  const factor =
    found === undefined || unitByWriting.has(found.writing) ? undefined : scaleByWriting.get(found.writing);
  return found === undefined || factor === undefined ? undefined : { factor, end: found.end };
}

/** Digits with smaller scales directly after a scale: `2千万` after `1亿`, `5000` after `3万`. */
function readLowerPlaces(
  plain: string,
  at: number,
  above: number,
): { readonly end: number; readonly added: number; readonly step: number } {
  let end = at;
  let added = 0;
  let step = above;
  while (isDigitAt(plain, end)) {
    placeDigits.lastIndex = end;
    const written = placeDigits.exec(plain)![0];
    const digits = written.replaceAll(",", "");
    const digitsEnd = end + written.length;
    const lower = isSpaceAt(plain, digitsEnd) ? undefined : unspacedScaleAt(plain, digitsEnd);
    const factor = lower?.factor ?? 1;
    const value = Number(digits) * factor;
    const fillsPlaces = lower !== undefined || 10 ** digits.length === step;
    if (isDigitAt(plain, digitsEnd) || !fillsPlaces || value >= step) break;
    added += value;
    step = factor;
    end = lower?.end ?? digitsEnd;
  }
  return { end, added, step };
}

function readUnit(
  plain: string,
  text: string,
  at: number,
): { readonly unit: string; readonly end: number } | undefined {
  const afterSpace = isSpaceAt(plain, at) ? at + 1 : at;
  const sign = plain[afterSpace] ?? "";
  if (symbol.test(sign) && !(afterSpace > at && isDigitAt(plain, afterSpace + 1))) {
    return { unit: unitByWriting.get(sign)!, end: afterSpace + 1 };
  }
  const unspaced = longestUnspacedAt(plain, at, (writing) => unitByWriting.has(writing));
  if (unspaced !== undefined) return { unit: unitByWriting.get(unspaced.writing)!, end: unspaced.end };
  const word = phraseAt(plain, text, at, (writing) => unitByWriting.has(writing));
  if (word === undefined || isEverydayWord(plain, word)) return undefined;
  return { unit: unitByWriting.get(word.folded)!, end: word.end };
}

/** Words between a number and its unit that leave the unit what it is: `30 working days`, `2 full years`. */
const qualifiers = new Set(
  "working business calendar consecutive full whole more additional further extra complete volle vollen ganze ganzen weitere weiteren aufeinanderfolgende".split(
    " ",
  ),
);

function readQualifiedUnit(
  plain: string,
  text: string,
  at: number,
): { readonly unit: string; readonly end: number } | undefined {
  const word = isSpaceAt(plain, at) ? wordAt(plain, text, at) : undefined;
  return word === undefined || !qualifiers.has(word.folded) || !isSpaceAt(plain, word.end)
    ? undefined
    : readUnit(plain, text, word.end);
}

function readNoun(
  plain: string,
  text: string,
  at: number,
): { readonly unit: string; readonly end: number } | undefined {
  const unspaced = longestUnspacedAt(plain, at, (writing) => unspacedNounSet.has(writing));
  if (unspaced !== undefined) return { unit: unspaced.writing, end: unspaced.end };
  const word = wordAt(plain, text, at);
  if (word === undefined || word.folded.length < 2 || isDigitAt(plain, word.end)) return undefined;
  // `128 full-time employees`: an adjective, and no unit.
  if (plain[word.end] === "-" && isLetterAt(plain, word.end + 1)) return undefined;
  if (stopWords.has(word.folded) || monthNames.has(word.folded) || notUnits.has(word.folded)) return undefined;
  return { unit: word.folded, end: word.end };
}

/** The longest known writing in a script without spaces that begins here, or one space later. */
function longestUnspacedAt(
  plain: string,
  at: number,
  isKnown: (writing: string) => boolean,
): { readonly writing: string; readonly end: number } | undefined {
  const start = isSpaceAt(plain, at) ? at + 1 : at;
  if (!unspacedCharacter.test(plain[start] ?? "")) return undefined;
  for (let length = longestUnspaced; length > 0; length--) {
    const writing = plain.slice(start, start + length);
    if (writing.length === length && isKnown(writing)) return { writing, end: start + length };
  }
  return undefined;
}

/** A known writing of two words (`per cent`), of one with a dot (`Mio.`), or of one. */
function phraseAt(plain: string, text: string, at: number, isKnown: (writing: string) => boolean): Word | undefined {
  const first = wordAt(plain, text, at);
  if (first === undefined || isDigitAt(plain, first.end)) return undefined;
  const second = isSpaceAt(plain, first.end) ? wordAt(plain, text, first.end) : undefined;
  const candidates: Word[] = [];
  if (second !== undefined) candidates.push({ ...first, folded: `${first.folded} ${second.folded}`, end: second.end });
  if (plain[first.end] === ".") candidates.push({ ...first, folded: `${first.folded}.`, end: first.end + 1 });
  candidates.push(first);
  return candidates.find(({ folded }) => isKnown(folded));
}

/** The word that begins here, one space later, or after a hyphen (`30-day`). */
function wordAt(plain: string, text: string, at: number): Word | undefined {
  const isAttached = !isSpaceAt(plain, at) && plain[at] !== "-";
  let start = isAttached ? at : at + 1;
  const first = start;
  if (text[start] === "°" || text[start] === "℃" || text[start] === "℉" || text[start] === "²") start++;
  let end = start;
  while (end - first <= longestWord && isLetterAt(plain, end)) end++;
  if (end - first > longestWord || end === first) return undefined;
  const isMetres = /^(?:k|c|m)?m$/i.test(plain.slice(first, end));
  if (isMetres && /^\^[23](?!\d)/.test(plain.slice(end, end + 3))) {
    const folded = foldText(text.slice(first, end)) + plain[end + 1]!;
    return { folded, start: first, end: end + 2, isAttached };
  }
  if (text[end] === "²" || text[end] === "³") end++;
  else if (plain[end] === "/" && unitByWriting.has(foldText(text.slice(first, end + 2)))) end += 2;
  else if (isMetres && /[23]/.test(plain[end] ?? "") && !isDigitAt(plain, end + 1)) end++;
  return { folded: foldText(text.slice(first, end)), start: first, end, isAttached };
}
