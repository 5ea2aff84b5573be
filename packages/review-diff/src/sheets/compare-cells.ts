import type { Cell } from "@runningtab/parsed-cache";
import type { Change, ChangeKind } from "../file-diff.ts";
import { wordSpans } from "../texts/word-spans.ts";

/** What became of one cell. `recalculated`: the same formula, another value. */
export interface CellComparison {
  readonly changes: readonly Omit<Change, "id">[];
  readonly recalculated?: Omit<Change, "id">;
}

const NO_CHANGE: CellComparison = { changes: [] };

/**
 * Compares two cells that are the same place; either may be missing. `expectedFormula` is the formula of the before
 * version as it has to read when nothing but its references moved. A value, a formula, a number format and a comment
 * are told apart.
 */
export function compareCells(
  was: Cell | undefined,
  is: Cell | undefined,
  address: string,
  expectedFormula: string | undefined,
): CellComparison {
  if (was === undefined && is === undefined) return NO_CHANGE;
  const changes: Omit<Change, "id">[] = [];
  const change = (subject: string, before: string, after: string, forced?: ChangeKind): Omit<Change, "id"> => {
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
  };

  let recalculated: Omit<Change, "id"> | undefined;
  if (was?.formula !== undefined || is?.formula !== undefined) {
    const isSame = was?.formula !== undefined && (is?.formula === was.formula || is?.formula === expectedFormula);
    if (!isSame) changes.push(change("formula", contentText(was), contentText(is)));
    else if (was.raw !== is?.raw) recalculated = change("cell", valueText(was, is), valueText(is, was), "changed");
  } else if (was?.raw !== is?.raw) changes.push(change("cell", valueText(was, is), valueText(is, was)));
  const isStill = changes.length === 0 && was?.raw !== undefined;
  if (isStill && was.format !== is?.format) {
    changes.push(change("format", was.format ?? "General", is?.format ?? "General"));
  }
  if (was?.comment !== is?.comment) changes.push(change("comment", was?.comment ?? "", is?.comment ?? ""));
  return { changes, ...(recalculated !== undefined && { recalculated }) };
}

/** A formula with its `=`, or the value as shown. */
export function contentText(cell: Cell | undefined): string {
  return cell?.formula === undefined ? (cell?.shown ?? "") : `=${cell.formula}`;
}

/**
 * The value as shown; where both sides are shown alike although they differ, the stored value, with its type when even
 * that reads the same (the number 5 and the text 5).
 */
function valueText(cell: Cell | undefined, other: Cell | undefined): string {
  if (cell?.raw === undefined) return "";
  if (cell.shown !== other?.shown) return cell.shown === "" ? String(cell.raw) : cell.shown;
  if (String(cell.raw) !== String(other.raw)) return String(cell.raw);
  return `${cell.raw} (${typeof cell.raw === "string" ? "text" : typeof cell.raw})`;
}
