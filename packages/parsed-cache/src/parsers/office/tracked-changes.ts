import type { Revision } from "../../parts.ts";
import type { WordTally } from "../word-tally.ts";

/** A change as RTF and DOC mark it on a stretch of text. */
export interface ChangeMark {
  readonly change?: Revision["kind"];
  /** Number in the table of authors. */
  readonly author?: number;
  /** Packed as Word packs it. */
  readonly date?: number;
}

/** The revisions of a document by their marks: equal marks are one change, counted once. `authors` may still grow. */
export function createRevisions(
  authors: readonly string[],
  tally: WordTally,
): (mark: ChangeMark) => Revision | undefined {
  const revisions = new Map<string, Revision>();
  return ({ change, author, date }) => {
    if (change === undefined) return undefined;
    const key = `${change} ${author} ${date}`;
    const known = revisions.get(key);
    if (known !== undefined) return known;
    const name = author === undefined ? undefined : authors[author];
    const when = date === undefined ? undefined : dttmToIso(date);
    const revision = { kind: change, ...(name && { author: name }), ...(when !== undefined && { date: when }) };
    revisions.set(key, revision);
    tally.revision(revision);
    return revision;
  };
}

/**
 * Word's date of a change (`DTTM`, [MS-DOC] 2.9.60) in ISO 8601: minutes, hours, day, month and years since 1900, packed
 * into 32 bits.
 */
function dttmToIso(packed: number): string | undefined {
  const bits = packed >>> 0;
  const [month, day] = [(bits >>> 16) & 15, (bits >>> 11) & 31];
  if (month === 0 || day === 0) return undefined;
  return isoMinute(((bits >>> 20) & 511) + 1900, month, day, (bits >>> 6) & 31, bits & 63);
}

/** `2026-03-01T09:30:00`, in the time zone of whoever wrote it, which these formats do not say. */
export function isoMinute(year: number, month: number, day: number, hour: number, minute: number): string {
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:00`;
}
