import { pathAnalyzer } from "@runningtab/terms/path";

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
