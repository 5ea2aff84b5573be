/** How often a phrase's terms stand in a row, in this order; occurrences may overlap. */
export function countPhrase(terms: readonly string[], phrase: readonly string[]): number {
  let count = 0;
  for (let start = 0; start + phrase.length <= terms.length; start++) {
    if (phrase.every((term, offset) => terms[start + offset] === term)) count++;
  }
  return count;
}

/**
 * How near to each other the wanted terms stand at their best place: 1 when all stand in a row in any order, 0 when no two
 * of them are inside of `window` terms. A place with m of n distinct terms over s terms counts (m − 1)² / ((n − 1)(s − 1)).
 *
 * One of the measures by the span of a minimal window; Tao and Zhai, "An Exploration of Proximity Measures in Information
 * Retrieval", 2007, compare them. Takes a time that grows with the text's length, times the window at most.
 */
export function nearness(terms: readonly string[], wanted: ReadonlySet<string>, window: number): number {
  if (wanted.size < 2) return 0;
  const places = [...terms.keys()].filter((index) => wanted.has(terms[index]!));
  let best = 0;
  for (const [first, start] of places.entries()) {
    const met = new Set<string>();
    for (let next = first; next < places.length; next++) {
      const span = places[next]! - start + 1;
      if (span > window) break;
      const before = met.size;
      met.add(terms[places[next]!]!);
      if (met.size === before || met.size < 2) continue;
      best = Math.max(best, (met.size - 1) ** 2 / ((wanted.size - 1) * (span - 1)));
    }
  }
  return best;
}
