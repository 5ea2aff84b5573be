import * as fc from "fast-check";
import { expect, it } from "vitest";
import { wasmModuleBase64 } from "../engines/wasm-module.ts";
import { openInstance } from "./instance.ts";
import { compile } from "./web-assembly.ts";

/** The bytes that the module makes of a text, which it is handed as UTF-16. */
function encoded(text: string): Uint8Array {
  const instance = openInstance(compile(Buffer.from(wasmModuleBase64, "base64")), 1024)!;
  const from = instance.exports.openInput(text.length * 3);
  instance.hostBuffer!().write(text, from + text.length + 16, text.length * 2, "utf16le");
  const bytes = instance.exports.encodeInput(text.length);
  return instance.bytes().slice(from, from + bytes);
}

it("makes the bytes of the host's encoder of any text", () => {
  const unit = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom("a", "7", " ") },
    fc.constantFrom("é", "\u07ff", "\u0800", "认", "\uffff", "\u007f", "\u0080", "\0"),
    fc.constantFrom("\ud800", "\udbff", "\udc00", "\udfff", "\u{10000}", "\u{10ffff}"),
  );
  const text = fc.oneof(
    fc.string({ unit, maxLength: 60 }),
    fc.string({ unit: fc.constantFrom("认", "a"), maxLength: 40 }),
  );
  fc.assert(
    fc.property(text, (all) => {
      expect(encoded(all)).toEqual(new TextEncoder().encode(all));
    }),
    { numRuns: 300 },
  );
});
