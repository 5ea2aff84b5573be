/**
 * Messages between the host and its parsing child, over a pipe:
 *
 *     ┌────────────────┬──────────────┬─────────────┬────────────┐
 *     │ header length  │ body length  │ header JSON │ body bytes │
 *     │ u32, little e. │ u32          │ UTF-8       │            │
 *     └────────────────┴──────────────┴─────────────┴────────────┘
 *
 * The body carries a source file to the child without copying it through JSON; messages from the child have none.
 */
export interface Frame {
  readonly header: unknown;
  readonly body: Uint8Array;
  /** Of the whole frame on the wire. */
  readonly byteLength: number;
}

const PREFIX_BYTES = 8;

export function encodeFrame(header: unknown, bodyBytes = 0): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const frame = Buffer.allocUnsafe(PREFIX_BYTES + json.length);
  frame.writeUInt32LE(json.length, 0);
  frame.writeUInt32LE(bodyBytes, 4);
  json.copy(frame, PREFIX_BYTES);
  return frame;
}

/**
 * Cuts a byte stream into frames: give it each chunk, get the frames that are now whole. Throws for a frame longer
 * than `maxFrameBytes` and for a header that is no JSON; the stream is then useless.
 */
export function createFrameReader(maxFrameBytes: number): (chunk: Uint8Array) => readonly Frame[] {
  let chunks: Uint8Array[] = [];
  let held = 0;
  /** Bytes of the frame that is being collected, once its prefix is there. */
  let needed = PREFIX_BYTES;

  return (chunk) => {
    chunks.push(chunk);
    held += chunk.byteLength;
    // Chunks are joined only when a whole frame is there: joining on each would cost the square of a large body.
    if (held < needed) return [];
    const joined = chunks.length === 1 ? asBuffer(chunk) : Buffer.concat(chunks);
    const frames: Frame[] = [];
    let at = 0;
    for (needed = PREFIX_BYTES; held - at >= PREFIX_BYTES;) {
      const bodyStart = at + PREFIX_BYTES + joined.readUInt32LE(at);
      const end = bodyStart + joined.readUInt32LE(at + 4);
      const byteLength = end - at;
      if (byteLength > maxFrameBytes)
        throw new Error(`A message of ${byteLength} bytes is longer than ${maxFrameBytes}.`);
      if (held < end) {
        needed = byteLength;
        break;
      }
      const header: unknown = JSON.parse(joined.toString("utf8", at + PREFIX_BYTES, bodyStart));
      frames.push({ header, body: joined.subarray(bodyStart, end), byteLength });
      at = end;
    }
    chunks = at < held ? [joined.subarray(at)] : [];
    held -= at;
    return frames;
  };
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
