import type { Change, ChangeKind } from "../file-diff.ts";
import { wordSpans } from "../texts/word-spans.ts";
import type { CellContent } from "./cell-contents.ts";

/** What became of one cell. `recalculated`: the same formula, another value. */
export interface CellComparison {
  readonly changes: readonly Omit<Change, "id">[];
  readonly recalculated?: Omit<Change, "id">;
}

export interface ComparedCell {
  readonly was: CellContent | undefined;
  readonly is: CellContent | undefined;
  /** Where it stands in the after version. */
  readonly address: string;
  /** Whether the values are the same, however they are written. */
  readonly isSameValue: boolean;
  /** Whether both files have number formats, so that a missing one says something. */
  readonly haveFormats: boolean;
  /** A formula of the before version as it has to read when nothing but its references moved. */
  expectedFormula(formula: string): string;
}

/**
 * Compares two cells that are the same place; either may be missing. A value, a formula, a number format and a comment
 * are told apart, also where several of them changed.
 */
export function compareCells(cell: ComparedCell): CellComparison {
  const { was, is, address, haveFormats } = cell;
  const changes: Omit<Change, "id">[] = [];
  const add = (subject: string, before: string, after: string, more: Partial<Change> = {}): void => {
    changes.push({ ...sidesOf(subject, address, before, after), ...more });
  };

  let recalculated: Omit<Change, "id"> | undefined;
  if (was?.formula !== undefined || is?.formula !== undefined) {
    if (!isSameFormula(cell)) add("formula", contentText(was), contentText(is), effectOf(was, is));
    else if (was?.raw !== is?.raw) {
      recalculated = sidesOf("cell", address, valueText(was, is), valueText(is, was), "changed");
    }
  } else if (was?.raw !== is?.raw) {
    if (!cell.isSameValue) add("cell", valueText(was, is), valueText(is, was));
    // A number of a workbook and the same one in a table of text are not even written differently.
    else if (typeof was?.raw === typeof is?.raw) add("format", String(was?.raw), String(is?.raw));
  }
  const hasBoth = hasContent(was) && hasContent(is);
  if (haveFormats && hasBoth && was?.format !== is?.format) {
    add("format", was?.format ?? "General", is?.format ?? "General");
  }
  if (was?.comment !== is?.comment) add("comment", was?.comment ?? "", is?.comment ?? "");
  return { changes, ...(recalculated !== undefined && { recalculated }) };
}

function isSameFormula({ was, is, expectedFormula }: ComparedCell): boolean {
  if (was?.formula === undefined || is?.formula === undefined) return false;
  return is.formula === was.formula || is.formula === expectedFormula(was.formula);
}

function sidesOf(
  subject: string,
  address: string,
  before: string,
  after: string,
  forced?: ChangeKind,
): Omit<Change, "id"> {
  const kind = forced ?? (before === "" ? "added" : after === "" ? "removed" : "changed");
  const spans = kind === "changed" ? wordSpans(before, after) : undefined;
  return {
    kind,
    subject,
    address,
    ...(kind !== "added" && { before }),
    ...(kind !== "removed" && { after }),
    ...(spans !== undefined && { spans }),
  };
}

/** What an edited formula did to the value of its own cell, where both formulas had one. */
function effectOf(was: CellContent | undefined, is: CellContent | undefined): Pick<Change, "effect"> {
  if (was?.formula === undefined || is?.formula === undefined) return {};
  if (was.raw === undefined || is.raw === undefined || was.raw === is.raw) return {};
  return { effect: { before: valueText(was, is), after: valueText(is, was) } };
}

function hasContent(cell: CellContent | undefined): boolean {
  return cell?.raw !== undefined || cell?.formula !== undefined;
}

/** A formula with its `=`, or the value as shown. */
export function contentText(cell: CellContent | undefined): string {
  return cell?.formula === undefined ? (cell?.shown ?? "") : `=${cell.formula}`;
}

/**
 * The value as shown; where both sides are shown alike although they differ, the stored value; and its type where that
 * is the difference (the number 5 and the text 5).
 */
function valueText(cell: CellContent | undefined, other: CellContent | undefined): string {
  if (cell?.raw === undefined) return "";
  const shown = cell.shown === "" || cell.shown === other?.shown ? String(cell.raw) : cell.shown;
  const isOfOtherType = other?.raw !== undefined && typeof cell.raw !== typeof other.raw;
  const isSameText = isOfOtherType && plain(cell.raw) === plain(other.raw);
  return isSameText ? `${shown} (${typeof cell.raw === "string" ? "text" : typeof cell.raw})` : shown;
}

function plain(raw: string | number | boolean): string {
  return String(raw).replaceAll(",", "");
}
