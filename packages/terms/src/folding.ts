import { lazily } from "./lazily.ts";

/** Letters that carry their difference in the letter itself, so that no decomposition removes it. */
const letterFolds: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
  ħ: "h",
  ŋ: "n",
  ς: "σ",
  "٫": ".",
  "٬": ",",
  "٪": "%",
};

/**
 * Combining marks that writers add or leave out: Latin, Greek and Cyrillic accents, Hebrew points, Arabic harakat and
 * tatweel. Marks that make the word (Thai and Indic vowels, kana voicing, the breve of й) stay.
 */
const removedMarks =
  /(?<!и)\u0306|[\u0300-\u0305\u0307-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\u0640]/g;

/** Characters that steer layout and are no part of what is written: soft hyphen, joiners, direction marks, variation selectors, BOM. */
const invisible = /[\ufe00-\ufe0f\u00ad\u061c\u200c-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;

const foldedLetters = new RegExp(`[${Object.keys(letterFolds).join("")}]`, "g");
const foreignDigit = lazily(() => /[\p{Nd}--[0-9]]/gv);
const beyondAscii = /[^\0-\x7f]/;

export function isAscii(text: string): boolean {
  return !beyondAscii.test(text);
}

/** The digits of every script come in runs of ten that start at zero, so counting back to the run's start gives the value. */
function digitValue(digit: string): string {
  const point = digit.codePointAt(0)!;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(point - value - 1))) value++;
  return String(value);
}

/** Characters beyond ASCII in a row, with the one before them, which marks among them may change. */
const stretch = /[\0-\x7f]?[^\0-\x7f]+/g;
/** Stretches of a few characters (dashes, curly quotes, accented letters) come again and again. */
const longestRemembered = 8;
const mostRemembered = 10_000;
const remembered = new Map<string, string>();

/**
 * The form in which words compare: NFKC, lower case, without diacritics (`Crème` and `creme`, `Straße` and `strasse`,
 * full-width and half-width), with the digits of every script as 0–9. Never throws; folding twice changes nothing.
 *
 * ASCII among other characters only becomes lower case: no step looks further than a stretch of those.
 */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text.replace(stretch, foldStretch).toLowerCase();
}

function foldStretch(text: string): string {
  if (text.length > longestRemembered) return foldWhole(text);
  const known = remembered.get(text);
  if (known !== undefined) return known;
  if (remembered.size >= mostRemembered) remembered.clear();
  const folded = foldWhole(text);
  remembered.set(text, folded);
  return folded;
}

/** What `foldText` promises, step by step over a whole text; the oracle of the faster way. */
export function foldWhole(text: string): string {
  return text
    .normalize("NFKC")
    .replace(invisible, "")
    .toLowerCase()
    .normalize("NFKD")
    .replace(removedMarks, "")
    .replace(foldedLetters, (letter) => letterFolds[letter]!)
    .replace(foreignDigit(), digitValue)
    .normalize("NFC");
}

/**
 * The form in which quotes compare: NFKC, every run of white space as one space, none at the ends. Case and diacritics
 * stay, because a quote is verbatim.
 */
export function foldWhitespace(text: string): string {
  return text.normalize("NFKC").replace(/\s+/g, " ").trim();
}
