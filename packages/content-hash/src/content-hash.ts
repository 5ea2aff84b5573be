import { ContentHashError } from "./content-hash-error.ts";

/** The SHA-256 of a file's bytes as `sha256:` and 64 lower-case hexadecimal digits. Minted only by this package. */
export type ContentHash = string & { readonly __brand: "ContentHash" };

const FORM = /^sha256:[0-9a-f]{64}$/;

/** Whether `text` has the form of a content hash. */
export function isContentHash(text: string): text is ContentHash {
  return FORM.test(text);
}

/** `text` as a content hash, from a file, an argument or another process. Throws `INVALID_HASH` for any other form. */
export function parseContentHash(text: string): ContentHash {
  if (isContentHash(text)) return text;
  throw new ContentHashError("INVALID_HASH", {
    message: `Expected "sha256:" and 64 lower-case hexadecimal digits, found ${JSON.stringify(text)?.slice(0, 100)}.`,
    data: { text },
  });
}

/** Brands a digest made by this package. Private to it: everyone else goes through `parseContentHash`. */
export function fromHexDigest(digest: string): ContentHash {
  return `sha256:${digest}` as ContentHash;
}
