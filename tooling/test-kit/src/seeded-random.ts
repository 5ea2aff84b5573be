/** A reproducible source of choices: equal seeds give equal sequences on every machine. */
export interface SeededRandom {
  /** A number in [0, 1). */
  next(): number;
  /** A whole number in [min, max], both included. */
  integer(min: number, max: number): number;
  /** One of `items`, which must not be empty. */
  pick<T>(items: readonly T[]): T;
  /** `items` in a new order; the argument stays as it was. */
  shuffle<T>(items: readonly T[]): T[];
}

/** The mulberry32 generator: 32 bits of state are enough for test inputs and nothing else. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    integer,
    pick: (items) => {
      if (items.length === 0) throw new Error("pick needs at least one item.");
      return items[integer(0, items.length - 1)]!;
    },
    shuffle: (items) => {
      const result = [...items];
      for (let last = result.length - 1; last > 0; last--) {
        const other = integer(0, last);
        [result[last], result[other]] = [result[other]!, result[last]!];
      }
      return result;
    },
  };
}
