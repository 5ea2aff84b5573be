import { pathAnalyzer } from "@runningtab/terms";
import type { Ranker } from "./ranker.ts";
import type { Candidate } from "./state.ts";

/** Terms that a path must share with the task's text to stand above the threshold. */
const sharedTermsNeeded = 2;

const cjkBigram = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2}$/u;

/** Tells which paths share at least two distinct terms with the task's text. Depends on nothing but its arguments. */
export function createThreshold(taskText: string): (path: string) => boolean {
  const taskTerms = new Set(pathAnalyzer.terms(taskText));
  return (path) => countSharedTerms(pathAnalyzer.terms(path), taskTerms) >= sharedTermsNeeded;
}

/** Distinct shared terms; of two CJK bigrams that share a character, as in 差旅费, only one counts. */
export function countSharedTerms(terms: readonly string[], wanted: ReadonlySet<string>): number {
  const counted = new Set<string>();
  let lastCounted = -1;
  terms.forEach((term, index) => {
    if (!wanted.has(term) || counted.has(term)) return;
    const previous = terms[index - 1];
    const overlaps =
      lastCounted === index - 1 &&
      previous !== undefined &&
      cjkBigram.test(term) &&
      cjkBigram.test(previous) &&
      [...previous][1] === [...term][0];
    if (overlaps) return;
    counted.add(term);
    lastCounted = index;
  });
  return counted.size;
}

/** A path as a ranker sees it: as words, without the extension, so that no engine needs to know about paths. */
export function pathWords(path: string): string {
  return path.replace(/\.[A-Za-z0-9]{1,5}$/, "").replaceAll(wordBoundary, " ");
}

/** Separators, where a name changes case, and between letters and digits. */
const wordBoundary = /[/_.-]+|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\p{Nd})|(?<=\p{Nd})(?=\p{L})/gu;

/** A tab's candidates are ranked again and again, by each requirement; the objects stay the same meanwhile. */
const words = new WeakMap<Candidate, string>();

function wordsOf(candidate: Candidate): string {
  const known = words.get(candidate) ?? pathWords(candidate.path);
  words.set(candidate, known);
  return known;
}

/** Best matches first; with `all`, the files that share nothing follow, above-threshold ones first, then as listed. */
export function rankCandidates(
  candidates: readonly Candidate[],
  query: string,
  ranker: Ranker,
  options: { readonly topK: number; readonly all: boolean },
): readonly Candidate[] {
  const documents = candidates.map((candidate, index) => ({ id: String(index), text: wordsOf(candidate) }));
  const hits = ranker.rank(query, documents, options.topK);
  const ranked = hits.flatMap((hit) => candidates[Number(hit.id)] ?? []);
  if (!options.all || ranked.length >= options.topK) return ranked;
  const seen = new Set(ranked);
  const rest = candidates.filter((candidate) => !seen.has(candidate));
  const above = rest.filter((candidate) => candidate.aboveThreshold);
  const below = rest.filter((candidate) => !candidate.aboveThreshold);
  return [...ranked, ...above, ...below].slice(0, options.topK);
}
