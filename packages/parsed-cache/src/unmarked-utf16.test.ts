import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { looksLikeUtf16 } from "./unmarked-utf16.ts";

describe("UTF-16 without a mark", () => {
  it.each(["Имя,Город\nИван,Москва\n", "Ονομα: Ελένη, 5\n", "plain words", "שלום עולם, 12\n", "Größe; 5 €\n"])(
    "is known in both orders of %j",
    (text) => {
      const little = Buffer.from(text, "utf16le");
      expect(looksLikeUtf16(little)).toBe("utf-16le");
      expect(looksLikeUtf16(Buffer.from(little).swap16())).toBe("utf-16be");
    },
  );

  it("is neither UTF-8 text nor a run of numbers", () => {
    expect(looksLikeUtf16(Buffer.from("plain UTF-8 text\0 with a NUL"))).toBeUndefined();
    const samples = Buffer.from(
      Int16Array.from({ length: 500 }, (_, index) => Math.round(90 * Math.sin(index))).buffer,
    );
    expect(looksLikeUtf16(samples)).toBeUndefined();
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 64, maxLength: 400 }), (bytes) => {
        expect(looksLikeUtf16(bytes)).toBeUndefined();
      }),
      { numRuns: 100 },
    );
  });
});
