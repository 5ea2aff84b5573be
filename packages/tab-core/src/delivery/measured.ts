import { type Quantity, sameQuantity } from "@runningtab/terms";

/** A unit of measure tells quantities apart, a counted noun does not; whatever differs from a made-up noun is measured. */
export function isMeasured({ unit }: Pick<Quantity, "unit">): boolean {
  return (
    unit !== undefined &&
    !sameQuantity({ value: 1, unit, start: 0, end: 0 }, { value: 1, unit: "noun", start: 0, end: 0 })
  );
}
