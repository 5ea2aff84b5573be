import { describe, expect, it } from "vitest";
import { deflateSync } from "node:zlib";
import { decodeStream } from "./stream-filters.ts";

function decoded(raw: Uint8Array | string, ...filters: readonly string[]): string | undefined {
  return decodeStream(Buffer.from(raw as string, "latin1"), filters)?.toString("latin1");
}

describe("stream filters", () => {
  it("decode the example of the PDF specification for LZW", () => {
    const raw = Buffer.from("800b6050220c0c8501", "hex");
    expect(decodeStream(raw, ["LZWDecode"])).toEqual(Buffer.from([45, 45, 45, 45, 45, 65, 45, 45, 45, 66]));
  });

  it("decode ASCII85 with blanks, zeros and a short last group, and hexadecimal digits", () => {
    expect(decoded("6<#'`\n+B3A(78s~>", "ASCII85Decode")).toBe("BT 3 Tr ET");
    expect(decoded("z@:B~>", "A85")).toBe("\0\0\0\0ab");
    expect(decoded("42 54 2>", "ASCIIHexDecode")).toBe("BT ");
  });

  it("apply filters one after the other, and take a stream without any as it is", () => {
    const packed = deflateSync("3 Tr").toString("hex");
    expect(decoded(packed, "AHx", "FlateDecode")).toBe("3 Tr");
    expect(decoded("3 Tr")).toBe("3 Tr");
  });

  it("say nothing of other filters, damage and what grows too large", () => {
    expect(decoded("x", "DCTDecode")).toBeUndefined();
    expect(decoded("no zlib", "FlateDecode")).toBeUndefined();
    expect(decoded("{}", "ASCII85Decode")).toBeUndefined();
    expect(decodeStream(Buffer.from("ffff", "hex"), ["LZWDecode"])).toBeUndefined();
    expect(decodeStream(deflateSync(Buffer.alloc(17 * 1024 * 1024)), ["FlateDecode"])).toBeUndefined();
  });
});
