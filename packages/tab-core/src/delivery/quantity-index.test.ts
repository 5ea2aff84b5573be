import { quantities, sameQuantity } from "@runningtab/terms";
import { seededRandom } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";
import { createQuantityIndex } from "./quantity-index.ts";

const units = [
  "",
  " %",
  " km",
  " m",
  " h",
  " min",
  " EUR",
  "k EUR",
  " million",
  "万元",
  " months",
  " years",
  " people",
];

describe("the index of quantities", () => {
  it("leaves none out that are the same quantity", () => {
    const random = seededRandom(5);
    const number = (): string => {
      const whole = random.integer(0, random.pick([9, 99, 2_500]));
      return `${whole}${random.next() < 0.4 ? `.${random.integer(0, 999)}` : ""}${random.pick(units)}`;
    };
    const items = quantities(Array.from({ length: 2_000 }, number).join("\n")).map((quantity) => ({ quantity }));
    const index = createQuantityIndex(items);
    let same = 0;
    for (const { quantity } of items.slice(0, 300)) {
      const expected = items.filter((one) => sameQuantity(quantity, one.quantity));
      const near = new Set(index.near(quantity, [1, 100, 0.01]));
      expect(expected.filter((one) => !near.has(one))).toEqual([]);
      same += expected.length;
    }
    expect(same).toBeGreaterThan(300);
  });

  it("gives few of many", () => {
    const items = quantities(Array.from({ length: 5_000 }, (_, index) => `${index * 10} EUR`).join("\n"));
    const index = createQuantityIndex(items.map((quantity) => ({ quantity })));
    const [wanted] = quantities("40,000 EUR");
    expect(index.near(wanted!, [1]).length).toBeLessThan(5);
  });
});
