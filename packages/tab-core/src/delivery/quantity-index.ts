import { inUnit, type Quantity } from "@runningtab/terms";

/** Finds, among many quantities, the few that one can equal. */
export interface QuantityIndex<Item> {
  /**
   * All items whose value lies within rounding of one of the quantity's readings times one of the factors, in the item's
   * unit or converted to it, with either sign; and perhaps others. Factors are positive.
   */
  near(quantity: Quantity, factors: readonly number[]): readonly Item[];
}

interface Group<Item> {
  readonly unit: string | undefined;
  readonly precision: number;
  /** By absolute value. */
  readonly entries: { readonly value: number; readonly item: Item }[];
}

/** Part of a value that reading, scaling and converting it may change. */
const tolerance = 1e-8;

/** Sorted once, so that a hundred claims over a long text do not compare every number with every other. */
export function createQuantityIndex<Item extends { readonly quantity: Quantity }>(
  items: readonly Item[],
): QuantityIndex<Item> {
  const groups = new Map<string, Group<Item>>();
  for (const item of items) {
    const { value, alternatives = [], unit, precision = 0 } = item.quantity;
    const key = `${precision} ${unit}`;
    const group = groups.get(key) ?? { unit, precision, entries: [] };
    groups.set(key, group);
    for (const reading of [value, ...alternatives]) group.entries.push({ value: Math.abs(reading), item });
  }
  for (const { entries } of groups.values()) entries.sort((one, other) => one.value - other.value);
  return {
    near(quantity, factors) {
      const found = new Set<Item>();
      for (const group of groups.values()) {
        const converted = group.unit === undefined ? undefined : inUnit(quantity, group.unit);
        for (const one of converted === undefined ? [quantity] : [quantity, converted]) {
          for (const reading of [one.value, ...(one.alternatives ?? [])]) {
            for (const factor of factors) {
              const value = Math.abs(reading) * factor;
              const step = Math.max((one.precision ?? 0) * factor, group.precision * Math.max(1, factor));
              collect(group.entries, value, step / 2 + value * tolerance, found);
            }
          }
        }
      }
      return [...found];
    },
  };
}

function collect<Item>(entries: Group<Item>["entries"], value: number, reach: number, found: Set<Item>): void {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle]!.value < value - reach) low = middle + 1;
    else high = middle;
  }
  for (let at = low; at < entries.length && entries[at]!.value <= value + reach; at++) found.add(entries[at]!.item);
}
