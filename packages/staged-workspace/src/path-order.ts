/**
 * Orders texts by code points, as their UTF-8 bytes would be ordered. JavaScript's own `<` compares UTF-16 units, which
 * puts U+1F600 (written with surrogates from U+D800) before U+FF01.
 */
export function compareByCodePoint(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index++) {
    const a = one.charCodeAt(index);
    const b = other.charCodeAt(index);
    if (a !== b) return weight(a) - weight(b);
  }
  return one.length - other.length;
}

/** Lifts surrogates above all other units and keeps every other order. */
function weight(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit <= 0xdfff ? unit + 0x2000 : unit - 0x800;
}
