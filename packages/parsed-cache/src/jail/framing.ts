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
    const frames: Frame[] = [];
    // Chunks are joined only when a whole frame is there: joining on each would cost the square of a large body.
    while (held >= needed) {
      const joined = chunks.length === 1 ? Buffer.from(chunks[0]!) : Buffer.concat(chunks);
      const headerBytes = joined.readUInt32LE(0);
      const bodyBytes = joined.readUInt32LE(4);
      const frameBytes = PREFIX_BYTES + headerBytes + bodyBytes;
      if (frameBytes > maxFrameBytes)
        throw new Error(`A message of ${frameBytes} bytes is longer than ${maxFrameBytes}.`);
      chunks = [joined];
      if (held < frameBytes) {
        needed = frameBytes;
        break;
      }
      const bodyStart = PREFIX_BYTES + headerBytes;
      frames.push({
        header: JSON.parse(joined.toString("utf8", PREFIX_BYTES, bodyStart)),
        body: joined.subarray(bodyStart, frameBytes),
        byteLength: frameBytes,
      });
      chunks = [joined.subarray(frameBytes)];
      held -= frameBytes;
      needed = PREFIX_BYTES;
    }
    return frames;
  };
}
