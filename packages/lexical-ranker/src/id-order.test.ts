import * as fc from "fast-check";
import { expect, it } from "vitest";
import { createIdOrder } from "./id-order.ts";

it("gives the ids that begin with a prefix after any comings and goings, few and many at once", () => {
  const id = fc
    .array(fc.constantFrom("a", "b", "/", "报", "\u{1f600}", "\ufeff"), { maxLength: 4 })
    .map((parts) => parts.join(""));
  const batch = fc.record({ come: fc.array(id, { maxLength: 6 }), go: fc.array(id, { maxLength: 6 }), prefix: id });
  fc.assert(
    fc.property(fc.boolean(), fc.array(batch, { maxLength: 8 }), (isLarge, batches) => {
      const there = new Set(isLarge ? Array.from({ length: 8_000 }, (_, number) => `b${number}`) : []);
      const order = createIdOrder(there);
      for (const { come, go, prefix } of batches) {
        for (const each of come) there.add(each);
        for (const each of go) there.delete(each);
        for (const each of [...come, ...go]) order.changed(each);
        const expected = [...there].filter((each) => each.startsWith(prefix)).toSorted();
        expect(order.beginningWith(prefix, expected.length)).toEqual(expected);
        if (expected.length > 0) expect(order.beginningWith(prefix, expected.length - 1)).toBeUndefined();
      }
    }),
    { numRuns: 60 },
  );
});
