import { foldText, quantities } from "@runningtab/terms";
import { lazily } from "../lazily.ts";
import { isMeasured } from "./measured.ts";

/** Numbers in words, by value, as they are written in English, German, French and Spanish; folded. */
const words: Readonly<Record<number, string>> = {
  1: "one ein eine einen einem einer un une uno una",
  2: "two zwei deux dos",
  3: "three drei trois tres",
  4: "four vier quatre cuatro",
  5: "five funf cinq cinco",
  6: "six sechs seis",
  7: "seven sieben sept siete",
  8: "eight acht huit ocho",
  9: "nine neun neuf nueve",
  10: "ten zehn dix diez",
  11: "eleven elf onze once",
  12: "twelve zwolf douze doce dozen dutzend douzaine docena",
  13: "thirteen dreizehn treize trece",
  14: "fourteen vierzehn quatorze catorce",
  15: "fifteen funfzehn quinze quince",
  16: "sixteen sechzehn seize dieciseis",
  17: "seventeen siebzehn diecisiete",
  18: "eighteen achtzehn dieciocho",
  19: "nineteen neunzehn diecinueve",
  20: "twenty zwanzig vingt vingts veinte",
  21: "veintiuno veintiun",
  22: "veintidos",
  23: "veintitres",
  24: "veinticuatro",
  25: "veinticinco",
  26: "veintiseis",
  27: "veintisiete",
  28: "veintiocho",
  29: "veintinueve",
  30: "thirty dreissig trente treinta",
  40: "forty vierzig quarante cuarenta",
  50: "fifty funfzig cinquante cincuenta",
  60: "sixty sechzig soixante sesenta",
  70: "seventy siebzig septante setenta",
  80: "eighty achtzig huitante ochenta",
  90: "ninety neunzig nonante noventa",
  100: "hundred hundert cent cents cien ciento",
  200: "doscientos doscientas",
  300: "trescientos trescientas",
  400: "cuatrocientos cuatrocientas",
  500: "quinientos quinientas",
  600: "seiscientos seiscientas",
  700: "setecientos setecientas",
  800: "ochocientos ochocientas",
  900: "novecientos novecientas",
  1000: "thousand tausend mille mil",
};

/** Words that mean something else more often than a number: they count before a unit of measure only. */
const doubtful = new Set(
  "one ein eine einen einem einer un une uno una sept neuf once seize cent cents hundred hundert cien thousand tausend mille mil".split(
    " ",
  ),
);

const byWord = lazily(
  () =>
    new Map(
      Object.entries(words).flatMap(([value, names]) => names.split(" ").map((name) => [name, Number(value)] as const)),
    ),
);

interface Part {
  readonly value: number;
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

const latinWord = /[A-Za-z\u00c0-\u024f]+/g;
/** What may stand between the words of one number. */
const joint = /^(?:[ \u00a0]|-|[ \u00a0](?:and|und|et|y)[ \u00a0]|-et-)$/;

/**
 * The text with numbers in words as digits: `three months` becomes `3 months`, `einhundertzwanzig` 120, `quatre-vingt-douze`
 * 92. Lines stay lines.
 */
export function writeOutNumbers(text: string): string {
  const pieces: string[] = [];
  let copied = 0;
  let run: Part[] = [];
  const flush = (): void => {
    for (const { start, end, written } of run.length === 0 ? [] : numbersOf(run, text)) {
      pieces.push(text.slice(copied, start), written);
      copied = end;
    }
    run = [];
  };
  for (const match of text.matchAll(latinWord)) {
    const [written] = match;
    const value = valueOf(written);
    if (value === undefined) continue;
    const last = run.at(-1);
    if (last !== undefined && !joint.test(text.slice(last.end, match.index))) flush();
    run.push({ value, word: foldText(written), start: match.index, end: match.index + written.length });
  }
  flush();
  const written = pieces.length === 0 ? text : pieces.join("") + text.slice(copied);
  return written
    .replaceAll(andAHalf, "$1.5")
    .replaceAll(parts, (_, above: string, name: string) => `${above}/${partOf(name)}`)
    .replaceAll(halfA, "0.5 ");
}

const andAHalf = /(?<![\d.,])(\d{1,4})[ \u00a0]and[ -]a[ -]half\b/g;
/** `two thirds`, `one fifth`, `zwei Drittel`, `deux tiers`, `dos tercios`. */
const parts =
  /(?<![\d.,])(\d)[ \u00a0-](thirds?|fifths?|tenths?|drittel[ns]?|fünftel[ns]?|zehntel[ns]?|tiers|tercios?)(?!\p{L})/giu;
const isPart = /^[ \u00a0-](?:third|fifth|tenth|drittel|fünftel|zehntel|tiers|tercio)s?(?!\p{L})/iu;

function partOf(name: string): number {
  return /^[tz](?:en|eh)/i.test(name) ? 10 : /^f/i.test(name) ? 5 : 3;
}

const halfA = /(?<![\p{L}\p{N}])half[ -]an?[ -](?=\p{L})/giu;

function valueOf(written: string): number | undefined {
  if (written.length < 2) return undefined;
  const word = foldText(written);
  const half = word === "anderthalb" ? "ein" : /^(.+)einhalb$/.exec(word)?.[1];
  if (half !== undefined) return (byWord().get(half) ?? Number.NaN) + 0.5 || undefined;
  return byWord().get(word) ?? (germanCompound.test(word) ? germanValue(word) : undefined);
}

const germanCompound =
  /^(?=.{6,60}$)[a-z]*(?:hundert|tausend|und(?:zwanzig|dreissig|(?:vier|funf|sech|sieb|acht|neun)zig))[a-z]*$/;

/** `dreihundertvierundzwanzig`; `undefined` for other words with such a part. */
function germanValue(word: string): number | undefined {
  if (word === "") return 0;
  for (const [name, factor] of [
    ["tausend", 1_000],
    ["hundert", 100],
  ] as const) {
    const at = word.indexOf(name);
    if (at < 0) continue;
    const [above, below] = [at === 0 ? 1 : germanValue(word.slice(0, at)), germanValue(word.slice(at + name.length))];
    return above === undefined || below === undefined ? undefined : above * factor + below;
  }
  const plain = word.replace(/^und/, "");
  const whole = byWord().get(plain);
  if (whole !== undefined) return whole;
  const [ones = "", tens = ""] = plain.split("und");
  const [one, ten] = [byWord().get(ones), byWord().get(tens)];
  return one !== undefined && ten !== undefined && one < 10 && ten >= 20 ? ten + one : undefined;
}

interface WrittenOut {
  readonly start: number;
  readonly end: number;
  readonly written: string;
}

/** The numbers that a run of words makes: one mostly, several where they do not fit together (`two or three` is no run). */
function numbersOf(run: readonly Part[], text: string): readonly WrittenOut[] {
  const numbers: WrittenOut[] = [];
  for (let at = 0; at < run.length;) {
    const first = at;
    let [total, current] = [0, 0];
    for (; at < run.length; at++) {
      const next = at === first ? run[at]!.value : appended(current, run[at]!.value);
      if (next === undefined) break;
      if (run[at]!.value === 1_000) [total, current] = [total + Math.max(1, current) * 1_000, 0];
      else current = next;
    }
    const [start, end] = [run[first]!.start, run[at - 1]!.end];
    const isDoubtful = at - first === 1 && doubtful.has(run[first]!.word);
    const written = writtenNumber(total + current, run[at - 1]!);
    if (!isDoubtful || countsHere(written, text, start, end)) numbers.push({ start, end, written });
  }
  return numbers;
}

/** Round thousands keep their word, which shows how far they are rounded. */
function writtenNumber(value: number, last: Part): string {
  return last.value === 1_000 && value > 1_000 ? `${value / 1_000} thousand` : String(value);
}

/** The value with the next word's, where both are of one number. */
function appended(current: number, next: number): number | undefined {
  if (current === 0) return next < 1_000 ? next : undefined;
  if (next === 1_000) return current < 1_000 ? current : undefined;
  if (next === 100) return current > 0 && current < 10 ? current * 100 : undefined;
  const places = current % 100;
  // `quatre-vingt` multiplies; `soixante-dix` and `quatre-vingt-dix` go on above ten.
  if (next === 20 && places === 4) return current + 76;
  if (next >= 10 && next < 20 && (places === 60 || places === 80)) return current + next;
  // `dix-sept`, and ones after any other tens.
  if (places === 10 && next >= 7 && next < 10) return current + next;
  if (next < 10) return places % 10 === 0 && places !== 10 ? current + next : undefined;
  return next < 100 && places === 0 ? current + next : undefined;
}

/** Whether a unit of measure or money follows, or `a` stands before a hundred. */
function countsHere(written: string, text: string, start: number, end: number): boolean {
  if (Number(written) >= 100 && /(?<!\p{L})a[ \u00a0]$/u.test(text.slice(Math.max(0, start - 3), start))) return true;
  const after = text.slice(end, end + 12);
  if (/^[ \u00a0]and[ -]a[ -]half\b/.test(after) || isPart.test(after)) return true;
  const quantity = quantities(written + text.slice(end, end + 30))[0];
  return quantity?.start === 0 && (isMeasured(quantity) || quantity.value > Number(written));
}
