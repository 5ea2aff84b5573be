/** Hashes kept of one collection. The error of a likeness is about one over its root: 0.09. */
const SKETCH_SIZE = 128;

/**
 * The smallest hashes of a set, ascending ("bottom-k"): of any size of set, a fixed size of sketch, from which the share
 * of common members can be read (Broder, "On the resemblance and containment of documents", 1997). Takes evenly spread
 * hashes, with repeats, and sorts them in place.
 */
export function createSketch(hashes: Uint32Array): Uint32Array {
  hashes.sort();
  const sketch: number[] = [];
  for (let index = 0; index < hashes.length && sketch.length < SKETCH_SIZE; index++) {
    if (index === 0 || hashes[index] !== hashes[index - 1]) sketch.push(hashes[index]!);
  }
  return Uint32Array.from(sketch);
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
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hashInteger(hash);
}

/** Spreads the bits of an integer of 32 bits; no two integers meet. */
export function hashInteger(value: number): number {
  const mixed = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d);
  const again = Math.imul(mixed ^ (mixed >>> 13), 0x297a2d39);
  return (again ^ (again >>> 16)) >>> 0;
}
