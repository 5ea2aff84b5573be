import { describe, expect, it } from "vitest";
import { makeCompound } from "../../test/make-compound.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import { readBinaryObjects } from "./spreadsheet-97-objects.ts";

const BIFF8 = 0x0600;

function record(type: number, ...data: readonly (Buffer | readonly number[])[]): Buffer {
  const body = Buffer.concat(data.map((piece) => Buffer.from(piece)));
  const head = Buffer.alloc(4);
  head.writeUInt16LE(type, 0);
  head.writeUInt16LE(body.length, 2);
  return Buffer.concat([head, body]);
}

const begin = (kind: number, version = BIFF8): Buffer =>
  record(0x809, [version & 0xff, version >> 8, kind, 0, 0, 0, 0, 0]);
const END = record(0x0a);
const object = (type: number): Buffer => record(0x5d, [0x15, 0, 0x12, 0, type, 0]);
const label = (text: string): Buffer => record(0x100d, [0, 0, text.length, 0], Buffer.from(text, "latin1"));
const text = (words: string): readonly Buffer[] => [
  record(0x1b6, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, words.length, 0, 0, 0]),
  record(0x3c, [1], Buffer.from(words, "utf16le")),
];

function workbook(sheet: readonly Buffer[], version = BIFF8): Uint8Array {
  const listed = (at: number): Buffer => record(0x85, [at, 0, 0, 0, 0, 0, 3, 0], Buffer.from("Q 1"));
  const globals = (at: number): Buffer => Buffer.concat([begin(5, version), listed(at), END]);
  const stream = Buffer.concat([globals(globals(0).length), begin(0x10, version), ...sheet, END]);
  // Streams below 4,096 bytes are kept in another way.
  return makeCompound({ Workbook: Buffer.concat([stream, Buffer.alloc(5_000)]) });
}

const read = (bytes: Uint8Array): ReturnType<typeof readBinaryObjects> => readBinaryObjects(bytes, DEFAULT_LIMITS);

describe("what lies on the sheets of an XLS", () => {
  it("is read: text boxes but no comments, which belong to cells, and the labels of charts", () => {
    const chart = [begin(0x20), label("Umsatz"), label("Nord"), object(6), ...text("Note"), label("Nord"), END];
    const file = workbook([
      object(6),
      ...text("Größe\r二"),
      object(0x19),
      ...text("Ann: no"),
      ...chart,
      begin(0x20),
      END,
    ]);
    const { blocks, charts } = read(file);
    expect(blocks.map(({ address, runs }) => [address, runs[0]?.text])).toEqual([
      ["sheet=Q%201&textbox=1", "Größe\n二"],
      ["sheet=Q%201&chart=1", "[chart: Umsatz, Nord, Note]"],
    ]);
    expect(charts).toBe(2);
  });

  it("is left alone where the records are encrypted, older or cut off", () => {
    const nothing = { blocks: [], charts: 0 };
    expect(read(workbook([record(0x2f, [0, 0]), object(6), ...text("x")]))).toEqual(nothing);
    expect(read(workbook([object(6), ...text("x")], 0x0500))).toEqual(nothing);
    expect(read(Buffer.from("no compound file"))).toEqual(nothing);
    const whole = workbook([object(6), ...text("x")]);
    for (let end = 0; end < whole.length; end += 97) expect(() => read(whole.subarray(0, end))).not.toThrow();
  });
});
