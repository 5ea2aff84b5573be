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

  it("are copied without the cost of a clone when they only steer a stream, and a reason that they give is cloned", () => {
    const copyAgain = passTextUncopied();
    const clone = globalThis.structuredClone;
    const pull = { sourceName: "a", targetName: "b", stream: 6, streamId: 3, desiredSize: 1 };
    const passed = clone(pull);
    pull.desiredSize = 0;
    expect(passed).toEqual({ sourceName: "a", targetName: "b", stream: 6, streamId: 3, desiredSize: 1 });
    const reason = { message: "ended" };
    expect(clone({ stream: 2, reason }).reason).not.toBe(reason);
    expect(clone({ stream: 2, reason }).reason).toEqual(reason);
    copyAgain();
  });
});
