/** The first place of a list from which on the condition holds, by halving; the length when it holds nowhere. */
export function firstIndex<T>(ordered: readonly T[], holds: (item: T) => boolean): number {
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(ordered[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}
