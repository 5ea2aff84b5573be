import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EMPTY_RESULT } from "../seal.ts";
import { unwrapOutput } from "./unwrap-output.ts";

/** What the output shows between the places that a stretch of the text is mapped to. */
function mapped(output: string, start: number, end: number): string | undefined {
  const unwrapped = unwrapOutput(output);
  const result = unwrapped?.ofOutput({ ...EMPTY_RESULT, computed: [{ start, end, inputs: [], own: false }] });
  return result === undefined ? undefined : output.slice(result.computed[0]!.start, result.computed[0]!.end);
}

describe("unwrapOutput", () => {
  it("leaves an output that is the tool's own text alone", () => {
    for (const output of [
      "",
      "alpha\nbeta\n",
      '{"name":"x","n":3}',
      '[{"id":1}]',
      '{"content":"x"}',
      "[1, 2]",
      '{"output": 3',
    ])
      expect(unwrapOutput(output)).toBeUndefined();
  });

  it("takes a command's text and exit code out of JSON", () => {
    const output = JSON.stringify({ output: 'a "b"\n数\\\n', metadata: { exit_code: 3, duration_seconds: 0.1 } });
    expect(unwrapOutput(output)).toMatchObject({ text: 'a "b"\n数\\\n', exitCode: 3 });
    expect(mapped(output, 2, 5)).toBe('\\"b\\"');
  });

  it("joins standard output and error, each with its own place", () => {
    const output = '{"stdout":"one\\n","stderr":"two\\n","exit_code":0}';
    expect(unwrapOutput(output)?.text).toBe("one\ntwo\n");
    expect(mapped(output, 0, 4)).toBe("one\\n");
    expect(mapped(output, 4, 8)).toBe("two\\n");
  });

  it.each([
    [[{ type: "text", text: "alpha\n" }], "alpha\n"],
    [{ content: [{ type: "text", text: "alpha\n" }], isError: false }, "alpha\n"],
    [{ type: "text", value: "alpha\n" }, "alpha\n"],
    [{ path: "a.txt", content: "alpha\n" }, "alpha\n"],
    [
      [
        { type: "text", text: "al" },
        { type: "image", data: "x" },
        { type: "text", text: "pha\n" },
      ],
      "alpha\n",
    ],
  ])("reads content parts and results: %j", (value, text) => {
    expect(unwrapOutput(JSON.stringify(value))?.text).toBe(text);
    expect(unwrapOutput(JSON.stringify(value, null, 2))?.text).toBe(text);
  });

  it("takes colours, titles and links out", () => {
    const output =
      "\u001b[35m\u001b[Ka.txt\u001b[m\u001b[K:\u001b[32m3\u001b[m:\u001b]8;;file:///a\u0007x\u001b]8;;\u0007\n";
    expect(unwrapOutput(output)?.text).toBe("a.txt:3:x\n");
    expect(mapped(output, 0, 5)).toBe("a.txt");
  });

  it("maps every stretch of any text back to where it stands", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), fc.nat(60), fc.nat(60), (text, one, other) => {
        const output = JSON.stringify({ output: text, exit_code: 0 });
        const start = Math.min(one, other, text.length);
        const end = Math.min(Math.max(one, other), text.length);
        const unwrapped = unwrapOutput(output)!;
        if (unwrapped.text !== text) return void expect(text).toContain("\u001b");
        const slice = mapped(output, start, end)!;
        expect(JSON.parse(`"${slice}"`)).toBe(text.slice(start, end));
      }),
    );
  });
});
