import { limitExceeded } from "../../parsed-cache-error.ts";

/** What the text of an RTF file is made of, in its order. A group is what stands between braces. */
export interface RtfHandler {
  open(): void;
  close(): void;
  /** `\fs24` is the word `fs` with the value 24; a symbol such as `\~` or `\*` is a word of one character. */
  word(name: string, value: number | undefined): void;
  /** Text as it stands, in the current code page. */
  text(bytes: Uint8Array): void;
}

/** Groups in one another; Word writes some 20. */
const MAX_GROUP_DEPTH = 1_000;
const [BACKSLASH, OPEN, CLOSE, CR, LF] = [0x5c, 0x7b, 0x7d, 0x0d, 0x0a];

/**
 * Takes RTF apart ([RTF 1.9.1], "Conventions of an RTF reader"). `\'hh` arrives as text of one byte, `\bin` data is
 * passed over, and closing braces without an opening one are ignored. Throws `limit-exceeded` for groups nested beyond reason.
 */
export function readRtfTokens(bytes: Uint8Array, handler: RtfHandler): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let depth = 0;
  let at = 0;
  while (at < file.length) {
    const byte = file[at]!;
    if (byte === OPEN) {
      depth += 1;
      if (depth > MAX_GROUP_DEPTH) throw limitExceeded("rtfGroups", MAX_GROUP_DEPTH, "groups are nested deeper");
      handler.open();
      at += 1;
    } else if (byte === CLOSE) {
      if (depth > 0) handler.close();
      depth = Math.max(0, depth - 1);
      at += 1;
    } else if (byte === CR || byte === LF) at += 1;
    else if (byte === BACKSLASH) at = readControl(file, at + 1, handler);
    else {
      const start = at;
      while (at < file.length && !isSpecial(file[at]!)) at += 1;
      handler.text(file.subarray(start, at));
    }
  }
}

function isSpecial(byte: number): boolean {
  return byte === OPEN || byte === CLOSE || byte === BACKSLASH || byte === CR || byte === LF;
}

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** Reads what follows a backslash and answers where the text goes on. */
function readControl(file: Buffer, start: number, handler: RtfHandler): number {
  let at = start;
  if (!isLetter(file[at])) {
    const symbol = String.fromCharCode(file[at] ?? 0x20);
    if (symbol === "'") {
      const value = Number.parseInt(file.toString("latin1", at + 1, at + 3), 16);
      if (!Number.isNaN(value)) handler.text(Uint8Array.of(value));
      return at + 3;
    }
    if (symbol === "\\" || symbol === "{" || symbol === "}") handler.text(file.subarray(at, at + 1));
    // A line end behind a backslash is a paragraph end.
    else handler.word(symbol === "\r" || symbol === "\n" ? "par" : symbol, undefined);
    return at + 1;
  }
  while (isLetter(file[at]) && at - start < 32) at += 1;
  const name = file.toString("latin1", start, at);
  const numberStart = at;
  if (file[at] === 0x2d) at += 1;
  while (isDigit(file[at]) && at - numberStart < 11) at += 1;
  const value = at > numberStart ? Number(file.toString("latin1", numberStart, at)) : undefined;
  if (file[at] === 0x20) at += 1;
  if (name === "bin") return at + Math.max(0, value ?? 0);
  handler.word(name, value !== undefined && Number.isFinite(value) ? value : undefined);
  return at;
}
