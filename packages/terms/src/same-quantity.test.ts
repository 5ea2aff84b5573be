import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { quantities, sameQuantity, type Quantity } from "./index.ts";

function only(text: string): Quantity {
  const found = quantities(text);
  expect(found, text).toHaveLength(1);
  return found[0]!;
}

describe("sameQuantity", () => {
  it.each([
    ["1,250", "1250"],
    ["1.250,50 €", "€1,250.50"],
    ["1.250 €", "€1,250"],
    ["1.250", "1.25"],
    ["¥55000", "5.5万元"],
    ["5.5万", "54,871"],
    ["$1.2bn", "$1,234,567,890"],
    ["$5m", "USD 5,000,000"],
    ["5m", "5 m"],
    ["25%", "25 per cent"],
    ["25%", "0.25"],
    ["25%", "25"],
    ["百分之25", "２５％"],
    ["12%", "12.4%"],
    ["3.14", "3.1416"],
    ["(1,234)", "-1234"],
    ["−5", "-5.0"],
    ["128 employees", "128"],
    ["128 employees", "128 staff"],
    ["128人", "128 people"],
    ["30 days", "30天"],
    ["3 months", "3个月"],
    ["0", "0.0"],
    ["1亿2千万", "120 million"],
    ["12,34,567", "1,234,567"],
    ["90 min", "1.5 h"],
    ["24 months", "2 years"],
    ["24个月", "2 Jahre"],
    ["14 days", "2 weeks"],
    ["1,500 m", "1.5 km"],
    ["12.4 km", "12,437 m"],
    ["1.2 t", "1200 kg"],
    ["0.33 l", "330 ml"],
    ["2.5 ha", "25,000 m²"],
    ["2,400 kW", "2.4 MW"],
    ["25 bps", "0.25 percentage points"],
    ["20 °C", "68 °F"],
    ["26.2 miles", "42.2 km"],
    ["180 lb", "81.6 kg"],
    ["5 ‰", "0.5 %"],
    ["kr 500", "500 NOK"],
    ["£1.5m", "1,500,000 pounds"],
    ["180 pounds", "180 lb"],
  ])("takes %j and %j for one quantity", (a, b) => {
    expect(sameQuantity(only(a), only(b))).toBe(true);
    expect(sameQuantity(only(b), only(a))).toBe(true);
  });

  it.each([
    ["1,250", "1251"],
    ["2,602", "2,603"],
    ["2,602", "3"],
    ["1.250", "1,251"],
    ["5m", "6"],
    ["$5", "€5"],
    ["25%", "25 days"],
    ["25%", "0.26"],
    ["30 days", "30 months"],
    ["30 days", "30 employees"],
    ["5", "-5"],
    ["0", "0.4"],
    ["12%", "12.6%"],
    ["5.5万", "54,000"],
    ["2024", "2025"],
    ["90 min", "2 h"],
    ["2 years", "25 months"],
    ["13 weeks", "90 days"],
    ["3 months", "90 days"],
    ["1,500 m", "15 km"],
    ["12.4 km", "12,900 m"],
    ["5 miles", "8.5 km"],
    ["20 °C", "20 °F"],
    ["5 kg", "5 km"],
    ["kr 500", "500 EUR"],
    ["3.14", "3.15"],
    ["25% ", "2,500%"],
  ])("tells %j from %j", (a, b) => {
    expect(sameQuantity(only(a), only(b))).toBe(false);
    expect(sameQuantity(only(b), only(a))).toBe(false);
  });

  it("takes a quantity without precision as exact", () => {
    expect(sameQuantity({ value: 12, start: 0, end: 2 }, { value: 12.4, start: 0, end: 4 })).toBe(false);
    expect(sameQuantity({ value: 0.1 + 0.2, start: 0, end: 0 }, { value: 0.3, start: 0, end: 0 })).toBe(true);
  });

  it("finds every number again that was rounded to what is shown", () => {
    fc.assert(
      fc.property(fc.double({ min: 1, max: 1e9, noNaN: true }), fc.nat(4), (value, decimals) => {
        const exact = { value, start: 0, end: 0 };
        expect(sameQuantity(only(value.toFixed(decimals)), exact)).toBe(true);
      }),
    );
  });

  it("is symmetric, and every quantity is the same as itself", () => {
    const quantity: fc.Arbitrary<Quantity> = fc.record(
      {
        value: fc.oneof(fc.integer({ min: -20, max: 20 }), fc.double({ noNaN: true, noDefaultInfinity: true })),
        unit: fc.constantFrom("%", "USD", "day", "employees"),
        precision: fc.constantFrom(0.01, 0.1, 1, 1000),
        alternatives: fc.array(fc.integer({ min: -20, max: 20 }), { maxLength: 2 }),
        start: fc.constant(0),
        end: fc.constant(1),
      },
      { requiredKeys: ["value", "start", "end"] },
    );
    fc.assert(
      fc.property(quantity, quantity, (a, b) => {
        expect(sameQuantity(a, a)).toBe(true);
        expect(sameQuantity(a, b)).toBe(sameQuantity(b, a));
      }),
    );
  });
});
