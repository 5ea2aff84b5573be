/** Hashes kept of one collection. The error of a likeness is about one over its root: 0.09. */
const SKETCH_SIZE = 128;

/**
 * The smallest hashes of a set of texts, ascending ("bottom-k"): of any size of set, a fixed size of sketch, from which
 * the share of common members can be read (Broder, "On the resemblance and containment of documents", 1997).
 */
export function createSketch(texts: Iterable<string>): Uint32Array {
  const hashes = new Set<number>();
  for (const text of texts) hashes.add(hashText(text));
  return Uint32Array.from(hashes).sort().slice(0, SKETCH_SIZE);
}

/** The share of members that two sets have in common (Jaccard), from 0 to 1; 0 when both are empty. */
export function sketchSimilarity(one: Uint32Array, other: Uint32Array): number {
  let [first, second, common, seen] = [0, 0, 0, 0];
  while (seen < SKETCH_SIZE && (first < one.length || second < other.length)) {
    const [left, right] = [one[first] ?? Infinity, other[second] ?? Infinity];
    seen++;
    if (left === right) common++;
    if (left <= right) first++;
    if (right <= left) second++;
  }
  return seen === 0 ? 0 : common / seen;
}

/** FNV-1a, mixed once more at the end so that its low bits are even. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
