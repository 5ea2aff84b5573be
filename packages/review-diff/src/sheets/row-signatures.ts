import type { CellContents } from "./cell-contents.ts";
import type { Sheet } from "./sheet-model.ts";

/** Where the columns that two sheets have in common stand: by column number its place among them, -1 for the others. */
export type ColumnPlaces = Int32Array;

/** A row that has nothing to be known by. */
export const NO_SIGNATURE = 0;

/** Which of a row's cells a signature is made of. */
export interface SignatureRule {
  /** Whether a value at a place counts; places are those of the common columns. */
  counts(value: number, place: number): boolean;
  /** Cells that a row has to have for a signature. At least 1. */
  readonly atLeast: number;
  /** Cells after which no more are looked at; default all. */
  readonly atMost?: number;
}

/** A row's signature by its position, of each side; equal ones belong together. */
export interface RowSignatures {
  before(row: number): number;
  after(row: number): number;
}

/**
 * A number for each row that is equal for rows whose cells in common columns are: 52 bits of hash, so that among a
 * million rows two different ones meet about once in ten thousand times. Nothing is lost when they do: rows that are paired
 * are compared cell by cell. `NO_SIGNATURE` for a row with too few cells that count.
 */
export function rowSignature(
  sheet: Sheet,
  row: number,
  places: ColumnPlaces,
  contents: CellContents,
  { counts, atLeast, atMost = Infinity }: SignatureRule,
): number {
  let [count, sum] = [0, 0];
  const end = sheet.starts[row + 1]!;
  for (let cell = sheet.starts[row]!; cell < end && count < atMost; cell++) {
    const place = places[sheet.columns[cell]!] ?? -1;
    if (place < 0) continue;
    const value = contents.valueOf(sheet.contents[cell]!);
    if (contents.typeOf(value) === "none" || !counts(value, place)) continue;
    count++;
    // Columns may have changed places, so that cells are summed whatever their order; a double holds both summands.
    sum += mix(value, place, 0x9e3779b1) * 0x100000 + (mix(value, place, 0x85ebca6b) >>> 12);
    if (sum >= 0x10000000000000) sum -= 0x10000000000000;
  }
  return count < atLeast ? NO_SIGNATURE : sum + 1;
}

function mix(value: number, place: number, factor: number): number {
  let hash = Math.imul(value + 1, factor) ^ Math.imul(place + 1, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return (hash ^ (hash >>> 15)) >>> 0;
}
