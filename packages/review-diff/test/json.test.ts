import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apply, diff, type FileDiff, ReviewDiffError } from "@runningtab/review-diff";
import { textSide } from "./sides.ts";

function side(value: unknown) {
  return textSide(`${JSON.stringify(value, undefined, 2)}\n`, "data.json");
}

function applied(before: unknown, result: FileDiff): unknown {
  return JSON.parse(new TextDecoder().decode(apply(side(before).bytes, result)));
}

function shape({ changes }: FileDiff): readonly string[] {
  return changes.map(({ kind, address, before, after }) =>
    [`${kind} ${address}`, before, after].filter((text) => text !== undefined).join(" | "),
  );
}

const value = fc.jsonValue({ maxDepth: 4 }).map((any): unknown => JSON.parse(JSON.stringify(any)));

describe("json format", () => {
  it("gives changes from which the after value can be made", async () => {
    await fc.assert(
      fc.asyncProperty(value, value, async (before, after) => {
        const result = await diff(side(before), side(after));
        expect(result.format).toBe("json");
        expect(applied(before, result)).toEqual(after);
        expect(applied(after, await diff(side(after), side(before)))).toEqual(before);
      }),
    );
  });

  it("gives them for lists of records too, of which some came, went and changed", async () => {
    const record = fc.record({ id: fc.nat(5), name: fc.constantFrom("a", "b"), tags: fc.array(fc.nat(3)) });
    const records = fc.array(record, { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(records, records, async (before, after) => {
        expect(applied({ records: before }, await diff(side({ records: before }), side({ records: after })))).toEqual({
          records: after,
        });
      }),
    );
  });

  it("names the path of what changed, and takes an inserted element for one", async () => {
    const item = (id: number, price: number) => ({ id, name: `item ${id}`, price });
    const result = await diff(
      side({ "a/b": 1, items: [item(1, 5), item(2, 6), item(3, 7)], gone: true }),
      side({ items: [item(1, 5), item(9, 1), item(2, 60), item(3, 7)], "a/b": 2 }),
    );
    expect(shape(result)).toEqual([
      "removed path=/gone | true",
      `added path=/items/1 | ${JSON.stringify(item(9, 1), undefined, 2)}`,
      "changed path=/items/2/price | 6 | 60",
      "changed path=/a~1b | 1 | 2",
    ]);
  });

  it("sees neither white space nor the order of keys, but every digit of a long number", async () => {
    const texts = (before: string, after: string) => diff(textSide(before, "data.json"), textSide(after, "data.json"));
    expect((await texts('{"a":1,"b":[1.0]}', '{ "b": [1], "a": 1 }\n')).equal).toBe(true);
    expect(shape(await texts('{"id":12345678901234567890}', '{"id":12345678901234567891}'))).toEqual([
      "changed path=/id | 12345678901234567890 | 12345678901234567891",
    ]);
    expect(shape(await texts('{"v":"5"}', '{"v":5}'))).toEqual(['changed path=/v | "5" | 5']);
  });

  it("leaves text that is no JSON, or is nested too deep, to the text format", async () => {
    const deep = `${"[".repeat(5_000)}${"]".repeat(5_000)}`;
    for (const text of ["{", deep, ""]) {
      expect((await diff(side(1), textSide(text, "data.json"))).format).toBe("text");
    }
  });

  it("keeps a key called __proto__ a key, and refuses a value that the diff was not made from", async () => {
    const after = JSON.parse('{"__proto__": {"polluted": true}, "x": 1}') as unknown;
    const result = await diff(side({ x: 1 }), side(after));
    expect(JSON.stringify(applied({ x: 1 }, result))).toContain('"__proto__":{"polluted":true}');
    expect("polluted" in {}).toBe(false);
    const inner = await diff(side({ a: { b: 1 } }), side({ a: { b: 2 } }));
    expect(() => applied({ a: 1 }, inner)).toThrow(ReviewDiffError);
  });
});
