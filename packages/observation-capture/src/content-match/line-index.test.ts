import { hashBytesSync } from "@runningtab/content-hash/node";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLineIndex, type LineIndex } from "./line-index.ts";
import { createTokenizer } from "./tokens.ts";
import { windowAt } from "./windows.ts";

const word = fc.constantFrom("rail", "travel", "hotel", "allowance", "second", "class", "42", "total", "of", "the");
const line = fc.array(word, { minLength: 1, maxLength: 9 }).map((words) => words.join(" "));
const files = fc.array(fc.record({ lines: fc.array(line, { minLength: 1, maxLength: 6 }), isKept: fc.boolean() }), {
  maxLength: 12,
});

function write(index: LineIndex, lines: readonly string[], number: number): ReturnType<LineIndex["begin"]> {
  const writer = index.begin(hashBytesSync(Buffer.from(`${number}`)));
  lines.forEach((text, at) => writer.add(`L${at + 1}`, text));
  return writer;
}

function keysOf(lines: readonly string[]): readonly number[] {
  const tokenizer = createTokenizer();
  return lines.flatMap((text) => {
    const tokens = tokenizer.read(text);
    return Array.from({ length: tokens.count }, (_, at) => windowAt(tokens, at, tokens.count)?.key ?? 0);
  });
}

describe("the line index", () => {
  it("holds after a file was taken back what it would hold had the file never come", () => {
    fc.assert(
      fc.property(files, (all) => {
        const options = { maxShared: 8, maxBytes: 1 << 24 };
        const [index, other] = [createLineIndex(options), createLineIndex(options)];
        for (const [number, { lines, isKept }] of all.entries()) {
          const writer = write(index, lines, number);
          if (isKept) {
            writer.finish();
            write(other, lines, number).finish();
          } else writer.undo();
        }
        for (const key of keysOf(all.flatMap(({ lines }) => lines))) {
          expect([...index.places(key)]).toEqual([...other.places(key)]);
        }
      }),
      { numRuns: 100 },
    );
  });
});
