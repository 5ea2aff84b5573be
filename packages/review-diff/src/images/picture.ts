import type { Pace } from "../pace.ts";
import type { Pixels } from "./pixels.ts";

/** What is known of a picture from its bytes. */
export interface Picture {
  /** `PNG`, `JPEG`, `GIF`, `BMP`, `WebP`. */
  readonly type: string;
  readonly width: number;
  readonly height: number;
}

/** Pixels decoded at most: 40 million are 160 MB, and there are two pictures. */
export const MAX_PIXELS = 40_000_000;

/** Lengths of the second head of a BMP, which tell it from a text that begins with `BM`. */
const DIB_HEADS = new Set([40, 52, 56, 64, 108, 124]);

/** Type and size, from the head of a file alone; `undefined` for bytes that are no picture, or end before its size. */
export function readPictureHead(bytes: Uint8Array): Picture | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const starts = (...head: readonly number[]): boolean => head.every((byte, index) => bytes[index] === byte);
  const has = (end: number): boolean => bytes.byteLength >= end;
  const ascii = (start: number, end: number): string => Buffer.from(bytes.subarray(start, end)).toString("latin1");
  if (starts(0x89, 0x50, 0x4e, 0x47) && has(24))
    return { type: "PNG", width: view.getUint32(16), height: view.getUint32(20) };
  if (starts(0x47, 0x49, 0x46, 0x38) && has(10))
    return { type: "GIF", width: view.getUint16(6, true), height: view.getUint16(8, true) };
  if (starts(0x42, 0x4d) && has(26) && DIB_HEADS.has(view.getUint32(14, true)))
    return { type: "BMP", width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) };
  if (ascii(0, 4) === "RIFF" && ascii(8, 12) === "WEBP" && has(30)) return readWebp(view, ascii(12, 16));
  return starts(0xff, 0xd8, 0xff) ? readJpegHead(view) : undefined;
}

/** Each kind of WebP states its size in its own way (RFC 9649). */
function readWebp(view: DataView, chunk: string): Picture | undefined {
  const uint24 = (at: number): number => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  if (chunk === "VP8X") return { type: "WebP", width: uint24(24) + 1, height: uint24(27) + 1 };
  if (chunk === "VP8L") {
    const packed = view.getUint32(21, true);
    return { type: "WebP", width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
  }
  if (chunk !== "VP8 ") return undefined;
  return { type: "WebP", width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

/** The size stands in the segment that starts a frame (ITU-T T.81, B.2.2). */
function readJpegHead(view: DataView): Picture | undefined {
  for (let at = 2; at + 9 <= view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { type: "JPEG", width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    const isAlone = marker === 0xff || (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01;
    at += marker === 0xff ? 1 : isAlone ? 2 : 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** Whether the pixels of this type of picture can be read here. */
export function canDecode({ type }: Picture): boolean {
  return type === "PNG" || type === "JPEG";
}

/** Rejects for a damaged picture, and for one of more than `MAX_PIXELS`. */
export async function decodePicture(bytes: Uint8Array, { type, width, height }: Picture, pace: Pace): Promise<Pixels> {
  if (width * height > MAX_PIXELS) throw new RangeError(`it has more than ${MAX_PIXELS} pixels`);
  if (type === "PNG") return (await import("./decode-png.ts")).decodePng(bytes, pace);
  const { default: jpeg } = await import("jpeg-js");
  const limits = { maxResolutionInMP: MAX_PIXELS / 1e6, maxMemoryUsageInMB: 1_024, tolerantDecoding: false };
  return jpeg.decode(bytes, { ...limits, useTArray: true, formatAsRGBA: true });
}
