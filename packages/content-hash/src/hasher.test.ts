import { createHash } from "node:crypto";
import { createHasher, hashBytes } from "@runningtab/content-hash";
import { hashBytesSync } from "@runningtab/content-hash/node";
import * as fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createWasmSha256 } from "./hasher.ts";

const oracle = (bytes: Uint8Array): string => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
const hashOf = (text: string) => hashBytes(new TextEncoder().encode(text));
/** Sizes around the block of SHA-256 (64 bytes) and its padding (56), and some larger ones. */
const someBytes = fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.uint8Array({ minLength: 1000, maxLength: 5000 }));

afterEach(() => {
  vi.restoreAllMocks();
});

describe("hashing bytes", () => {
  it("gives the published digests (FIPS 180-2)", async () => {
    expect(await hashOf("")).toBe("sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect(await hashOf("abc")).toBe("sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });

  it("gives the same hash in Node, in WebAssembly, at once and in pieces", async () => {
    await fc.assert(
      fc.asyncProperty(someBytes, fc.array(fc.nat(5000), { maxLength: 5 }), async (bytes, cuts) => {
        const pieces = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)).toSorted((a, b) => a - b), bytes.length];
        const inPieces = await createHasher();
        const wasm = await createWasmSha256();
        for (let piece = 1; piece < pieces.length; piece++) {
          inPieces.update(bytes.subarray(pieces[piece - 1], pieces[piece]));
          wasm.update(bytes.subarray(pieces[piece - 1], pieces[piece]));
        }
        const expected = oracle(bytes);
        expect(await hashBytes(bytes)).toBe(expected);
        expect(hashBytesSync(bytes)).toBe(expected);
        expect(inPieces.digest()).toBe(expected);
        expect(`sha256:${wasm.hexDigest()}`).toBe(expected);
      }),
    );
  });

  it("works in a runtime without Node's modules", async () => {
    const bytes = new TextEncoder().encode("no node here");
    const expected = oracle(bytes);
    await createWasmSha256();
    vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined as never);
    const hashes = [await hashBytes(bytes), (await createHasher()).update(bytes).digest()];
    vi.restoreAllMocks();
    expect(hashes).toEqual([expected, expected]);
  });

  it("keeps hashers apart that run at the same time", async () => {
    const [one, two] = await Promise.all([createWasmSha256(), createWasmSha256()]);
    one.update(Uint8Array.of(1));
    two.update(Uint8Array.of(2));
    expect(`sha256:${one.hexDigest()}`).toBe(oracle(Uint8Array.of(1)));
    expect(`sha256:${two.hexDigest()}`).toBe(oracle(Uint8Array.of(2)));
  });

  it("refuses a hasher whose digest was taken", async () => {
    const hasher = await createHasher();
    hasher.digest();
    expect(() => hasher.digest()).toThrow(expect.objectContaining({ code: "HASHER_FINISHED" }));
    expect(() => hasher.update(Uint8Array.of(1))).toThrow(expect.objectContaining({ code: "HASHER_FINISHED" }));
  });

  it("refuses text, whose bytes it would have to guess", async () => {
    await expect(hashBytes("abc" as never)).rejects.toMatchObject({ code: "NOT_BYTES" });
    expect(() => hashBytesSync("abc" as never)).toThrow(expect.objectContaining({ code: "NOT_BYTES" }));
  });
});
