/**
 * Order by code points, which is also the order of UTF-8 bytes. JavaScript's own order is that of UTF-16 units and puts
 * U+10000 and above before U+E000–U+FFFF. Ties of scores and sums over terms use this order, so that every engine, in
 * whatever language, comes to the same result.
 */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return surrogatesLast(left) - surrogatesLast(right);
  }
  return a.length - b.length;
}

/** Moves surrogates (D800–DFFF), which stand for code points above the basic plane, past the rest of that plane. */
function surrogatesLast(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** The distinct terms of a query in the order that scores are summed in. */
export function canonicalTerms(terms: readonly string[]): readonly string[] {
  return [...new Set(terms)].toSorted(compareCodePoints);
}

/** Sorts hits as every search returns them: best first, equal scores by id. */
export function compareHits(a: Scored, b: Scored): number {
  return b.score - a.score || compareCodePoints(a.id, b.id);
}

interface Scored {
  readonly id: string;
  readonly score: number;
}
