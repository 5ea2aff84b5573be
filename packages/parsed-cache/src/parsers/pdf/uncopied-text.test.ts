import { afterEach, describe, expect, it } from "vitest";
import { passTextUncopied } from "./uncopied-text.ts";

const copy = globalThis.structuredClone;

describe("messages between the engine's halves", () => {
  afterEach(() => {
    globalThis.structuredClone = copy;
  });

  it("pass the items of a text on as they are, in a message that the sender cannot empty afterwards", () => {
    const copyAgain = passTextUncopied();
    const items = [{ str: "77" }];
    const message = { stream: 4, chunk: { items, styles: { f1: {} }, lang: null } };
    const passed = structuredClone(message);
    message.chunk.items = [];
    expect(passed.chunk.items).toBe(items);
    copyAgain();
    expect(globalThis.structuredClone).toBe(copy);
  });

  it("are copied and their buffers transferred when they carry anything else", () => {
    const copyAgain = passTextUncopied();
    const bytes = new Uint8Array([1, 2]);
    const message = { chunk: { items: [bytes] } };
    const passed = structuredClone(message, { transfer: [bytes.buffer] });
    copyAgain();
    expect([...passed.chunk.items[0]!]).toEqual([1, 2]);
    expect(bytes.byteLength).toBe(0);
  });
});
