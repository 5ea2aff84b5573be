import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { readJsonLines } from "./json-lines.ts";

async function valuesOf(chunks: readonly (string | Uint8Array)[]): Promise<readonly unknown[]> {
  const values: unknown[] = [];
  for await (const { value } of readJsonLines(Readable.from(chunks))) values.push(value);
  return values;
}

describe("readJsonLines", () => {
  it("ends a line at a line feed and nowhere else", async () => {
    const value = { output: "a\u2028b\u2029c\u0085d" };
    expect(await valuesOf([`${JSON.stringify(value)}\r\n\n{"n":2}`])).toEqual([value, { n: 2 }]);
  });

  it("joins lines and characters that come in parts", async () => {
    const bytes = new TextEncoder().encode('{"output":"数据"}\n{"n":2}\n');
    expect(await valuesOf([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual([{ output: "数据" }, { n: 2 }]);
  });

  it("names the line that is no object", async () => {
    await expect(valuesOf(['{"n":1}\n', "[1]\n"])).rejects.toThrow("Line 2");
  });
});
