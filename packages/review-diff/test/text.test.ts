import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diff, type FileDiff } from "@runningtab/review-diff";
import { textSide } from "./sides.ts";

/** The lines of the after version, made from those of the before version and the changes alone. */
function apply(lines: readonly string[], { changes }: FileDiff): readonly string[] {
  const result: string[] = [];
  let next = 0;
  for (const { kind, subject, address, before, after } of changes) {
    if (subject !== "line") continue;
    const start = Number(/^L(\d+)/.exec(address)?.[1]) - 1;
    // A removal is addressed in the before version, everything else by the line that it has in the after version.
    const reached = kind === "removed" ? start - next : start - result.length;
    result.push(...lines.slice(next, next + reached));
    next += reached;
    if (before !== undefined) next += before.split("\n").length;
    if (after !== undefined) result.push(...after.split("\n"));
  }
  return [...result, ...lines.slice(next)];
}

const line = fc.oneof(
  fc.constantFrom("", "a", "b", "total 12", "x y z"),
  fc.string({ unit: "grapheme" }).map((text) => text.replace(/[\r\n]/g, "")),
);
const lines = fc.array(line, { minLength: 1, maxLength: 30 });

describe("text format", () => {
  it("gives changes from which the after version can be made", async () => {
    await fc.assert(
      fc.asyncProperty(lines, lines, async (before, after) => {
        const result = await diff(textSide(`${before.join("\n")}\n`), textSide(`${after.join("\n")}\n`));
        expect(apply(before, result)).toEqual(after);
        expect(result.equal).toBe(before.join("\n") === after.join("\n"));
      }),
    );
  });

  it("shows the words that changed in a line", async () => {
    const result = await diff(textSide("Cost is 1,250 EUR\n"), textSide("Cost is 1,300 EUR\n"));
    expect(result.changes).toMatchObject([
      {
        kind: "changed",
        subject: "line",
        address: "L1",
        spans: [
          { kind: "same", text: "Cost is " },
          { kind: "removed", text: "1,250" },
          { kind: "added", text: "1,300" },
          { kind: "same", text: " EUR" },
        ],
      },
    ]);
    expect(result.summary).toBe("1 line changed");
  });

  it("finds one changed character in a Chinese sentence", async () => {
    const result = await diff(textSide("合同期限为十二个月\n"), textSide("合同期限为十四个月\n"));
    expect(result.changes[0]?.spans?.filter(({ kind }) => kind !== "same")).toEqual([
      { kind: "removed", text: "二" },
      { kind: "added", text: "四" },
    ]);
  });

  it("names a change of encoding, of line endings and of the last newline, and lists no line for them", async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("naïve\r\nend\r\n", "utf16le")]);
    const result = await diff({ path: "a.txt", bytes: utf16 }, textSide("naïve\nend", "a.txt"));
    expect(result.changes.map(({ subject, before, after }) => [subject, before, after])).toEqual([
      ["encoding", "UTF-16LE", "UTF-8"],
      ["line-ending", "CRLF", "LF"],
      ["final-newline", "present", "absent"],
    ]);
  });

  it("reads bytes that are no UTF-8 as Windows-1252", async () => {
    const result = await diff(
      { path: "a.txt", bytes: Uint8Array.of(0x63, 0x61, 0x66, 0xe9, 0x0a) },
      textSide("café\n"),
    );
    expect(result.changes.map(({ subject }) => subject)).toEqual(["encoding"]);
  });

  it("addresses a stretch of lines by first and last, and counts lines in its summary", async () => {
    const result = await diff(textSide("a\nb\nc\nd\n"), textSide("a\nx\ny\nz\nd\n"));
    expect(result.changes).toMatchObject([{ kind: "changed", address: "L2-L4", before: "b\nc", after: "x\ny\nz" }]);
    expect(result.summary).toBe("3 lines changed");
  });
});
