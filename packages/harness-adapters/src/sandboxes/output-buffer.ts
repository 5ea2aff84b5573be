/** A command that writes this many times what is kept is ended: it floods, it does not report. */
const FLOOD_FACTOR = 64;

/** Keeps the first and the last half of a stream, each at most `limit / 2` bytes. */
export function createOutputBuffer(limit: number): {
  /** `false` when so much came that the writer should be ended. */
  take(chunk: Buffer): boolean;
  text(): string;
  truncated(): boolean;
} {
  const half = Math.max(1, Math.floor(limit / 2));
  const head: Buffer[] = [];
  let headBytes = 0;
  let tail: Buffer[] = [];
  let tailBytes = 0;
  let total = 0;
  return {
    take(chunk) {
      total += chunk.length;
      const toHead = chunk.subarray(0, Math.max(0, half - headBytes));
      if (toHead.length > 0) head.push(toHead);
      headBytes += toHead.length;
      const rest = chunk.subarray(toHead.length);
      if (rest.length > 0) tail.push(rest);
      tailBytes += rest.length;
      if (tailBytes > 2 * half) {
        tail = [Buffer.concat(tail).subarray(-half)];
        tailBytes = half;
      }
      return total <= limit * FLOOD_FACTOR;
    },
    text() {
      const end = Buffer.concat(tail).subarray(-half);
      const dropped = total - headBytes - end.length;
      if (dropped <= 0) return Buffer.concat([...head, end]).toString("utf8");
      const note = `\n[${dropped} bytes of output dropped here]\n`;
      return Buffer.concat(head).toString("utf8") + note + end.toString("utf8");
    },
    truncated: () => total - headBytes > half,
  };
}
