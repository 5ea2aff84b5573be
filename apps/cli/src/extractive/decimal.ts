/** An exact decimal number: `units` divided by ten to the power of `scale`. */
export interface Decimal {
  readonly units: bigint;
  /** Digits behind the point, from 0. */
  readonly scale: number;
}

/** The decimal that a number was written as: up to 15 digits, without the dust of binary fractions. */
export function decimalOf(value: number): Decimal {
  const [mantissa = "0", exponent = "0"] = value.toExponential(14).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  const digits = BigInt(whole + fraction);
  const scale = fraction.length - Number(exponent);
  return trimmed(scale >= 0 ? { units: digits, scale } : { units: digits * 10n ** BigInt(-scale), scale: 0 });
}

export function add(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  return { units: unitsAt(one, scale) + unitsAt(other, scale), scale };
}

export function subtract(one: Decimal, other: Decimal): Decimal {
  return add(one, { ...other, units: -other.units });
}

export function multiply(one: Decimal, other: Decimal): Decimal {
  return { units: one.units * other.units, scale: one.scale + other.scale };
}

/** The quotient, rounded half away from zero to `digits` behind the point. The divisor must not be zero. */
export function divide(
  one: Decimal,
  other: Decimal,
  digits: number,
): { readonly value: Decimal; readonly isExact: boolean } {
  const numerator = one.units * 10n ** BigInt(digits + other.scale);
  const denominator = other.units * 10n ** BigInt(one.scale);
  const isExact = numerator % denominator === 0n;
  const twice = (2n * abs(numerator)) / abs(denominator);
  const rounded = (twice + 1n) / 2n;
  const isNegative = numerator < 0n !== denominator < 0n;
  return { value: { units: isNegative ? -rounded : rounded, scale: digits }, isExact };
}

/** Negative, zero or positive as `one` is less than, equal to or more than `other`. */
export function compare(one: Decimal, other: Decimal): number {
  const { units } = subtract(one, other);
  return units < 0n ? -1 : Number(units > 0n);
}

/** `-1,234.50` with the digits behind the point that it has, groups of three parted by commas. */
export function writeDecimal({ units, scale }: Decimal): string {
  const digits = abs(units)
    .toString()
    .padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale).replaceAll(/\B(?=(\d{3})+$)/g, ",");
  const fraction = digits.slice(digits.length - scale);
  return `${units < 0n ? "-" : ""}${whole}${fraction === "" ? "" : `.${fraction}`}`;
}

/** The same number without zeros at its end behind the point. */
export function trimmed({ units, scale }: Decimal): Decimal {
  let [left, digits] = [units, scale];
  while (digits > 0 && left % 10n === 0n) [left, digits] = [left / 10n, digits - 1];
  return { units: left, scale: digits };
}

function unitsAt({ units, scale }: Decimal, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - scale);
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
