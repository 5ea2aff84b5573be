import { standardAnalyzer } from "@runningtab/terms";

/**
 * How alike two texts are, from 0 to 1: the share of terms in common, counted with repeats (Dice). Texts without terms,
 * such as a row of dashes, are alike only when equal.
 */
export function termSimilarity(before: readonly string[], after: readonly string[]): number {
  if (before.length + after.length === 0) return 0;
  const counts = new Map<string, number>();
  for (const term of before) counts.set(term, (counts.get(term) ?? 0) + 1);
  let common = 0;
  for (const term of after) {
    const left = counts.get(term) ?? 0;
    if (left === 0) continue;
    counts.set(term, left - 1);
    common++;
  }
  return (2 * common) / (before.length + after.length);
}

export function termsOf(text: string): readonly string[] {
  return standardAnalyzer.terms(text);
}

/** How alike two short texts are by their pairs of neighbouring characters (Dice): `celcius` and `celsius` are. */
export function characterSimilarity(before: string, after: string): number {
  return termSimilarity(characterPairs(before), characterPairs(after));
}

/** Longer texts are compared by their beginnings: this only decides which rows belong together. */
const MAX_CHARACTERS = 200;

function characterPairs(text: string): readonly string[] {
  const lower = text.slice(0, MAX_CHARACTERS).toLowerCase();
  return Array.from({ length: Math.max(0, lower.length - 1) }, (_, index) => lower.slice(index, index + 2));
}
