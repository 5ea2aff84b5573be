import type { CellObject } from "xlsx";
import type { Cell } from "../parts.ts";
import { resolveEntities } from "./office/entities.ts";
import { isDurationFormat, serialToIso } from "./spreadsheet-dates.ts";
import { createNumberFormats, type FormatNumber, type NumberFormats } from "./spreadsheet-formats.ts";

/** What converting the cells of a workbook needs to know of it. */
export interface CellReading {
  readonly date1904: boolean;
  /** Whether a number format shows dates or times; asked once a format. */
  isDateFormat(format: string): boolean;
  readonly formats: NumberFormats;
}

export function createCellReading(
  date1904: boolean,
  isDate: (format: string) => boolean,
  formatNumber: FormatNumber,
): CellReading {
  const known = new Map<string, boolean>();
  return {
    date1904,
    formats: createNumberFormats(formatNumber, date1904),
    isDateFormat(format) {
      const before = known.get(format);
      if (before !== undefined) return before;
      const answer = isDate(format) && !isDurationFormat(format);
      known.set(format, answer);
      return answer;
    },
  };
}

/** A stored cell in our terms; `undefined` for one that holds only a style. */
export function readCell(ref: string, cell: CellObject, hidden: boolean, reading: CellReading): Cell | undefined {
  const raw = rawValue(cell, reading);
  const formula = cell.f;
  const comment = commentText(cell);
  if (raw === undefined && formula === undefined && comment === undefined) return undefined;
  const format = typeof cell.z === "string" && cell.z !== "General" ? cell.z : undefined;
  return {
    ref,
    shown: raw === undefined ? "" : (shownText(cell, reading) ?? shownWithoutFormat(raw)),
    ...(raw !== undefined && { raw }),
    ...(formula !== undefined && { formula }),
    ...(format !== undefined && { format }),
    ...(hidden && { hidden: true as const }),
    ...(comment !== undefined && { comment }),
  };
}

function shownText({ t, v, z, w }: CellObject, { formats }: CellReading): string | undefined {
  return t === "n" && typeof z === "string" && typeof v === "number" ? formats.show(z, v, w) : w;
}

function rawValue(cell: CellObject, reading: CellReading): string | number | boolean | undefined {
  switch (cell.t) {
    case "n": {
      const value = Number(cell.v);
      if (cell.v === undefined || Number.isNaN(value)) return undefined;
      if (typeof cell.z !== "string" || !reading.isDateFormat(cell.z)) return value;
      return serialToIso(value, reading.date1904) ?? value;
    }
    case "s":
      return cell.v === undefined ? undefined : String(cell.v);
    case "b":
      return Boolean(cell.v);
    case "e":
      // The stored value is the program's code for the error; its name is what people and formulas call it.
      return cell.w ?? `#ERROR ${String(cell.v)}`;
    case "d":
    case "z":
      return undefined;
  }
}

function shownWithoutFormat(raw: string | number | boolean): string {
  return typeof raw === "boolean" ? String(raw).toUpperCase() : String(raw);
}

function commentText(cell: CellObject): string | undefined {
  const text = cell.c
    ?.map((comment) => {
      const isThreaded = comment.T === true || Number(comment.T) === 1;
      const said = isThreaded ? decodeThreaded(comment.t ?? "") : (comment.t ?? "");
      const author = isThreaded ? decodeThreaded(comment.a ?? "") : (comment.a ?? "");
      const words = said.replaceAll("\r\n", "\n").trim();
      // Excel itself begins a note with its author; only a name that is not there yet is added.
      return author === "" || words === "" || words.startsWith(`${author}:`) ? words : `${author}: ${words}`;
    })
    .filter((words) => words !== "")
    .join("\n");
  return text === "" ? undefined : text;
}

/** The library hands out threaded comments as they stand in the file: UTF-8 bytes as characters, entities unresolved. */
function decodeThreaded(stored: string): string {
  return resolveEntities(/[^\x00-\xff]/.test(stored) ? stored : Buffer.from(stored, "latin1").toString("utf8"));
}
