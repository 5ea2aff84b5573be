import { foldText, standardAnalyzer } from "@runningtab/terms";
import { compareVersions, versionFamily, versionMarks, type VersionWish } from "./document-version.ts";
import { askingWords } from "./lexicon.ts";
import type { Wanted } from "./policy-state.ts";
import type { Ask } from "./understand-ask.ts";

/** Queries for an ask, best first: its own words, and each other wording. */
export function queriesFor(ask: Ask): readonly string[] {
  const plain = ask.sources.reduce((text, source) => text.replace(source, " "), ask.text);
  const bracketed = [...plain.matchAll(/[(（]([^()（）]+)[)）]/gu)]
    .map(([, inside = ""]) => inside)
    .filter((inside) => /\p{L}/u.test(inside));
  const outside = bracketed.reduce((text, inside) => text.replace(inside, " "), plain);
  const other = bracketed.length > 0 ? "" : otherScript(ask);
  return [...new Set([...[outside, ...bracketed].map(contentOf), other].filter((query) => query !== ""))];
}

/** The words of a query as a pattern for a search by lines; of Chinese, which has no spaces, each two characters. */
export function wordPattern(query: string): string {
  return wordsOf(query)
    .map((word) => word.replaceAll(/[\\^$.|?*+()[\]{}]/g, "\\$&"))
    .join("|");
}

/** What the hits of a search by lines are remembered under. */
export function lineQuery(query: string): string {
  return `lines: ${query}`;
}

/** How many words of a query a text holds. */
export function wordsIn(text: string, query: string): number {
  const folded = foldText(text);
  return wordsOf(query).filter((word) => folded.includes(foldText(word))).length;
}

function wordsOf(query: string): readonly string[] {
  const words = query
    .split(" ")
    .flatMap((word) =>
      /\p{Script=Han}/u.test(word)
        ? Array.from({ length: Math.max(1, word.length - 1) }, (_, at) => word.slice(at, at + 2))
        : [word],
    );
  return [...new Set(words)].filter((word) => word !== "");
}

const mostOthers = 6;

/** An ask in English about something with a Chinese name, in the words that Chinese papers use for it; else nothing. */
function otherScript({ text, wordings }: Ask): string {
  if (!/\p{Script=Han}/u.test(text) || !/[a-z]{3}/i.test(text)) return "";
  const terms = wordings[0] ?? [];
  const others = terms.flatMap(({ others: words, isHan }) => (isHan ? [] : words)).slice(0, mostOthers);
  return others.length === 0
    ? ""
    : [...terms.filter(({ isHan }) => isHan).map(({ term }) => term), ...others].join(" ");
}

/** The queries for something wanted; none for an item of which only the parts are looked up. */
export function queriesOf({
  ask,
  seriesAsk,
  computation,
  parts,
}: Pick<Wanted, "ask" | "seriesAsk" | "computation" | "parts">): readonly string[] {
  if (seriesAsk !== undefined) return queriesFor(seriesAsk);
  return parts.length > 0 && computation?.operation !== "sum" ? [] : queriesFor(ask);
}

/** A wider query for an ask that the first ones did not answer: its names alone. */
export function widerQuery(ask: Ask): string | undefined {
  const terms = ask.wordings.flat();
  const names = terms.filter((term) => term.isName).map(({ term }) => term);
  const others = terms.flatMap((term) => term.others).slice(0, mostOthers);
  if (names.length === 0 && others.length > 0) return others.join(" ");
  return names.length > 0 ? [...new Set(names)].join(" ") : undefined;
}

function contentOf(text: string): string {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}'’.-]*/gu) ?? [];
  return words
    .filter((word) => !askingWords.has(foldText(word)) && standardAnalyzer.terms(word).length > 0)
    .join(" ")
    .replaceAll(/是多少|是谁|多少|请问/gu, " ")
    .trim();
}

/**
 * Of the versions of one document the one that counts; `path` itself when it has none beside it or nothing tells them
 * apart.
 */
export function countingVersion(path: string, paths: readonly string[], wish: VersionWish): string {
  const family = versionFamily(path);
  const versions = paths.filter((other) => versionFamily(other) === family);
  return versions.reduce(
    (best, other) => (compareVersions(versionMarks(other), versionMarks(best), wish) < 0 ? other : best),
    path,
  );
}
