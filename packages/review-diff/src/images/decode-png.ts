import { inflateSync } from "node:zlib";
import type { Pace } from "../pace.ts";
import type { Pixels } from "./pixels.ts";

/** Samples of a pixel by colour type (PNG specification, table 11.1). */
const CHANNELS: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);

/** The seven passes of an interlaced picture: first column and row, and the steps between them. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

interface Head {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly color: number;
  readonly isInterlaced: boolean;
}

/**
 * Decodes a PNG of any colour type and depth; of 16 bits a sample the upper eight count. What it inflates is bounded by
 * the size that the picture states. Rejects with an `Error` for a damaged picture.
 */
export async function decodePng(bytes: Uint8Array, pace: Pace): Promise<Pixels> {
  const chunks = readChunks(bytes);
  const head = readHead(chunks.get("IHDR")?.[0]);
  const { width, height, depth, color, isInterlaced } = head;
  const channels = CHANNELS.get(color);
  if (channels === undefined || ![1, 2, 4, 8, 16].includes(depth)) throw new Error("its head is not that of a PNG");
  const passes = isInterlaced ? PASSES : ([[0, 0, 1, 1]] as const);
  const bitsPerPixel = channels * depth;
  const sizes = passes.map(([x, y, stepX, stepY]) => ({
    columns: Math.max(0, Math.ceil((width - x) / stepX)),
    rows: Math.max(0, Math.ceil((height - y) / stepY)),
  }));
  const expected = sizes.reduce(
    (sum, { columns, rows }) => sum + (columns === 0 ? 0 : rows * (1 + Math.ceil((columns * bitsPerPixel) / 8))),
    0,
  );
  const packed = Buffer.concat(chunks.get("IDAT") ?? []);
  const raw = inflateSync(packed, { maxOutputLength: Math.max(1, expected) });
  if (raw.byteLength < expected) throw new Error("its pixels end too early");
  const paint = createPainter(head, chunks.get("PLTE")?.[0], chunks.get("tRNS")?.[0]);
  const data = new Uint8Array(width * height * 4);
  let at = 0;
  for (const [index, [x, y, stepX, stepY]] of passes.entries()) {
    const { columns = 0, rows = 0 } = sizes[index] ?? {};
    if (columns === 0) continue;
    const stride = Math.ceil((columns * bitsPerPixel) / 8);
    let above = new Uint8Array(stride);
    for (let row = 0; row < rows; row++) {
      await pace();
      const line = unfilter(raw.subarray(at, at + 1 + stride), above, Math.max(1, bitsPerPixel >> 3));
      at += 1 + stride;
      for (let column = 0; column < columns; column++) {
        paint(line, column, data, ((y + row * stepY) * width + x + column * stepX) * 4);
      }
      above = line;
    }
  }
  return { width, height, data };
}

function readChunks(bytes: Uint8Array): ReadonlyMap<string, readonly Uint8Array[]> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks = new Map<string, Uint8Array[]>();
  for (let at = 8; at + 12 <= bytes.byteLength;) {
    const length = view.getUint32(at);
    const type = Buffer.from(bytes.subarray(at + 4, at + 8)).toString("latin1");
    if (type === "IEND") return chunks;
    if (at + 12 + length > bytes.byteLength) break;
    const content = bytes.subarray(at + 8, at + 8 + length);
    const known = chunks.get(type);
    if (known === undefined) chunks.set(type, [content]);
    else known.push(content);
    at += 12 + length;
  }
  throw new Error("it ends too early");
}

function readHead(chunk: Uint8Array | undefined): Head {
  if (chunk === undefined || chunk.byteLength < 13) throw new Error("it has no head");
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  return {
    width: view.getUint32(0),
    height: view.getUint32(4),
    depth: view.getUint8(8),
    color: view.getUint8(9),
    isInterlaced: view.getUint8(12) === 1,
  };
}

/** Undoes the filter that the first byte of a line names; `distance` is how many bytes back the pixel before begins. */
function unfilter(filtered: Uint8Array, above: Uint8Array, distance: number): Uint8Array<ArrayBuffer> {
  const filter = filtered[0] ?? 0;
  if (filter > 4) throw new Error(`its filter ${filter} is not known`);
  const line = new Uint8Array(filtered.byteLength - 1);
  for (let index = 0; index < line.byteLength; index++) {
    const left = index >= distance ? (line[index - distance] ?? 0) : 0;
    const up = above[index] ?? 0;
    const corner = index >= distance ? (above[index - distance] ?? 0) : 0;
    const predicted = [0, left, up, (left + up) >> 1][filter] ?? paeth(left, up, corner);
    line[index] = (filtered[index + 1] ?? 0) + predicted;
  }
  return line;
}

/** Whichever of the three is nearest to their plane (PNG specification, 9.4). */
function paeth(left: number, up: number, corner: number): number {
  const [toLeft, toUp] = [Math.abs(up - corner), Math.abs(left - corner)];
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

type Painter = (line: Uint8Array, column: number, into: Uint8Array, at: number) => void;

/** Writes a pixel of a line as red, green, blue and opacity. */
function createPainter(
  { depth, color }: Head,
  palette: Uint8Array | undefined,
  transparency: Uint8Array | undefined,
): Painter {
  const channels = CHANNELS.get(color) ?? 1;
  const most = 2 ** Math.min(depth, 8) - 1;
  const sample = (line: Uint8Array, index: number): number => {
    if (depth === 8) return line[index] ?? 0;
    if (depth === 16) return line[index * 2] ?? 0;
    const perByte = 8 / depth;
    const shift = 8 - depth * ((index % perByte) + 1);
    return ((line[Math.floor(index / perByte)] ?? 0) >> shift) & most;
  };
  if (color === 3) {
    return (line, column, into, at) => {
      const index = sample(line, column);
      for (let channel = 0; channel < 3; channel++) into[at + channel] = palette?.[index * 3 + channel] ?? 0;
      into[at + 3] = transparency?.[index] ?? 255;
    };
  }
  // One colour, stated in 16 bits a sample, may stand for "nothing here".
  const clear = color === 4 || color === 6 ? undefined : transparency;
  const isClear = (values: readonly number[]): boolean =>
    clear !== undefined &&
    values.every((value, index) => value === (depth === 16 ? clear[index * 2] : clear[index * 2 + 1]));
  return (line, column, into, at) => {
    const values = Array.from({ length: channels }, (_, index) => sample(line, column * channels + index));
    const [red = 0, green = 0, blue = 0, opacity = 255] =
      channels >= 3 ? values : [values[0] ?? 0, values[0] ?? 0, values[0] ?? 0, values[1] ?? most];
    const scale = 255 / most;
    into[at] = red * scale;
    into[at + 1] = green * scale;
    into[at + 2] = blue * scale;
    into[at + 3] = isClear(values.slice(0, channels >= 3 ? 3 : 1))
      ? 0
      : opacity * (channels === 1 || channels === 2 ? scale : 1);
  };
}
