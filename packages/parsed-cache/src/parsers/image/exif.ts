import type { JsonValue } from "../../parts.ts";
import { byteView, type ByteView } from "./byte-view.ts";

/** What a TIFF structure, of a TIFF file or of the EXIF data in another image, says about its first picture. */
export interface TiffFacts {
  readonly width?: number;
  readonly height?: number;
  /** Pictures in the file; 1 for EXIF data. */
  readonly pictures: number;
  /** Under the names of our metadata. */
  readonly values: Readonly<Record<string, JsonValue>>;
}

type Value = string | readonly number[];

const MAX_TAGS = 512;
const MAX_TEXT = 1000;
const BYTES_PER_TYPE: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8 };
const [ASCII, SHORT, LONG, RATIONAL] = [2, 3, 4, 5];

const TEXT_TAGS: readonly (readonly [tag: number, name: string])[] = [
  [0x010e, "description"],
  [0x010f, "cameraMake"],
  [0x0110, "cameraModel"],
  [0x0131, "application"],
  [0x013b, "author"],
  [0x8298, "copyright"],
];
const TAG = {
  width: 0x0100,
  height: 0x0101,
  orientation: 0x0112,
  modified: 0x0132,
  exif: 0x8769,
  gps: 0x8825,
  taken: 0x9003,
} as const;

/** Reads a TIFF structure; `undefined` when the bytes are none. Follows at most `maxPictures` pictures. */
export function readTiff(bytes: Uint8Array, maxPictures = 1): TiffFacts | undefined {
  const view = byteView(bytes);
  const order = view.text(0, 2);
  const littleEndian = order === "II";
  if ((!littleEndian && order !== "MM") || view.u16(2, littleEndian) !== 42) return undefined;
  const start = view.u32(4, littleEndian) ?? 0;
  const first = readDirectory(view, start, littleEndian);
  const directoryAt = (tag: number): ReadonlyMap<number, Value> => {
    const at = numberOf(first.tags.get(tag));
    return at === undefined ? new Map() : readDirectory(view, at, littleEndian).tags;
  };
  const values: Record<string, JsonValue> = {};
  for (const [tag, name] of TEXT_TAGS) {
    const text = first.tags.get(tag);
    if (typeof text === "string" && text !== "") values[name] = text;
  }
  const taken = isoDate(directoryAt(TAG.exif).get(TAG.taken));
  const modified = isoDate(first.tags.get(TAG.modified));
  const orientation = numberOf(first.tags.get(TAG.orientation));
  const position = readPosition(directoryAt(TAG.gps));
  if (taken !== undefined) values["taken"] = taken;
  if (modified !== undefined) values["modified"] = modified;
  if (orientation !== undefined && orientation > 1 && orientation <= 8) values["orientation"] = orientation;
  if (position !== undefined) values["position"] = position;
  const width = numberOf(first.tags.get(TAG.width));
  const height = numberOf(first.tags.get(TAG.height));
  return {
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    pictures: countPictures(view, start, littleEndian, maxPictures),
    values,
  };
}

interface Directory {
  readonly tags: ReadonlyMap<number, Value>;
  readonly next: number;
}

function readDirectory(view: ByteView, at: number, littleEndian: boolean): Directory {
  const tags = new Map<number, Value>();
  const count = Math.min(view.u16(at, littleEndian) ?? 0, MAX_TAGS);
  for (let index = 0; index < count; index++) {
    const entry = at + 2 + index * 12;
    const tag = view.u16(entry, littleEndian);
    const type = view.u16(entry + 2, littleEndian) ?? 0;
    const items = view.u32(entry + 4, littleEndian) ?? 0;
    const size = (BYTES_PER_TYPE[type] ?? 0) * items;
    if (tag === undefined || size === 0) continue;
    const place = size <= 4 ? entry + 8 : (view.u32(entry + 8, littleEndian) ?? view.length);
    tags.set(tag, readValue(view, type, items, place, littleEndian));
  }
  return { tags, next: view.u32(at + 2 + count * 12, littleEndian) ?? 0 };
}

function readValue(view: ByteView, type: number, items: number, place: number, littleEndian: boolean): Value {
  if (type === ASCII) {
    const raw = view.slice(place, Math.min(items, MAX_TEXT));
    return new TextDecoder()
      .decode(raw)
      .replace(/\0[^]*$/, "")
      .trim();
  }
  const numbers: number[] = [];
  for (let index = 0; index < Math.min(items, 8); index++) {
    const number =
      type === SHORT
        ? view.u16(place + index * 2, littleEndian)
        : type === LONG
          ? view.u32(place + index * 4, littleEndian)
          : type === RATIONAL
            ? (view.u32(place + index * 8, littleEndian) ?? 0) / (view.u32(place + index * 8 + 4, littleEndian) || 1)
            : view.u8(place + index);
    if (number !== undefined) numbers.push(number);
  }
  return numbers;
}

function numberOf(value: Value | undefined): number | undefined {
  return typeof value === "object" ? value[0] : undefined;
}

/** `2024:03:05 09:30:00` as `2024-03-05T09:30:00`: cameras know no time zone. */
function isoDate(value: Value | undefined): string | undefined {
  const match = typeof value === "string" ? /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)/.exec(value) : null;
  return match === null ? undefined : `${match[1]}-${match[2]}-${match[3]}T${match[4]}`;
}

/** Degrees, south and west negative. */
function readPosition(tags: ReadonlyMap<number, Value>): { latitude: number; longitude: number } | undefined {
  const degrees = (reference: number, tag: number): number | undefined => {
    const parts = tags.get(tag);
    if (typeof parts !== "object" || parts.length < 3) return undefined;
    const size = parts[0]! + parts[1]! / 60 + parts[2]! / 3600;
    const sign = /^[SW]/.test(String(tags.get(reference))) ? -1 : 1;
    return Number.isFinite(size) ? sign * Number(size.toFixed(6)) : undefined;
  };
  const latitude = degrees(1, 2);
  const longitude = degrees(3, 4);
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
}

function countPictures(view: ByteView, start: number, littleEndian: boolean, most: number): number {
  const seen = new Set<number>();
  for (let at = start; at !== 0 && !seen.has(at) && seen.size < most;) {
    seen.add(at);
    at = readDirectory(view, at, littleEndian).next;
  }
  return seen.size;
}
