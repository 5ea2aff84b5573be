import type { Pair } from "./align-sequences.ts";

/** Pairs of the keys that occur once on each side, ascending before; an empty key is never a pair. */
export function uniquePairs(before: readonly string[], after: readonly string[]): readonly Pair[] {
  const [inBefore, inAfter] = [singlePositions(before), singlePositions(after)];
  return [...inBefore].flatMap(([key, position]): readonly Pair[] => {
    const other = inAfter.get(key);
    return other === undefined ? [] : [[position, other]];
  });
}

/** Where each key stands that occurs once; empty keys stand nowhere. */
function singlePositions(keys: readonly string[]): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  const repeated = new Set<string>([""]);
  for (const [position, key] of keys.entries()) {
    if (positions.has(key)) repeated.add(key);
    else positions.set(key, position);
  }
  for (const key of repeated) positions.delete(key);
  return positions;
}
