import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apply, diff, type FileDiff, ReviewDiffError } from "@runningtab/review-diff";
import { createTextFormat } from "@runningtab/review-diff/formats/text";
import { textSide } from "./sides.ts";

async function between(before: string, after: string, path: string): Promise<FileDiff> {
  const formats = path.endsWith(".txt") ? [createTextFormat()] : [];
  return diff(textSide(before, path), textSide(after, path), { formats });
}

function applied(before: string, result: FileDiff, accept?: readonly string[]): string {
  const bytes = apply(new TextEncoder().encode(before), result, accept === undefined ? {} : { accept });
  return new TextDecoder().decode(bytes);
}

/** As a program would write it, every line as long as the longest. */
function csv(rows: readonly (readonly string[])[]): string {
  const field = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return rows.map((row) => `${row.map(field).join(",")}\n`).join("");
}

const field = fc.constantFrom<string>("a", "b", "north", "12", "1,250", 'say "so"', "two\nlines", "x y", "0010", "7");
const table = (width: number) =>
  fc.array(fc.array(field, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 9 });
const tables = fc
  .tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }))
  .chain(([one, other]) => fc.tuple(table(one), table(other)));
/** What stays the same however a table was made into another: rows dropped, doubled, put elsewhere, cells edited. */
const edited = tables.chain(([rows]) =>
  fc.tuple(
    fc.constant(rows),
    fc
      .array(fc.tuple(fc.constantFrom("insert", "delete", "move", "edit", "blank"), fc.nat(), fc.nat(), field), {
        maxLength: 5,
      })
      .map((edits) => {
        const after = rows.map((row) => [...row]);
        for (const [kind, at, to, text] of edits) {
          const row = at % Math.max(1, after.length);
          if (kind === "insert") after.splice(row, 0, [...(rows[0] ?? [])].fill(text));
          else if (kind === "delete" && after.length > 1) after.splice(row, 1);
          else if (kind === "move") after.splice(to % after.length, 0, ...after.splice(row, 1));
          else if (kind === "edit") after[row]![to % after[row]!.length] = text;
          else if (kind === "blank") after.splice(row, 0, [...(rows[0] ?? [])].fill(""));
        }
        return after;
      }),
  ),
);

/** Lines of nothing but blank cells at the end hold nothing, and no change tells of them. */
function withoutBlankEnd(text: string): string {
  return text.replace(/(?:^|\n)[,\n]*$/, "\n");
}

describe("apply", () => {
  it("makes the after version of a table, whatever became of it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(tables, edited), async ([before, after]) => {
        const [was, is] = [csv(before), csv(after)];
        const made = applied(was, await between(was, is, "a.csv"));
        expect(withoutBlankEnd((await between(made, is, "a.csv")).summary)).toBe("no changes");
      }),
      { numRuns: 300 },
    );
  });

  it("makes the very bytes of a table whose columns stayed", async () => {
    await fc.assert(
      fc.asyncProperty(edited, async ([before, after]) => {
        fc.pre(before[0]!.length > 1);
        const [was, is] = [csv(before), csv(after)];
        const result = await between(was, is, "a.csv");
        fc.pre(result.changes.every(({ subject }) => subject !== "column"));
        expect(withoutBlankEnd(applied(was, result))).toBe(withoutBlankEnd(is));
      }),
      { numRuns: 300 },
    );
  });

  it("leaves out of a table what was not accepted, and keeps lines letter for letter", async () => {
    const before = 'id;name;pay\r\n1;"Ada";10\r\n2;Bo;20\r\n3;Cy;30\r\n4;Di;40\r\n5;"Ed";50';
    const after = "id;name;pay\r\n1;Ada;10\r\n9;New;5\r\n2;Bo;21\r\n4;Di;44\r\n5;Ed;50";
    const result = await between(before, after, "a.csv");
    expect(result.summary).toBe("1 row inserted, 1 row removed, 2 cells changed in Sheet1");
    const ids = (accepts: (kind: string, address: string) => boolean): readonly string[] =>
      result.changes.filter(({ kind, address }) => accepts(kind, address)).map(({ id }) => id);
    expect(applied(before, result, [])).toBe(before);
    expect(
      applied(
        before,
        result,
        ids((kind) => kind === "added"),
      ),
    ).toBe('id;name;pay\r\n1;"Ada";10\r\n9;New;5\r\n2;Bo;20\r\n3;Cy;30\r\n4;Di;40\r\n5;"Ed";50');
    expect(
      applied(
        before,
        result,
        ids((kind) => kind === "removed"),
      ),
    ).toBe('id;name;pay\r\n1;"Ada";10\r\n2;Bo;20\r\n4;Di;40\r\n5;"Ed";50');
    expect(
      applied(
        before,
        result,
        ids((_, address) => address.endsWith("C5")),
      ),
    ).toBe('id;name;pay\r\n1;"Ada";10\r\n2;Bo;20\r\n3;Cy;30\r\n4;Di;44\r\n5;"Ed";50');
  });

  it("takes any choice of changes of a text and of JSON", async () => {
    const [before, after] = ["a\nb\nc\nd\ne\n", "new\na\nB\nc\ne\nf\n"];
    const result = await between(before, after, "a.txt");
    expect(result.changes.map(({ kind, address }) => `${kind} ${address}`)).toEqual([
      "added L1",
      "changed L3",
      "removed L4",
      "added L6",
    ]);
    const [, changed = "", removed = "", added = ""] = result.changes.map(({ id }) => id);
    expect(applied(before, result, [])).toBe(before);
    expect(applied(before, result, [changed])).toBe("a\nB\nc\nd\ne\n");
    expect(applied(before, result, [removed, added])).toBe("a\nb\nc\ne\nf\n");

    const [was, is] = [
      { list: [1, 2, 3, { n: 1, k: 1 }], gone: 1 },
      { list: [0, 1, 3, { n: 1, k: 2 }, 9], came: 2 },
    ];
    const json = await between(JSON.stringify(was), JSON.stringify(is), "a.json");
    const choose = (...addresses: readonly string[]): unknown => {
      const accept = json.changes.filter(({ address }) => addresses.includes(address)).map(({ id }) => id);
      expect(accept).toHaveLength(addresses.length);
      return JSON.parse(applied(JSON.stringify(was), json, accept));
    };
    expect(choose()).toEqual(was);
    expect(choose("path=/list/3/k")).toEqual({ list: [1, 2, 3, { n: 1, k: 2 }], gone: 1 });
    expect(choose("path=/list/4", "path=/came")).toEqual({ list: [1, 2, 3, { n: 1, k: 1 }, 9], gone: 1, came: 2 });
    expect(choose("path=/list/1", "path=/gone")).toEqual({ list: [1, 3, { n: 1, k: 1 }] });
  });

  it("leaves a table letter for letter when nothing is accepted, and makes some table of any choice", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(tables, edited), fc.array(fc.boolean()), async ([before, after], choices) => {
        const was = csv(before);
        const result = await between(was, csv(after), "a.csv");
        expect(applied(was, result, [])).toBe(was);
        const accept = result.changes.filter((_, index) => choices[index] === true).map(({ id }) => id);
        expect(() => applied(was, result, accept)).not.toThrow();
      }),
      { numRuns: 200 },
    );
  });

  it("refuses a table that is another one, and a change that is not in the diff", async () => {
    const result = await between("k,1\nl,2\n", "k,1\nl,3\n", "a.csv");
    for (const attempt of [() => applied("k,1\nl,9\n", result), () => applied("k,1\nl,2\n", result, ["nothing"])]) {
      expect(attempt).toThrow(/cannot be applied/);
      try {
        attempt();
      } catch (error) {
        expect(ReviewDiffError.isInstance(error) && error.code).toBe("not-applicable");
      }
    }
  });
});
