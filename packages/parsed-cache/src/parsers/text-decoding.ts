import type { ParsedPart } from "../parts.ts";
import { looksLikeUtf16 } from "../unmarked-utf16.ts";

export interface DecodedText {
  readonly text: string;
  /** Lower-case name, such as `utf-8` or `gb18030`. */
  readonly encoding: string;
  /** `guessed` when statistics decided; then the text may be wrong in places. */
  readonly certainty: "certain" | "guessed";
  /** Characters that the encoding could not decode, shown as `�`. */
  readonly replaced: number;
}

/** Enough to judge an encoding by; statistics over more only cost time. */
const SAMPLE_BYTES = 256 * 1024;

/**
 * Text in any common encoding: a byte order mark, the zeros of UTF-16 or the escapes of JIS decide; else strict UTF-8 over the whole file,
 * because text that is valid UTF-8 to its last byte is hardly ever anything else; else statistics.
 */
export async function decodeText(bytes: Uint8Array): Promise<DecodedText> {
  // The zeros of UTF-16 are valid UTF-8 as well, so they are asked about first.
  const known = markedEncoding(bytes) ?? looksLikeUtf16(bytes.subarray(0, SAMPLE_BYTES));
  if (known?.startsWith("utf-32")) return decodeUtf32(bytes, known);
  if (known !== undefined) return certain(bytes, known);
  if (switchesToJapanese(bytes)) return certain(bytes, "iso-2022-jp");
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { text, encoding: "utf-8", certainty: "certain", replaced: 0 };
  } catch {
    return guess(bytes);
  }
}

/**
 * As `decodeText`, for a format that says its encoding: that is believed where the bytes are no valid UTF-8, since pages
 * are saved anew more often than their declaration is.
 */
export async function decodeDeclared(bytes: Uint8Array, label: string | undefined): Promise<DecodedText> {
  const decoded = await decodeText(bytes);
  if (decoded.certainty === "certain" || label === undefined) return decoded;
  try {
    return certain(bytes, new TextDecoder(label).encoding);
  } catch {
    return decoded;
  }
}

/** What reading bytes as text had to decide, and NUL characters in it: nothing for valid UTF-8 without any. */
export function encodingLosses(decoded: DecodedText): ParsedPart[] {
  const losses: ParsedPart[] = [];
  if (decoded.certainty === "guessed") {
    losses.push({ type: "loss", kind: "encoding-guessed", count: 1, detail: `read as ${decoded.encoding}` });
  }
  if (decoded.replaced > 0) {
    losses.push({
      type: "loss",
      kind: "characters-undecodable",
      count: decoded.replaced,
      detail: `not valid in ${decoded.encoding}`,
    });
  }
  const zeros = decoded.text.split("\0").length - 1;
  if (zeros > 0) losses.push({ type: "loss", kind: "nul-characters", count: zeros, detail: "kept as they stand" });
  return losses;
}

function markedEncoding(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return third === 0 && bytes[3] === 0 ? "utf-32le" : "utf-16le";
  if (first === 0 && second === 0 && third === 0xfe && bytes[3] === 0xff) return "utf-32be";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return undefined;
}

/** JIS, as old mails have it: seven bits throughout, with escape sequences that begin and end Japanese text. */
function switchesToJapanese(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, SAMPLE_BYTES));
  return head.includes("\x1b$B") || head.includes("\x1b$@");
}

async function decodeUtf32(bytes: Uint8Array, encoding: string): Promise<DecodedText> {
  const { default: iconv } = await import("iconv-lite");
  const text = iconv.decode(Buffer.from(bytes), encoding);
  return { text, encoding, certainty: "certain", replaced: countReplaced(text) };
}

function certain(bytes: Uint8Array, encoding: string): DecodedText {
  const text = new TextDecoder(encoding).decode(bytes);
  return { text, encoding, certainty: "certain", replaced: countReplaced(text) };
}

async function guess(bytes: Uint8Array): Promise<DecodedText> {
  const damaged = nearlyUtf8(bytes);
  if (damaged !== undefined) return damaged;
  const [{ default: jschardet }, { default: iconv }] = await Promise.all([import("jschardet"), import("iconv-lite")]);
  const sample = Buffer.from(bytes.subarray(0, SAMPLE_BYTES));
  const detected = jschardet.detect(sample).encoding?.toLowerCase();
  // windows-1252 has a character for nearly every byte: the common case of what statistics cannot name.
  const isNamed = detected !== undefined && detected !== "ascii" && iconv.encodingExists(detected);
  const encoding = isNamed && (WESTERN_RELATIVES.test(detected) || !looksWestern(sample)) ? detected : "windows-1252";
  const text = iconv.decode(Buffer.from(bytes), encoding);
  return { text, encoding, certainty: "guessed", replaced: countReplaced(text) };
}

/** Bytes that are no UTF-8, at most one in so many characters that are: a few damaged ones make no other encoding of it. */
const FEW_DAMAGED = 4;

function nearlyUtf8(bytes: Uint8Array): DecodedText | undefined {
  const text = new TextDecoder("utf-8").decode(bytes);
  const replaced = countReplaced(text);
  let beyondAscii = -replaced;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) beyondAscii += 1;
  return replaced * FEW_DAMAGED <= beyondAscii
    ? { text, encoding: "utf-8", certainty: "guessed", replaced }
    : undefined;
}

/** Encodings of the Latin alphabet, which statistics tell apart by letters that look Western in windows-1252, too. */
const WESTERN_RELATIVES = /^(?:windows-125[0247]|iso-8859-(?:1|2|3|4|9|1[03456])|macintosh|maccenteuro)$/;
/** Bytes of windows-1252 that are letters, but for those of 0xC0 and above. */
const EARLY_LETTERS: ReadonlySet<number> = new Set([0x83, 0x8a, 0x8c, 0x8e, 0x9a, 0x9c, 0x9e, 0x9f, 0xaa, 0xb5, 0xba]);
const NO_CHARACTERS: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
const APOSTROPHES: ReadonlySet<number> = new Set([0x91, 0x92, 0xb4, 0xad]);
/** Of the bytes beyond ASCII, the share that stands three and more together: words of another script. */
const MOST_TOGETHER = 0.2;

/**
 * Whether bytes make sense as windows-1252: letters with accents among plain ones, and dashes, quotes or a euro sign, but
 * not within a word. Statistics take a text with few of them for a code page of DOS or for Hebrew.
 */
function looksWestern(bytes: Uint8Array): boolean {
  let [beyond, together, run] = [0, 0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte < 0x80) {
      if (run >= 3) together += run;
      run = 0;
      continue;
    }
    beyond += 1;
    run += 1;
    if (NO_CHARACTERS.has(byte)) return false;
    const isLetter = (byte >= 0xc0 && byte !== 0xd7 && byte !== 0xf7) || EARLY_LETTERS.has(byte);
    const isInside = isAsciiLetter(bytes[at - 1]) && isAsciiLetter(bytes[at + 1]);
    if (isInside && !isLetter && !APOSTROPHES.has(byte)) return false;
  }
  if (run >= 3) together += run;
  return together <= beyond * MOST_TOGETHER;
}

function isAsciiLetter(byte: number | undefined): boolean {
  return byte !== undefined && (byte | 32) >= 97 && (byte | 32) <= 122;
}

function countReplaced(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\ufffd"); at >= 0; at = text.indexOf("\ufffd", at + 1)) count += 1;
  return count;
}
