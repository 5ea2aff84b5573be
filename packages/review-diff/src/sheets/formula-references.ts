import { columnName, columnNumber, type CellPlace } from "./cell-place.ts";

/*
 * References in formulas. Inserting a row rewrites every formula that points below it; a reader who inserted one row
 * did not change those formulas. So formulas are compared with the references of the before version moved to where the
 * same cells are in the after version.
 */

/** A text in quotes, or a reference with its sheet: `A1`, `$B$2:C9`, `'Q1 plan'!A1`, `Data!A:A` is none. */
const TEXT_OR_REFERENCE =
  /("(?:[^"]|"")*")|((?:'(?:[^']|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!)?(?<![\p{L}\p{N}_.$])(\$?[A-Z]{1,3}\$?[1-9]\d{0,6})(?::(\$?[A-Z]{1,3}\$?[1-9]\d{0,6}))?(?![\p{L}\p{N}_(!])/gu;

/** The formula with every reference replaced by `#`: what stays the same when rows and columns move. */
export function formulaSkeleton(formula: string): string {
  return formula.replace(TEXT_OR_REFERENCE, (whole, text: string | undefined) => (text === undefined ? "#" : whole));
}

/** Where cells went. */
export interface Movement {
  /** Name in the after version of a sheet of the before version. */
  sheetName(before: string): string;
  place(sheet: string, before: CellPlace): CellPlace;
}

/** The formula of a cell in `sheet`, as it has to read in the after version when only its cells moved. */
export function moveReferences(formula: string, sheet: string, movement: Movement): string {
  return formula.replace(
    TEXT_OR_REFERENCE,
    (whole, text: string | undefined, prefix: string | undefined, from: string, to: string | undefined) => {
      if (text !== undefined) return whole;
      const target = prefix === undefined ? sheet : sheetOf(prefix);
      const moved = [from, ...(to === undefined ? [] : [to])].map((ref) => moveReference(ref, target, movement));
      const name = movement.sheetName(target);
      return `${prefix === undefined || name === target ? (prefix ?? "") : prefixOf(name)}${moved.join(":")}`;
    },
  );
}

function moveReference(ref: string, sheet: string, movement: Movement): string {
  const [, columnLock = "", letters = "", rowLock = "", digits = ""] = /^(\$?)([A-Z]+)(\$?)(\d+)$/.exec(ref) ?? [];
  const { column, row } = movement.place(sheet, { column: columnNumber(letters), row: Number(digits) });
  return `${columnLock}${columnName(column)}${rowLock}${row}`;
}

function sheetOf(prefix: string): string {
  const name = prefix.slice(0, -1);
  return name.startsWith("'") ? name.slice(1, -1).replaceAll("''", "'") : name;
}

function prefixOf(sheet: string): string {
  return /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(sheet) ? `${sheet}!` : `'${sheet.replaceAll("'", "''")}'!`;
}
