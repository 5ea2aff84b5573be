/** Where each key stands that occurs once; empty keys stand nowhere. */
export function uniqueIn(keys: readonly string[]): ReadonlyMap<string, number> {
  const positions = new Map<string, number>();
  const repeated = new Set<string>([""]);
  for (const [position, key] of keys.entries()) {
    if (positions.has(key)) repeated.add(key);
    else positions.set(key, position);
  }
  for (const key of repeated) positions.delete(key);
  return positions;
}
