import { lazily } from "./lazily.ts";
import type { Quantity } from "./quantity.ts";

/**
 * Units of one kind, with what one of each is worth in a unit of that kind. All are exact by definition: inches and pounds
 * too. Months are no days, and a barrel is not always the same, so they are not with those.
 */
const kinds: readonly Readonly<Record<string, number>>[] = [
  { millisecond: 0.001, second: 1, minute: 60, hour: 3_600, day: 86_400, week: 604_800 },
  { month: 1, quarter: 3, year: 12 },
  { mm: 0.001, cm: 0.01, m: 1, km: 1_000, inch: 0.0254, foot: 0.3048, mile: 1_609.344 },
  { "m²": 1, hectare: 1e4, "km²": 1e6, "sq ft": 0.09290304, acre: 4_046.8564224 },
  { millilitre: 0.001, litre: 1, "m³": 1_000 },
  { mg: 1e-6, g: 0.001, kg: 1, tonne: 1_000, ounce: 0.028349523125, lb: 0.45359237, pound: 0.45359237 },
  { "m/s": 3.6, "km/h": 1, mph: 1.609344 },
  { w: 1, kw: 1e3, mw: 1e6, gw: 1e9 },
  { kwh: 1, mwh: 1e3, gwh: 1e6, twh: 1e9 },
  { hz: 1, khz: 1e3, mhz: 1e6, ghz: 1e9 },
  { byte: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 },
  { "%": 1, "‰": 0.1 },
  { "percentage point": 1, "basis point": 0.01 },
  { "°c": 1, "°f": 5 / 9 },
];

const kindOf = lazily(() => new Map(kinds.flatMap((kind) => Object.keys(kind).map((unit) => [unit, kind] as const))));

/** Where a unit's zero lies, in steps of its own. */
const zero: Readonly<Record<string, number>> = { "°f": 32 };

/** The quantity in another unit of the same kind (90 minutes as 1.5 hours); `undefined` where the kinds differ or have no units. */
export function inUnit(quantity: Quantity, unit: string): Quantity | undefined {
  if (quantity.unit === undefined) return undefined;
  if (quantity.unit === unit) return quantity;
  const kind = kindOf().get(quantity.unit);
  const [from, to] = [kind?.[quantity.unit], kind?.[unit]];
  if (from === undefined || to === undefined) return undefined;
  const [fromZero, toZero] = [zero[quantity.unit] ?? 0, zero[unit] ?? 0];
  // Without the dust of binary fractions.
  const convert = (value: number): number => Number((((value - fromZero) * from) / to + toZero).toPrecision(12));
  return {
    ...quantity,
    unit,
    value: convert(quantity.value),
    ...(quantity.precision !== undefined && { precision: (quantity.precision * from) / to }),
    ...(quantity.alternatives !== undefined && { alternatives: quantity.alternatives.map(convert) }),
  };
}
