import { createFingerprinter, fingerprint } from "@runningtab/content-hash";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("fingerprints", () => {
  it("are xxHash64 with seed 0, as published", async () => {
    expect(await fingerprint("")).toBe(0xef46db3751d8e999n);
    expect(await fingerprint("a")).toBe(0xd24ec4f1a98c6e5bn);
    expect(await fingerprint("abc")).toBe(0x44bc2cf5ad770999n);
  });

  it("depend on the text alone, not on what was fingerprinted before", async () => {
    const fingerprinter = await createFingerprinter();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), async (text) => {
        const first = fingerprinter.fingerprint(text);
        fingerprinter.fingerprint(`${text} and more`);
        expect(fingerprinter.fingerprint(text)).toBe(first);
        expect(await fingerprint(text)).toBe(first);
      }),
    );
  });

  it("tell a hundred thousand lines apart", async () => {
    const fingerprinter = await createFingerprinter();
    const seen = new Set<bigint>();
    for (let line = 0; line < 100_000; line++) seen.add(fingerprinter.fingerprint(`line ${line}`));
    expect(seen.size).toBe(100_000);
  });
});
