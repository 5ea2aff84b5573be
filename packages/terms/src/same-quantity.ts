import type { Quantity } from "./quantity.ts";
import { inUnit } from "./unit-conversion.ts";
import { isMeasuredUnit } from "./units.ts";

/** Relative error that reading and scaling decimal numbers may leave. */
const floatTolerance = 1e-9;
/** Part of a converted value that may be lost in rounding. `2 years` are 24 months and not 25, `12.4 km` are 12,437 m. */
const mostLostInConversion = 0.02;
/** Units that a writing leaves open. */
const openUnits: Readonly<Record<string, readonly string[]>> = { kr: ["SEK", "NOK", "DKK"], pound: ["GBP"] };

/**
 * Whether two writings can mean one quantity.
 *
 * - Units must agree where both have one. Counted nouns do not tell quantities apart (`128 employees`, `128 staff`,
 *   `128 full-time employees`), only currencies, percent and units of measure do.
 * - Units of one kind are converted: `90 min` and `1.5 h`, `1,500 m` and `1.5 km`, `24 months` and `2 years`. Rounding
 *   counts there only where the coarser step is at most a fiftieth of the value.
 * - A percentage also equals the bare fraction: `25%` and `0.25`.
 * - Values are equal when the finer one rounds to the coarser one at the coarser one's `precision`, half a step either
 *   way: `5.5万` and `54,871`, `12%` and `12.4%`. Zero equals only zero, and signs must agree.
 * - Of a writing with `alternatives`, any reading may be the equal one, but those must be equal without rounding:
 *   `1,250` and `1.250` can be one number, `2,602` and `3` cannot.
 */
export function sameQuantity(a: Quantity, b: Quantity): boolean {
  const converted = a.unit === undefined || a.unit === b.unit ? undefined : inUnit(b, a.unit);
  if (converted !== undefined) return sameConverted(a, converted);
  if (!unitsAgree(a, b)) return false;
  return percentDivisors(a, b).some(([divisorA, divisorB]) => {
    const step = Math.max((a.precision ?? 0) / divisorA, (b.precision ?? 0) / divisorB);
    if (sameValue(a.value / divisorA, b.value / divisorB, step)) return true;
    return readings(a).some((left) => readings(b).some((right) => sameValue(left / divisorA, right / divisorB, 0)));
  });
}

function sameConverted(a: Quantity, b: Quantity): boolean {
  const step = Math.max(a.precision ?? 0, b.precision ?? 0);
  const isFine = step <= Math.max(Math.abs(a.value), Math.abs(b.value)) * mostLostInConversion;
  return (
    sameValue(a.value, b.value, isFine ? step : 0) ||
    readings(a).some((left) => readings(b).some((right) => sameValue(left, right, 0)))
  );
}

function readings(quantity: Quantity): readonly number[] {
  return [quantity.value, ...(quantity.alternatives ?? [])];
}

function percentDivisors(a: Quantity, b: Quantity): readonly (readonly [number, number])[] {
  if (a.unit === "%" && b.unit === undefined)
    return [
      [1, 1],
      [100, 1],
    ];
  if (b.unit === "%" && a.unit === undefined)
    return [
      [1, 1],
      [1, 100],
    ];
  return [[1, 1]];
}

function unitsAgree(a: Quantity, b: Quantity): boolean {
  if (a.unit === undefined || b.unit === undefined || a.unit === b.unit) return true;
  if (openUnits[a.unit]?.includes(b.unit) === true || openUnits[b.unit]?.includes(a.unit) === true) return true;
  return !isMeasuredUnit(a.unit) && !isMeasuredUnit(b.unit);
}

function sameValue(left: number, right: number, step: number): boolean {
  const tolerance = Math.max(Math.abs(left), Math.abs(right)) * floatTolerance;
  const difference = Math.abs(left - right);
  if (difference <= tolerance) return true;
  return Math.sign(left) === Math.sign(right) && difference <= step / 2 + tolerance;
}
