/** A text as lines, with what is not in its lines kept apart. */
export interface DecodedText {
  readonly lines: readonly string[];
  /** As people name it: `UTF-8`, `UTF-8 with BOM`, `UTF-16LE`, `UTF-16BE`, `Windows-1252`. */
  readonly encoding: string;
  /** How the lines end: `LF`, `CRLF`, `CR`, `mixed`, or `none` for a single line. */
  readonly lineEnding: string;
  readonly hasFinalNewline: boolean;
}

/**
 * Decodes by the byte-order mark, then as strict UTF-8 over the whole file, and only then as Windows-1252, which takes
 * any bytes. Never throws.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const { text, encoding } = decode(bytes);
  const lines = text.split(/\r\n|\n|\r/);
  const hasFinalNewline = lines.length > 1 && lines.at(-1) === "";
  if (hasFinalNewline || text === "") lines.pop();
  return { lines, encoding, lineEnding: lineEndingOf(text), hasFinalNewline };
}

/** Whether bytes read as text at all: a NUL byte outside UTF-16 is in no text file that people write. */
export function looksLikeText(bytes: Uint8Array): boolean {
  return utf16Label(bytes) !== undefined || !bytes.subarray(0, 65_536).includes(0);
}

/** The text as it stands, without a byte-order mark, and the encoding as `DecodedText` names it. */
export function decode(bytes: Uint8Array): { readonly text: string; readonly encoding: string } {
  const utf16 = utf16Label(bytes);
  if (utf16 !== undefined) return { text: new TextDecoder(utf16).decode(bytes), encoding: utf16.toUpperCase() };
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { text, encoding: hasMark ? "UTF-8 with BOM" : "UTF-8" };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "Windows-1252" };
  }
}

function utf16Label(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : undefined;
}

function lineEndingOf(text: string): string {
  const kinds = new Set(text.match(/\r\n|\n|\r/g));
  if (kinds.size === 0) return "none";
  if (kinds.size > 1) return "mixed";
  return kinds.has("\n") ? "LF" : kinds.has("\r\n") ? "CRLF" : "CR";
}
