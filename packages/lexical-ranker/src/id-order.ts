/** Ids in order, so that those with a common beginning stand together and are found without looking at the others. */
export interface IdOrder {
  /** An id that is there already changes nothing. */
  add(id: string): void;
  /** All ids that begin so, in order, with some among them that are gone; `undefined` when they are more than `most`. */
  beginningWith(prefix: string, most: number): readonly string[] | undefined;
}

/**
 * `isThere` tells which ids to keep when the order is renewed: at the first question after an `add`, which costs about a
 * millisecond for every ten thousand ids.
 */
export function createIdOrder(isThere: (id: string) => boolean): IdOrder {
  let ordered: readonly string[] = [];
  let added = new Set<string>();

  const renew = (): void => {
    const kept = ordered.filter((id) => isThere(id) && !added.has(id));
    // Two ordered runs, which sorting merges in a time that grows with their length.
    ordered = [...kept, ...[...added].filter(isThere).toSorted()].toSorted();
    added = new Set();
  };

  return {
    add: (id) => void added.add(id),
    beginningWith(prefix, most) {
      if (added.size > 0) renew();
      const from = firstIndex(ordered, (id) => id >= prefix);
      const to = firstIndex(ordered, (id) => id >= prefix && !id.startsWith(prefix));
      return to - from > most ? undefined : ordered.slice(from, to);
    },
  };
}

/** The first place from which on the condition holds, by halving; the length when nowhere. */
function firstIndex(ordered: readonly string[], holds: (id: string) => boolean): number {
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(ordered[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}
