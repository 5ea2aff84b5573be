import { inUnit, type Quantity } from "@runningtab/terms";

const joint = /^(?:[ \u00a0]?(?:and|und|et|y|,)?[ \u00a0]?)$/;

/** Quantities in parts as one: `1 h 30 min` is 90 minutes, `2 years and 6 months` 30 months. */
export function joinParts(quantities: readonly Quantity[], text: string): readonly Quantity[] {
  const joined: Quantity[] = [];
  for (const quantity of quantities) {
    const before = joined.at(-1);
    const whole = before === undefined ? undefined : sumOf(before, quantity, text);
    if (whole === undefined) joined.push(quantity);
    else joined[joined.length - 1] = whole;
  }
  return joined;
}

function sumOf(above: Quantity, below: Quantity, text: string): Quantity | undefined {
  if (below.unit === undefined || below.unit === above.unit || below.value < 0 || above.value < 0) return undefined;
  const gap = below.start - above.end;
  if (gap < 0 || gap > 5 || !joint.test(text.slice(above.end, below.start))) return undefined;
  const inParts = inUnit(above, below.unit);
  const one = above.unit === undefined ? undefined : inUnit({ ...above, value: 1 }, below.unit);
  if (inParts === undefined || one === undefined || one.value <= below.value) return undefined;
  // Degrees have no parts.
  if (below.unit.startsWith("°")) return undefined;
  const { alternatives: _, ...rest } = below;
  return { ...rest, value: inParts.value + below.value, start: above.start };
}
