import { diff, type FileDiff } from "@runningtab/review-diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { textSide } from "./sides.ts";

function yaml(text: string) {
  return textSide(text, "config.yaml");
}

function told({ changes }: FileDiff): readonly string[] {
  return changes.map(({ kind, subject, address, before, after }) =>
    [`${kind} ${subject} ${address}`, before, after].filter((text) => text !== undefined).join(" | "),
  );
}

describe("yaml format", () => {
  it("tells values by path, whatever their order and setting", async () => {
    const before = yaml("port: 80\nhosts:\n  - name: one\n    version: 1.10\n");
    const after = yaml('hosts: [{ name: "zero" }, { version: 1.1, name: one }]\nport: 80\n');
    const result = await diff(before, after);
    expect(result.format).toBe("yaml");
    expect(told(result)).toEqual([
      'added value path=/hosts/0 | {\n  "name": "zero"\n}',
      "changed value path=/hosts/1/version | 1.10 | 1.1",
    ]);
  });

  it("says when only comments differ, and where they stand", async () => {
    const result = await diff(yaml("# head\nport: 80 # usual\n"), yaml("# head\nport: 80 # for the proxy\n"));
    expect(told(result)).toEqual(["changed comment path=/port | usual | for the proxy"]);
    expect(result.notes).toEqual(["Only comments differ: all values are the same."]);
    expect(result.summary).toBe("1 comment changed");
  });

  it("compares several documents, tags and what aliases stand for", async () => {
    const before = yaml("a: &x [1, 2]\nb: *x\n---\nc: !Ref q\n");
    expect(told(await diff(before, yaml("a: &x [1, 3]\nb: *x\n---\nc: !Sub q\n")))).toEqual([
      "changed value path=/0/a/1 | 2 | 3",
      "changed value path=/0/b/1 | 2 | 3",
      'removed value path=/1/c/!Ref | "q"',
      'added value path=/1/c/!Sub | "q"',
    ]);
  });

  it("names how the text is stored where the values are the same", async () => {
    const result = await diff(yaml("a: 1\nb: 2\n"), yaml("\ufeffa: 1\r\nb: 2"));
    expect(result.equal).toBe(true);
    expect(result.notes).toContain("Encoding: UTF-8 before, UTF-8 with BOM after.");
    expect(result.notes).toContain("Line endings: LF before, CRLF after.");
    expect(result.notes).toContain("Newline at the end: present before, absent after.");
  });

  it("compares text that is no YAML by lines, and says why; also aliases that would stand for millions", async () => {
    const broken = await diff(yaml("a: [1\n"), yaml("a: [2\n"));
    expect(broken.format).toBe("text");
    expect(broken.notes[0]).toMatch(/^The yaml comparison was not possible \(config\.yaml is no YAML: /);
    const names = [..."abcdefghi"];
    const bomb = names
      .map(
        (name, index) =>
          `${name}: &${name} [${Array(9)
            .fill(index === 0 ? "x" : `*${names[index - 1]}`)
            .join()}]\n`,
      )
      .join("");
    const result = await diff(yaml(bomb), yaml(`${bomb}z: 1\n`));
    expect(told(result)).toEqual(["added line L10 | z: 1"]);
    expect(result.notes[0]).toContain("its aliases stand for more than");
  });

  const value = fc.jsonValue({ maxDepth: 3 });

  it("finds nothing between a value and itself in another setting, and the reverse when sides are swapped", async () => {
    const flow = (json: unknown) =>
      yaml(stringify(json, { defaultStringType: "QUOTE_DOUBLE", collectionStyle: "flow" }));
    await fc.assert(
      fc.asyncProperty(value, value, async (one, other) => {
        expect((await diff(yaml(stringify(one)), flow(one))).changes).toEqual([]);
        const [forth, back] = [await diff(yaml(stringify(one)), flow(other)), await diff(flow(other), flow(one))];
        const count = (result: FileDiff, kind: string): number =>
          result.changes.filter((change) => change.kind === kind).length;
        // Items of two lists can often be paired in several ways, and each direction chooses for itself.
        if (!JSON.stringify([one, other]).slice(1).includes("[")) {
          expect(count(forth, "added")).toBe(count(back, "removed"));
          expect(count(forth, "changed")).toBe(count(back, "changed"));
        }
        expect(back.equal).toBe(forth.equal);
        expect(forth.equal).toBe(JSON.stringify(sorted(one)) === JSON.stringify(sorted(other)));
      }),
      { numRuns: 50 },
    );
  });
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return Object.is(value, -0) ? 0 : value;
  const members = Object.entries(value)
    .map(([key, inner]) => [key, sorted(inner)])
    .toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1));
  // An empty mapping is no empty list.
  return { members };
}
