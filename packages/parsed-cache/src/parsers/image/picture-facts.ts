import type { JsonValue } from "../../parts.ts";
import { byteView, type ByteView } from "./byte-view.ts";
import { readTiff } from "./exif.ts";

/** What an image file says about its picture. */
export interface PictureFacts {
  readonly format: "PNG" | "JPEG" | "GIF" | "BMP" | "TIFF" | "WebP";
  /** Pixels, as stored: an `orientation` above 4 shows them with sides exchanged. */
  readonly width: number;
  readonly height: number;
  readonly pictures: number;
  readonly values: Readonly<Record<string, JsonValue>>;
}

/** Reads the head of an image, nothing is decoded; `undefined` when it is of none of the formats, or cut off too early. */
export function readPicture(bytes: Uint8Array, maxPictures: number): PictureFacts | undefined {
  const view = byteView(bytes);
  for (const read of [readPng, readJpeg, readGif, readBmp, readWebp]) {
    const found = read(view);
    if (found?.width !== undefined && found.height !== undefined) {
      return { ...found, width: found.width, height: found.height, pictures: 1, values: found.values ?? {} };
    }
  }
  const tiff = readTiff(bytes, maxPictures);
  if (tiff?.width === undefined || tiff.height === undefined) return undefined;
  return { format: "TIFF", ...tiff, width: tiff.width, height: tiff.height };
}

interface Found {
  readonly format: PictureFacts["format"];
  readonly width: number | undefined;
  readonly height: number | undefined;
  readonly values?: Readonly<Record<string, JsonValue>>;
}

const MAX_CHUNKS = 10_000;
const MAX_TEXT = 1000;
/** Keywords of PNG text chunks under our names. */
const PNG_TEXTS: ReadonlyMap<string, string> = new Map([
  ["Title", "title"],
  ["Author", "author"],
  ["Description", "description"],
  ["Copyright", "copyright"],
  ["Software", "application"],
]);

function readPng(view: ByteView): Found | undefined {
  if (view.text(0, 8) !== "\x89PNG\r\n\x1a\n" || view.text(12, 4) !== "IHDR") return undefined;
  const values: Record<string, JsonValue> = {};
  for (let at = 8, chunks = 0; at < view.length && chunks < MAX_CHUNKS; chunks++) {
    const length = view.u32(at) ?? view.length;
    const type = view.text(at + 4, 4);
    if (type === "eXIf") Object.assign(values, readTiff(view.slice(at + 8, length))?.values);
    if (type === "tEXt") {
      const [keyword = "", text = ""] = view.text(at + 8, Math.min(length, MAX_TEXT)).split("\0");
      const name = PNG_TEXTS.get(keyword);
      if (name !== undefined && text.trim() !== "") values[name] = text.trim();
    }
    at += length + 12;
  }
  return { format: "PNG", width: view.u32(16), height: view.u32(20), values };
}

/** Walks the segments up to the frame header, which has the size; EXIF data comes before it. */
function readJpeg(view: ByteView): Found | undefined {
  if (view.u16(0) !== 0xffd8) return undefined;
  let values: Readonly<Record<string, JsonValue>> = {};
  for (let at = 2, segments = 0; at < view.length && segments < MAX_CHUNKS; segments++) {
    if (view.u8(at) !== 0xff) return undefined;
    const marker = view.u8(at + 1) ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = view.u16(at + 2) ?? view.length;
    if (marker === 0xe1 && view.text(at + 4, 6) === "Exif\0\0") {
      values = readTiff(view.slice(at + 10, length - 8))?.values ?? values;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { format: "JPEG", height: view.u16(at + 5), width: view.u16(at + 7), values };
    at += 2 + length;
  }
  return undefined;
}

function readGif(view: ByteView): Found | undefined {
  if (!/^GIF8[79]a$/.test(view.text(0, 6))) return undefined;
  return { format: "GIF", width: view.u16(6, true), height: view.u16(8, true) };
}

function readBmp(view: ByteView): Found | undefined {
  if (view.text(0, 2) !== "BM") return undefined;
  const height = view.u32(22, true);
  // A negative height only says that the rows come from the top.
  return { format: "BMP", width: view.u32(18, true), height: height === undefined ? undefined : Math.abs(height | 0) };
}

function readWebp(view: ByteView): Found | undefined {
  if (view.text(0, 4) !== "RIFF" || view.text(8, 4) !== "WEBP") return undefined;
  let size: { width: number | undefined; height: number | undefined } | undefined;
  let values: Readonly<Record<string, JsonValue>> = {};
  for (let at = 12, chunks = 0; at < view.length && chunks < MAX_CHUNKS; chunks++) {
    const type = view.text(at, 4);
    const length = view.u32(at + 4, true) ?? view.length;
    size ??= webpSize(view, type, at + 8);
    if (type === "EXIF") values = readTiff(view.slice(at + 8, length))?.values ?? values;
    at += 8 + length + (length & 1);
  }
  return size === undefined ? undefined : { format: "WebP", ...size, values };
}

function webpSize(
  view: ByteView,
  type: string,
  at: number,
): { width: number | undefined; height: number | undefined } | undefined {
  const plus = (value: number | undefined): number | undefined => (value === undefined ? undefined : value + 1);
  if (type === "VP8X") return { width: plus(view.u24(at + 4)), height: plus(view.u24(at + 7)) };
  if (type === "VP8 ") {
    return { width: (view.u16(at + 6, true) ?? 0) & 0x3fff, height: (view.u16(at + 8, true) ?? 0) & 0x3fff };
  }
  if (type !== "VP8L") return undefined;
  const bits = view.u32(at + 1, true) ?? 0;
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
