import { constants, inflateSync } from "node:zlib";

/** Larger content is not looked through. */
const MAX_CONTENT_BYTES = 16 * 1024 * 1024;

/**
 * A stream behind its filters, of those that pages' contents are written with. `undefined` for any other filter, for
 * damage and for more than 16 MB: the caller must then take the stream for anything.
 */
export function decodeStream(raw: Buffer, filters: readonly string[]): Buffer | undefined {
  let content: Buffer | undefined = raw;
  for (const filter of filters) {
    if (content === undefined) return undefined;
    const decode = DECODERS.get(filter);
    content = decode?.(content);
  }
  return content;
}

const DECODERS: ReadonlyMap<string, (raw: Buffer) => Buffer | undefined> = new Map([
  ["FlateDecode", inflate],
  ["Fl", inflate],
  ["ASCII85Decode", decodeAscii85],
  ["A85", decodeAscii85],
  ["ASCIIHexDecode", decodeHex],
  ["AHx", decodeHex],
  ["LZWDecode", decodeLzw],
  ["LZW", decodeLzw],
]);

function inflate(raw: Buffer): Buffer | undefined {
  try {
    return inflateSync(raw, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_CONTENT_BYTES });
  } catch {
    return undefined;
  }
}

function decodeHex(raw: Buffer): Buffer {
  const digits = raw
    .toString("latin1")
    .replace(/>[^]*$/, "")
    .replaceAll(/\s+/g, "");
  return Buffer.from(digits.length % 2 === 0 ? digits : `${digits}0`, "hex");
}

/** Five characters from `!` to `u` hold four bytes; `z` stands for four zeros. */
function decodeAscii85(raw: Buffer): Buffer | undefined {
  const bytes = Buffer.alloc(raw.length * 4);
  let length = 0;
  let group = 0;
  let digits = 0;
  for (const byte of raw) {
    if (byte === 0x7e) break;
    if (byte === 0x7a && digits === 0) {
      length += 4;
      continue;
    }
    if (byte < 0x21 || byte > 0x75) {
      if (byte > 0x20) return undefined;
      continue;
    }
    group = group * 85 + byte - 0x21;
    digits += 1;
    if (digits < 5) continue;
    bytes.writeUInt32BE(group % 0x1_0000_0000, length);
    length += 4;
    group = 0;
    digits = 0;
  }
  if (digits > 1) {
    const filled = group * 85 ** (5 - digits) + 85 ** (5 - digits) - 1;
    bytes.writeUInt32BE(filled % 0x1_0000_0000, length);
    length += digits - 1;
  }
  return bytes.subarray(0, length);
}

const [CLEAR, END, FIRST_FREE, MAX_CODES] = [256, 257, 258, 4096];

/** LZW as PDF writes it by default: codes of 9 to 12 bits, most significant first, widened one code early. */
function decodeLzw(raw: Buffer): Buffer | undefined {
  // Each code past the single bytes is an earlier stretch of the output and the byte behind it.
  const starts = new Uint32Array(MAX_CODES);
  const lengths = new Uint32Array(MAX_CODES);
  let bytes = Buffer.alloc(Math.max(1024, raw.length * 4));
  let length = 0;
  let next = FIRST_FREE;
  let width = 9;
  let previous: { start: number; length: number } | undefined;
  let bits = 0;
  let held = 0;
  for (const byte of raw) {
    held = ((held << 8) | byte) & 0xff_ffff;
    bits += 8;
    if (bits < width) continue;
    bits -= width;
    const code = (held >>> bits) & ((1 << width) - 1);
    if (code === END) break;
    if (code === CLEAR) {
      next = FIRST_FREE;
      width = 9;
      previous = undefined;
      continue;
    }
    const isKnown = code < CLEAR || code < next;
    if (!isKnown && (code > next || previous === undefined)) return undefined;
    const size = code < CLEAR ? 1 : isKnown ? lengths[code]! : previous!.length + 1;
    if (length + size > MAX_CONTENT_BYTES) return undefined;
    if (length + size > bytes.length) bytes = Buffer.concat([bytes, Buffer.alloc(bytes.length + size)]);
    if (code < CLEAR) bytes[length] = code;
    else {
      // Byte by byte: a stretch may run into what it writes.
      const from = isKnown ? starts[code]! : previous!.start;
      for (let offset = 0; offset < size; offset++) bytes[length + offset] = bytes[from + offset]!;
    }
    if (previous !== undefined && next < MAX_CODES) {
      starts[next] = previous.start;
      lengths[next] = previous.length + 1;
      next += 1;
      if (next + 1 >= 1 << width && width < 12) width += 1;
    }
    previous = { start: length, length: size };
    length += size;
  }
  return bytes.subarray(0, length);
}
