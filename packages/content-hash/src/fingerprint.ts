/**
 * Makes fingerprints one after another, synchronously. A fingerprint is the xxHash64 (seed 0) of a text's UTF-8 form:
 * fast, equal on every machine, and easy to forge. It tells lines and windows of lines apart among texts that nobody
 * made to collide; it never stands for a file's content, which is what `ContentHash` is for.
 */
export interface Fingerprinter {
  /** From 0 to 2⁶⁴ − 1. A lone surrogate counts as U+FFFD. */
  fingerprint(text: string): bigint;
}

/** A fingerprinter; asynchronous because its WebAssembly is compiled first (once a call, so keep the result). */
export async function createFingerprinter(): Promise<Fingerprinter> {
  const { createXXHash64 } = await import("hash-wasm");
  const hasher = await createXXHash64();
  const encoder = new TextEncoder();
  return {
    fingerprint(text) {
      const digest = hasher.init().update(encoder.encode(text)).digest("binary");
      return new DataView(digest.buffer, digest.byteOffset, digest.byteLength).getBigUint64(0);
    },
  };
}

let shared: Promise<Fingerprinter> | undefined;

/** The fingerprint of one text. For many, `createFingerprinter` saves a promise each. */
export async function fingerprint(text: string): Promise<bigint> {
  shared ??= createFingerprinter();
  return (await shared).fingerprint(text);
}
