import type { CellObject, WorkBook } from "xlsx";
import { serialToIso } from "./spreadsheet-dates.ts";

/** The cells of a sheet that are stored as a date in words (`t="d"`), by reference. */
export interface IsoCells {
  readonly sheet: string;
  readonly refs: ReadonlySet<string>;
}

export function readIsoCells(worksheet: Uint8Array | undefined, sheet: string): readonly IsoCells[] {
  if (worksheet === undefined) return [];
  const bytes = Buffer.from(worksheet.buffer, worksheet.byteOffset, worksheet.byteLength);
  if (!bytes.includes('t="d"')) return [];
  const refs = new Set<string>();
  for (const [cell] of bytes.toString("utf8").matchAll(/<(?:\w+:)?c\s[^<>]*>/g)) {
    const ref = /\sr="([A-Z]{1,3}\d{1,7})"/.exec(cell)?.[1];
    if (ref !== undefined && /\st="d"/.test(cell)) refs.add(ref);
  }
  return [{ sheet, refs }];
}

/**
 * The library turns such a date into its number. Where no number format shows it as a date again, the date itself is what
 * the cell holds.
 */
export function markIsoCells(
  workbook: WorkBook,
  sheets: readonly IsoCells[],
  date1904: boolean,
  cellAt: (sheet: WorkBook["Sheets"][string], ref: string) => CellObject | undefined,
): void {
  for (const { sheet, refs } of sheets) {
    const found = workbook.Sheets[sheet];
    for (const ref of found === undefined ? [] : refs) {
      const cell = cellAt(found!, ref);
      if (cell?.t !== "n" || (cell.z !== undefined && cell.z !== "General")) continue;
      const iso = serialToIso(Number(cell.v), date1904);
      if (iso !== undefined) Object.assign(cell, { t: "s", v: iso, w: iso });
    }
  }
}
