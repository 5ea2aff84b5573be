import { foldText, standardAnalyzer } from "@runningtab/terms";
import { negationWords, oppositePairs, type OppositesLanguage } from "./opposites.ts";
import { lazily } from "../lazily.ts";

/** Words between a negation and what it negates, at most. */
const reach = 3;
const han = /\p{sc=Han}/u;

interface Word {
  readonly text: string;
  readonly stem: string | undefined;
  readonly negated: boolean;
}

/** Which side of which pairs a text takes, negation counted in: `not approved` stands with `rejected`. */
type Stances = ReadonlyMap<number, ReadonlySet<0 | 1>>;

/**
 * Whether `line` says the opposite of `claim`: it takes the other side of a published pair, or negates a word that the
 * claim states (or states one that the claim negates). A line that says both turns nothing.
 */
export function isTurned(claim: string, line: string): boolean {
  // `not more than 350 yuan` negates no amount.
  return takesOtherSide(claim, line) || (!/\p{Nd}/u.test(claim) && negates(claim, line));
}

/** Whether a text stands on one side of a published pair, so that it can be turned around. */
export function takesStance(text: string): boolean {
  return stancesOf(text).size > 0;
}

/** Whether a line stands on the same side of a published pair as the claim, in whatever words. */
export function sharesStance(claim: string, line: string): boolean {
  const read = stancesOf(line);
  return [...stancesOf(claim)].some(([pair, sides]) => [...sides].some((side) => read.get(pair)?.has(side) === true));
}

/** The words of a text by which it stands on a side of a published pair, as they are written; folded. */
export function stanceWordsOf(text: string): readonly string[] {
  const folded = foldText(text);
  const spaced = wordsOf(text).map((word) => word.text);
  const inHan = han.test(text)
    ? published()
        .han.map(({ form }) => form)
        .filter((form) => folded.includes(form))
    : [];
  return [...spaced.filter((word) => published().byForm.has(word)), ...inHan];
}

function takesOtherSide(claim: string, line: string): boolean {
  const [claimed, read] = [stancesOf(claim), stancesOf(line)];
  for (const [pair, sides] of claimed) {
    const other = read.get(pair);
    if (sides.size === 1 && other?.size === 1 && !other.has([...sides][0]!)) return true;
  }
  return false;
}

function negates(claim: string, line: string): boolean {
  if (han.test(claim) && hanNegates(foldText(claim).trim(), foldText(line))) return true;
  const claimed = new Map(wordsOf(claim).map((word) => [word.stem, word.negated]));
  const read = new Map<string, { plain: boolean; negated: boolean }>();
  for (const { stem, negated } of wordsOf(line)) {
    if (stem === undefined || !claimed.has(stem)) continue;
    const seen = read.get(stem) ?? { plain: false, negated: false };
    read.set(stem, { plain: seen.plain || !negated, negated: seen.negated || negated });
  }
  const shared = [...read];
  return shared.some(([stem, seen]) => (claimed.get(stem) === true ? !seen.negated : !seen.plain));
}

function hanNegates(claim: string, line: string): boolean {
  const places = placesOf(line, claim);
  return places.length > 0 && places.every((at) => isHanNegated(line, at));
}

function isHanNegated(line: string, at: number): boolean {
  const before = line.slice(Math.max(0, at - 3), at);
  return negationWords.zh.some((word) => before.includes(word));
}

function stancesOf(text: string): Stances {
  const stances = new Map<number, Set<0 | 1>>();
  const take = (pair: number, side: 0 | 1, negated: boolean): void => {
    const sides = stances.get(pair) ?? new Set();
    sides.add(negated ? (side === 0 ? 1 : 0) : side);
    stances.set(pair, sides);
  };
  for (const { text: word, negated } of wordsOf(text)) {
    for (const { pair, side } of published().byForm.get(word) ?? []) take(pair, side, negated);
  }
  if (han.test(text)) takeHanStances(foldText(text), take);
  return stances;
}

/** Longest forms first, each place counted once: 不合格 is not also 合格. */
function takeHanStances(text: string, take: (pair: number, side: 0 | 1, negated: boolean) => void): void {
  let left = text;
  for (const { form, pair, side } of published().han) {
    for (const at of placesOf(left, form)) {
      take(pair, side, isHanNegated(text, at));
      left = left.slice(0, at) + "\0".repeat(form.length) + left.slice(at + form.length);
    }
  }
}

function placesOf(text: string, part: string): readonly number[] {
  const places: number[] = [];
  for (let at = text.indexOf(part); part !== "" && at >= 0; at = text.indexOf(part, at + part.length)) places.push(at);
  return places;
}

/** Words of scripts with spaces, each with whether a negation stands at most three words before it in its clause. */
function wordsOf(text: string): readonly Word[] {
  return foldText(text)
    .split(/[,.;:!?()|\n]+/)
    .flatMap((clause) => {
      const words = clause
        .replaceAll(/['’]t\b/g, "t")
        .split(/[^\p{L}\p{N}-]+/u)
        .filter((word) => word !== "" && !han.test(word));
      return words.map((word, index): Word => {
        const start = Math.max(0, index - reach);
        const before = words.slice(start, index);
        const negatesWhatFollows = (one: string, at: number): boolean =>
          negationForms.has(one) && !setPhrases.has(words[start + at + 1] ?? "");
        return {
          text: word,
          stem: /\p{N}/u.test(word) || negationForms.has(word) ? undefined : standardAnalyzer.terms(word)[0],
          negated: before.some(negatesWhatFollows) || followed.has(words[index + 1] ?? ""),
        };
      });
    });
}

const spacedLanguages: readonly OppositesLanguage[] = ["en", "de", "fr", "es"];
const negationForms: ReadonlySet<string> = new Set(spacedLanguages.flatMap((language) => negationWords[language]));
/** `not only`, `no later than`: what follows these is not denied. */
const setPhrases: ReadonlySet<string> = new Set(["only", "later", "earlier", "more", "less", "fewer", "longer", "nur"]);
/** Negations that may also stand after their verb: `gilt nicht`. */
const followed: ReadonlySet<string> = new Set(["nicht", "pas"]);

interface Form {
  readonly form: string;
  readonly pair: number;
  readonly side: 0 | 1;
}

/** The published pairs, as they are looked up: words by form, and Han forms longest first. */
const published = lazily(() => {
  const byForm = new Map<string, Form[]>();
  const han: Form[] = [];
  for (const [pair, { language, sides: both }] of oppositePairs.entries()) {
    for (const side of [0, 1] as const) {
      for (const form of both[side]) {
        if (language === "zh") han.push({ form, pair, side });
        else byForm.set(form, [...(byForm.get(form) ?? []), { form, pair, side }]);
      }
    }
  }
  return { byForm, han: han.toSorted((one, other) => other.form.length - one.form.length) };
});
