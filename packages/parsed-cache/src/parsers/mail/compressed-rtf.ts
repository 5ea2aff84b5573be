import { limitExceeded, ParsedCacheError } from "../../parsed-cache-error.ts";

/*
 * The RTF body of an Outlook message, packed as [MS-OXRTFCP] says: 16 bytes of head (packed size, size, kind, checksum),
 * then runs of a flag byte and eight tokens: a byte as it is, or 16 bits of place and length in a ring of 4,096 bytes that
 * begins filled with what RTF mostly begins with.
 */

const RING_BYTES = 4_096;
const PACKED = 0x75465a4c;
const STORED = 0x414c454d;
const RING_START = Buffer.from(
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx",
  "latin1",
);

/** Throws a `ParsedCacheError`: `damaged`, or `limit-exceeded` when it unpacks to more than `maxBytes`. */
export function unpackRtf(packed: Uint8Array, maxBytes: number): Uint8Array {
  const input = Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength);
  if (input.length < 16) throw damaged("it is too short");
  const kind = input.readUInt32LE(8);
  if (kind === STORED) return input.subarray(16, 16 + input.readUInt32LE(4));
  if (kind !== PACKED) throw damaged("it is packed in an unknown way");
  const ring = Buffer.alloc(RING_BYTES);
  RING_START.copy(ring);
  let write = RING_START.length;
  const output: number[] = [];
  const put = (byte: number): void => {
    if (output.length >= maxBytes)
      throw limitExceeded("maxInflatedBytes", maxBytes, "the message's RTF body is larger");
    output.push(byte);
    ring[write] = byte;
    write = (write + 1) % RING_BYTES;
  };
  const end = Math.min(input.length, input.readUInt32LE(0) + 4);
  let at = 16;
  while (at < end) {
    const flags = input[at++]!;
    for (let bit = 0; bit < 8 && at < end; bit++) {
      if ((flags & (1 << bit)) === 0) {
        put(input[at++]!);
        continue;
      }
      if (at + 1 >= end) return Uint8Array.from(output);
      const token = input.readUInt16BE(at);
      at += 2;
      const offset = token >> 4;
      // A token that points to where writing goes on ends the text.
      if (offset === write) return Uint8Array.from(output);
      for (let index = 0; index < (token & 15) + 2; index++) put(ring[(offset + index) % RING_BYTES]!);
    }
  }
  return Uint8Array.from(output);
}

function damaged(found: string): ParsedCacheError {
  return new ParsedCacheError({ code: "damaged", message: `The RTF body of the message cannot be read: ${found}.` });
}
