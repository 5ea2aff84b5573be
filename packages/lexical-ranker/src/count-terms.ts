/** How often each term occurs, in the order of first occurrence. */
export function countTerms(terms: readonly string[]): ReadonlyMap<string, number> {
  const frequencies = new Map<string, number>();
  for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  return frequencies;
}
