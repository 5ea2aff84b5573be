const SIGNATURES: readonly (readonly [hex: string, type: string])[] = [
  ["89504e470d0a1a0a", "PNG image"],
  ["ffd8ff", "JPEG image"],
  ["474946383761", "GIF image"],
  ["474946383961", "GIF image"],
  ["25504446", "PDF"],
  ["504b0304", "ZIP archive or office file"],
  ["504b0506", "empty ZIP archive"],
  ["1f8b", "gzip archive"],
  ["377abcaf271c", "7-Zip archive"],
  ["526172211a07", "RAR archive"],
  ["fd377a585a00", "xz archive"],
  ["28b52ffd", "Zstandard archive"],
  ["cafebabe", "Java program"],
  ["d0cf11e0a1b11ae1", "old binary office file or encrypted office file"],
  ["7f454c46", "program"],
  ["53514c69746520666f726d6174", "SQLite database"],
];

/** What kind of binary file these bytes begin like, in plain words; `undefined` for all others, and for text. */
export function sniffType(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("hex");
  return SIGNATURES.find(([hex]) => head.startsWith(hex))?.[1];
}
