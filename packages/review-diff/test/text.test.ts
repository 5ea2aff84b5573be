import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apply, diff, type DiffInput, ReviewDiffError } from "@runningtab/review-diff";
import { textSide } from "./sides.ts";

const line = fc.oneof(
  fc.constantFrom("", "a", "b", "total 12", "x y z"),
  fc.string({ unit: "grapheme" }).map((text) => text.replace(/[\r\n\0\ufeff]/g, "")),
);

const empty = new Uint8Array();

/** A file of some lines in some encoding, with one kind of line ending, with or without a newline at the end. */
const version = fc
  .record({
    lines: fc.array(line, { maxLength: 30 }),
    newline: fc.constantFrom("\n", "\r\n", "\r"),
    isClosed: fc.boolean(),
    encoding: fc.constantFrom("utf8", "utf8-mark", "utf16le"),
  })
  .map(({ lines: all, newline, isClosed, encoding }): DiffInput => {
    const text = `${all.join(newline)}${isClosed && all.length > 0 ? newline : ""}`;
    const marked = encoding === "utf8" ? text : `\ufeff${text}`;
    return { path: "a.txt", bytes: Buffer.from(marked, encoding === "utf16le" ? "utf16le" : "utf8") };
  });

describe("text format", () => {
  it("gives changes from which the after version can be made, byte by byte", async () => {
    await fc.assert(
      fc.asyncProperty(version, version, async (before, after) => {
        const result = await diff(before, after);
        expect(result.format).toBe("text");
        expect(Buffer.from(apply(before.bytes, result))).toEqual(Buffer.from(after.bytes ?? []));
        expect(result.equal).toBe(Buffer.compare(before.bytes ?? empty, after.bytes ?? empty) === 0);
      }),
    );
  });

  it("says the reverse when the sides are swapped", async () => {
    await fc.assert(
      fc.asyncProperty(version, version, async (before, after) => {
        const [forth, back] = [await diff(before, after), await diff(after, before)];
        expect(Buffer.from(apply(apply(before.bytes, forth), back))).toEqual(Buffer.from(before.bytes ?? []));
      }),
    );
  });

  it("does not apply a diff to another version, a diff that was cut off, or one of another format", async () => {
    const [before, after] = [textSide("a\nb\nc\n"), textSide("x\nb\ny\n")];
    const whole = await diff(before, after);
    const code = (act: () => unknown): string | undefined => {
      try {
        act();
      } catch (error) {
        return ReviewDiffError.isInstance(error) ? error.code : undefined;
      }
      return undefined;
    };
    const cut = await diff(before, after, { maxChanges: 1 });
    expect(code(() => apply(new TextEncoder().encode("q\nb\nc\n"), whole))).toBe("not-applicable");
    expect(code(() => apply(new TextEncoder().encode("a\n"), whole))).toBe("not-applicable");
    expect(code(() => apply(before.bytes, cut))).toBe("not-applicable");
    expect(code(() => apply(before.bytes, { ...whole, format: "blocks" }))).toBe("not-applicable");
    const mixed = await diff(before, textSide("x\r\nb\nc\n"));
    expect(code(() => apply(before.bytes, mixed))).toBe("not-applicable");
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
