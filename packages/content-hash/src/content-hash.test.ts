import { ContentHashError, isContentHash, parseContentHash } from "@runningtab/content-hash";
import { describe, expect, it } from "vitest";

const digits = "0123456789abcdef".repeat(4);

describe("content hash", () => {
  it("accepts its one form", () => {
    expect(isContentHash(`sha256:${digits}`)).toBe(true);
    expect(parseContentHash(`sha256:${digits}`)).toBe(`sha256:${digits}`);
  });

  it.each([
    digits,
    `sha256:${digits.toUpperCase()}`,
    `sha256:${digits.slice(1)}`,
    `sha256:${digits}0`,
    `sha256:${digits}\n`,
    ` sha256:${digits}`,
    `sha512:${digits}`,
    "",
  ])("refuses %j", (text) => {
    expect(isContentHash(text)).toBe(false);
    expect(() => parseContentHash(text)).toThrow(expect.objectContaining({ code: "INVALID_HASH", data: { text } }));
  });

  it("is recognised as the same error across installed copies", () => {
    const error = new ContentHashError("INVALID_HASH", { message: "m", cause: 1 });
    const foreign = Object.assign(new Error("m"), {
      [Symbol.for("@runningtab/content-hash/ContentHashError")]: true,
    });
    expect(ContentHashError.isInstance(error)).toBe(true);
    expect(ContentHashError.isInstance(foreign)).toBe(true);
    expect(ContentHashError.isInstance(new Error("m"))).toBe(false);
    expect(ContentHashError.isInstance(undefined)).toBe(false);
    expect(error.cause).toBe(1);
  });
});
