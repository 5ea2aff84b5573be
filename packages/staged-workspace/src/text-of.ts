/** The text that bytes are in UTF-8, its first mark and line ends as they are; `undefined` for anything else. */
export function textOf(bytes: Uint8Array): string | undefined {
  // A zero byte is valid UTF-8 and stands in no text.
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
