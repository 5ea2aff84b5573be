import { childOf, type CompoundEntry } from "../../compound-file.ts";
import type { JsonValue } from "../../parts.ts";
import { fileTimeToDate } from "./file-time.ts";

/*
 * What an old binary office file says about itself: a property set ([MS-OLEPS]) in the stream `\5SummaryInformation`.
 * A head names the section; the section lists pairs of a property's number and where its typed value stands.
 */

const SECTION_OFFSET_AT = 44;
const CODE_PAGE = 1;
const NAMES = new Map([
  [2, "title"],
  [3, "subject"],
  [4, "author"],
  [5, "keywords"],
  [6, "description"],
  [8, "lastModifiedBy"],
  [12, "created"],
  [13, "modified"],
  [14, "pages"],
  [15, "words"],
  [18, "application"],
]);
const TYPE = { number: 3, shortNumber: 2, narrow: 30, wide: 31, time: 64 } as const;
/** More properties than this are none. */
const MAX_PROPERTIES = 200;

/** Never throws: a damaged set gives what can be read of it. */
export function readSummaryInformation(
  root: CompoundEntry,
  decode: (bytes: Uint8Array, codePage: number) => string,
): Record<string, JsonValue> {
  const values: Record<string, JsonValue> = {};
  const bytes = Buffer.from(childOf(root, "\u0005SummaryInformation")?.read() ?? []);
  if (bytes.length < SECTION_OFFSET_AT + 4) return values;
  const section = bytes.subarray(bytes.readUInt32LE(SECTION_OFFSET_AT));
  if (section.length < 8) return values;
  const offsets = new Map<number, number>();
  for (let index = 0; index < Math.min(section.readUInt32LE(4), MAX_PROPERTIES); index++) {
    const at = 8 + index * 8;
    if (at + 8 <= section.length) offsets.set(section.readUInt32LE(at), section.readUInt32LE(at + 4));
  }
  const codePageAt = offsets.get(CODE_PAGE);
  const codePage = codePageAt === undefined ? 1252 : (number(section, codePageAt) ?? 1252) & 0xffff;
  for (const [id, name] of NAMES) {
    const at = offsets.get(id);
    const value = at === undefined ? undefined : valueAt(section, at, (text) => decode(text, codePage));
    if (value !== undefined && value !== "" && value !== 0) values[name] = value;
  }
  return values;
}

function number(section: Buffer, at: number): number | undefined {
  return at + 8 <= section.length ? section.readInt32LE(at + 4) : undefined;
}

function valueAt(section: Buffer, at: number, decode: (bytes: Uint8Array) => string): JsonValue | undefined {
  if (at + 8 > section.length) return undefined;
  const length = section.readUInt32LE(at + 4);
  switch (section.readUInt32LE(at) & 0xffff) {
    case TYPE.number:
      return number(section, at);
    case TYPE.shortNumber:
      return section.readInt16LE(at + 4);
    case TYPE.narrow:
      return decode(section.subarray(at + 8, at + 8 + length))
        .replace(/\0[^]*$/, "")
        .trim();
    case TYPE.wide:
      return section
        .toString("utf16le", at + 8, at + 8 + length * 2)
        .replace(/\0[^]*$/, "")
        .trim();
    case TYPE.time:
      return at + 12 <= section.length ? timeText(section.readBigUInt64LE(at + 4)) : undefined;
    default:
      return undefined;
  }
}

function timeText(value: bigint): string | undefined {
  const date = fileTimeToDate(value);
  // Durations, such as the time of editing, are kept as times near 1601.
  if (date === undefined || date.getTime() < 0) return undefined;
  return date.toISOString().replace(/\.\d+Z$/, "Z");
}
