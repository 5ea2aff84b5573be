import type { JsonValue } from "../parts.ts";
import { resolveEntities } from "./office/entities.ts";

/** What a cell may be chosen from: a list of texts, or the cells or name that hold it. */
export interface CellChoices {
  readonly sheet: string;
  /** Ranges with blanks between them, as `B2:B10 D4`. */
  readonly ref: string;
  readonly values?: readonly string[];
  readonly from?: string;
}

/** They stand behind the cells; more of a part than this is not looked through. */
const MAX_TAIL_BYTES = 1024 * 1024;
const MAX_LISTED = 200;

/** The lists of a sheet's cells, also those that refer to other sheets, which stand in an extension. At most 200. */
export function readCellChoices(worksheet: Uint8Array | undefined, sheet: string): readonly CellChoices[] {
  if (worksheet === undefined) return [];
  const bytes = Buffer.from(worksheet.buffer, worksheet.byteOffset, worksheet.byteLength);
  const start = Math.max(bytes.lastIndexOf("sheetData"), bytes.byteLength - MAX_TAIL_BYTES);
  if (!bytes.includes("dataValidation", start)) return [];
  const found: CellChoices[] = [];
  // Cut up before it is searched, so that what is never closed costs no more than its length.
  for (const piece of bytes
    .toString("utf8", start)
    .split(/<(?:\w+:)?dataValidation\s/)
    .slice(1)) {
    const attributes = piece.slice(0, piece.indexOf(">"));
    const formula = /<(?:\w+:)?(?:formula1|f)>\s*([^<\s][^<]*)</.exec(piece)?.[1];
    const ref = /\bsqref="([^"]*)"/.exec(attributes)?.[1] ?? /<(?:\w+:)?sqref>([^<]*)</.exec(piece)?.[1];
    if (!/\btype="list"/.test(attributes) || formula === undefined || ref === undefined) continue;
    found.push({ sheet, ref, ...choicesOf(resolveEntities(formula).trim()) });
    if (found.length === MAX_LISTED) break;
  }
  return found;
}

function choicesOf(formula: string): Pick<CellChoices, "values" | "from"> {
  const literal = /^"([^]*)"$/.exec(formula)?.[1];
  if (literal === undefined) return { from: formula };
  return {
    values: literal
      .replaceAll('""', '"')
      .split(",")
      .map((value) => value.trim()),
  };
}

export function choicesMetadata(choices: readonly CellChoices[]): Record<string, JsonValue> {
  return choices.length === 0 ? {} : { choices: choices.slice(0, MAX_LISTED).map((one) => ({ ...one })) };
}
