import { foldText, standardAnalyzer } from "@runningtab/terms";
import { compareVersions, versionFamily, versionMarks, type VersionWish } from "./document-version.ts";
import { askingWords } from "./lexicon.ts";
import type { Ask } from "./understand-ask.ts";

/** Queries for an ask, best first: its own words, and each other wording. */
export function queriesFor(ask: Ask): readonly string[] {
  const plain = ask.sources.reduce((text, source) => text.replace(source, " "), ask.text);
  const bracketed = [...plain.matchAll(/[(（]([^()（）]+)[)）]/gu)]
    .map(([, inside = ""]) => inside)
    .filter((inside) => /\p{L}/u.test(inside));
  const outside = bracketed.reduce((text, inside) => text.replace(inside, " "), plain);
  return [...new Set([outside, ...bracketed].map(contentOf).filter((query) => query !== ""))];
}

/** A wider query for an ask that the first ones did not answer: its names alone. */
export function widerQuery(ask: Ask): string | undefined {
  const names = ask.wordings
    .flat()
    .filter((term) => term.isName)
    .map(({ term }) => term);
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
