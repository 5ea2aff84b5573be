import { foldText, standardAnalyzer } from "@runningtab/terms";
import { versionPhrase } from "./document-version.ts";
import { findValues, monthsIn, type ValueKind } from "./find-values.ts";
import {
  askingWords,
  demandingPhrases,
  edgeWords,
  impliedBy,
  kindWords,
  monthNames,
  orderNouns,
  orderWords,
} from "./lexicon.ts";
import { englishFor, hanFor } from "./office-words.ts";
import { capitalWords, hanWords, type PreparedText, rootOf, spacedWords, standsLoosely } from "./text-terms.ts";

/** One word of an ask that a good place has to share. */
export interface AskTerm {
  /** The term as the analyzer gives it, or a word of Chinese. */
  readonly term: string;
  readonly weight: number;
  /** A name, such as `Harrow Lane`: a place about something else is no answer, however well the rest fits. */
  readonly isName: boolean;
  /** A value of such a kind says this word by itself. */
  readonly impliedBy: readonly ValueKind[];
  readonly isHan: boolean;
  /** The same in the other script, of which any may stand instead: words of Chinese, or terms. */
  readonly others: readonly string[];
}

/** What an ask asks for, taken apart. */
export interface Ask {
  readonly text: string;
  /** One set of terms, or several wordings of which one has to fit (`delivery date (交货日期)`). */
  readonly wordings: readonly (readonly AskTerm[])[];
  /** Kinds of value that fit, best first; empty when anything may. */
  readonly kinds: readonly ValueKind[];
  /** Whether other kinds than `kinds` are refused. */
  readonly isStrict: boolean;
  /** Years that the ask names. */
  readonly years: readonly number[];
  /** Months that the ask names, from 1. */
  readonly months: readonly number[];
  /** Which end of a period is wanted, when only one is. */
  readonly edge: "start" | "end" | undefined;
  /** Whether it asks why. */
  readonly wantsReason: boolean;
  /** Whether it asks which of several things, or who. */
  readonly wantsOne: boolean;
  /** File names that the ask names as its source. */
  readonly sources: readonly string[];
}

/** Takes an item of the task apart. */
export function understandAsk(text: string): Ask {
  const sources = [
    ...text.matchAll(/[\p{L}\p{N}_./-]+\.(?:md|txt|pdf|docx|xlsx|pptx|csv|tsv|html?|json|ya?ml|eml|ipynb)\b/giu),
  ].map(([name]) => name);
  const plain = sources.reduce((rest, name) => rest.replace(name, " "), text).replace(versionPhrase, " ");
  const years = [...plain.matchAll(/(?<![\d.,/-])((?:19|20)\d{2})(?![\d,/-])/g)].map(([written]) => Number(written));
  const demanded = demandingPhrases.find(([phrase]) => phrase.test(plain))?.[1];
  return {
    text,
    wordings: wordingsOf(plain).filter((terms) => terms.length > 0),
    kinds: demanded ?? suggestedKinds(plain),
    isStrict: demanded !== undefined,
    years: [...new Set(years)],
    months: monthsIn(plain),
    edge: edgeWords.find(([words]) => words.test(plain))?.[1],
    wantsReason:
      /^\W*why\b|\b(?:cause|reason)s? (?:of|for|why)\b|^\W*(?:warum|weshalb|wieso)\b|为什么|为何|原因/iu.test(plain),
    wantsOne: /\b(?:which|who)\b|哪个|哪一|谁/iu.test(plain),
    sources,
  };
}

/** Whether a text holds the term. */
export function holdsTerm(text: PreparedText, { term, isHan, others }: AskTerm): boolean {
  if (isHan) return standsLoosely(term, text.folded) || others.some((other) => text.terms.has(other));
  return text.terms.has(term) || others.some((other) => text.folded.includes(other));
}

/** Whether a text holds a word made from the same root (`supplier` for `supplies`). */
export function isRelatedTo(text: PreparedText, { term, isHan, isName }: AskTerm): boolean {
  return !isHan && !isName && term.length >= 5 && text.roots.has(rootOf(term));
}

/** A part in brackets in another script is a wording of its own. */
function wordingsOf(text: string): AskTerm[][] {
  const bracketed = [...text.matchAll(/[(（]([^()（）]+)[)）]/gu)].map(([, inside = ""]) => inside);
  const outside = bracketed.reduce((rest, inside) => rest.replace(inside, " "), text);
  const foreign = bracketed.filter((inside) => isHanText(inside) !== isHanText(outside) && /\p{L}/u.test(inside));
  if (foreign.length === 0) return [termsOf(text)];
  return [termsOf(outside), ...foreign.map(termsOf)];
}

function termsOf(text: string): AskTerm[] {
  const terms = new Map<string, AskTerm>();
  for (const term of [...latinTerms(text), ...hanTerms(text)]) {
    const known = terms.get(term.term);
    if (known === undefined || (term.isName && !known.isName)) terms.set(term.term, term);
  }
  return [...terms.values()];
}

/** Words that say which of several papers is meant, as well as what: `latest price`, but also `latest delivery date`. */
const saysWhich: ReadonlySet<string> = new Set(["latest", "newest", "recent", "current", "currently", "valid"]);

function latinTerms(text: string): AskTerm[] {
  const spaced = spacedWords(text);
  const matches = [...spaced.matchAll(/[[\p{L}\p{N}]--\p{Script=Han}]+(?:['’.\-][[\p{L}\p{N}]--\p{Script=Han}]+)*/gv)];
  const tokens = matches.map(([word]) => word);
  const isJoined = (index: number): boolean =>
    /^\s+$/.test(spaced.slice(matches[index]!.index + tokens[index]!.length, matches[index + 1]?.index ?? 0));
  const firstContent = contentStart(tokens);
  const named = nameMarks(tokens, firstContent, isJoined);
  // "How many seats does it have?": after do or can the last word only completes the question.
  const closing = /\b(?:how (?:many|much)|which|what)\b.*\b(?:do|does|did|can|could|may|must)\b/iu.test(spaced)
    ? tokens.length - 1
    : -1;
  return tokens.flatMap((word, index) => {
    const folded = foldText(word);
    const isDegree = /^(?:high|large|big)$/.test(folded) && foldText(tokens[index - 1] ?? "") === "how";
    if (askingWords.has(folded) || isDegree || index < firstContent || isDatePart(folded, spaced)) return [];
    return [...standardAnalyzer.terms(word), ...capitalWords(word)].map((term): AskTerm => {
      const isName = named[index] === true;
      return {
        term,
        weight: isName ? 1.5 : index === closing || saysWhich.has(folded) ? 0.3 : 1,
        isName,
        impliedBy: isName ? [] : kindsImplying(folded),
        isHan: false,
        others: isName ? [] : hanFor(folded),
      };
    });
  });
}

/**
 * Which words are part of a name: capitalised ones, but not the first of the ask unless the next is capitalised too,
 * and none where nearly every word is (a title). Words with digits inside are names as well.
 */
function nameMarks(tokens: readonly string[], first: number, isJoined: (index: number) => boolean): readonly boolean[] {
  const content = tokens.filter((word) => word.length > 3);
  const isTitle = content.length >= 4 && content.filter(isCapital).length / content.length > 0.85;
  return tokens.map((word, index) => {
    if (/\d/.test(word) && /[\p{L}-]/u.test(word)) return true;
    if (isTitle || !isCapital(word) || isEmptyWord(word)) return false;
    return index !== first || (isCapital(tokens[index + 1]) && isJoined(index));
  });
}

function isHanText(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}

function isCapital(word: string | undefined): boolean {
  return word !== undefined && /^\p{Lu}/u.test(word);
}

/** Index of the first word that is more than asking. */
function contentStart(tokens: readonly string[]): number {
  const start = tokens.findIndex((word, index) => {
    const folded = foldText(word);
    const asks =
      orderNouns.has(folded) && /^(?:the|an?|all|its|their|which|what|how|us|me)$/i.test(tokens[index + 1] ?? "");
    return !isEmptyWord(word) && !orderWords.has(folded) && !asks;
  });
  return Math.max(0, start);
}

function isEmptyWord(word: string): boolean {
  return askingWords.has(foldText(word)) || /^(?:the|an?|in|of|to|us|me)$/i.test(word);
}

/** Days, months and years say when, not what; they are compared as dates. */
function isDatePart(folded: string, text: string): boolean {
  if (/^(?:19|20)\d{2}$/.test(folded)) return true;
  const isMonth = monthNames.some((name) => name === folded);
  return (
    (isMonth || /^\d{1,2}$/.test(folded)) &&
    findValues(text).some(({ kind, text: date }) => kind === "date" && foldText(date).includes(folded))
  );
}

const hanAsking =
  /请问|请|给出|列出|说明|是多少|多少|是谁|谁|什么时候|什么|何时|哪天|哪个|哪些|多久|是|为|的|在|于|和|与|[?？。，、：:；;（）()《》“”\s]|\d+年(?:度(?=的|$))?|\d+月|(?:十[一二]?|[一二三四五六七八九])月|\d+日/gu;

/** In `甲的乙` what stands before 的 is what the ask is about, like a name. */
function hanTerms(text: string): AskTerm[] {
  // Chinese in an English ask is a name.
  const isForeign = /[a-z]{3}/i.test(text);
  return [...text.matchAll(/[\p{Script=Han}\d]+/gu)].flatMap(([run]) => {
    if (isForeign) return hanPart(run, true);
    const last = run.lastIndexOf("的");
    return [hanPart(run.slice(0, Math.max(0, last)), true), hanPart(run.slice(last + 1), false)].flat();
  });
}

function hanPart(text: string, isName: boolean): AskTerm[] {
  return text
    .split(hanAsking)
    .flatMap(hanWords)
    .filter((word) => /\p{Script=Han}/u.test(word))
    .map((term) => ({
      term,
      weight: term.length === 1 ? 0.3 : 1,
      isName: isName && term.length > 1,
      impliedBy: kindsImplying(term),
      isHan: true,
      others: englishFor(term).flatMap((word) => standardAnalyzer.terms(word)),
    }));
}

function kindsImplying(word: string): readonly ValueKind[] {
  return impliedBy.flatMap(([list, kinds]) => (list.has(word) ? kinds : []));
}

function suggestedKinds(text: string): readonly ValueKind[] {
  const words = text.match(/\p{L}+/gu) ?? [];
  // `Head office` names a place: a capital within the ask is no word for what is wanted, unless all are written so.
  const isTitle = words.every((word) => isCapital(word) || word.length <= 3);
  const kindsIn = (part: string): readonly ValueKind[] | undefined => {
    const tokens = (part.match(/\p{L}+/gu) ?? [])
      .filter((word) => word === words[0] || isTitle || !isCapital(word))
      .map((word) => foldText(word));
    return kindWords.find(([list]) => tokens.some((token) => list.has(token)))?.[1];
  };
  // In `reference of the grant` the first word says what is wanted, in `the grant: reference` the last.
  const [asked = ""] = (/[:：]\s*(.+)$/u.exec(text)?.[1] ?? text).split(/,\s|\s(?:of|for|at|in|on|from)\s/u);
  return kindsIn(asked) ?? kindsIn(text) ?? [];
}
