/** The SHA-256 of a file's bytes as `sha256:` and 64 lower-case hexadecimal digits. Minted only by this package. */
export type ContentHash = string & { readonly __brand: "ContentHash" };

const FORM = /^sha256:[0-9a-f]{64}$/;

/** Whether `text` has the form of a content hash. */
export function isContentHash(text: string): text is ContentHash {
  return FORM.test(text);
}
