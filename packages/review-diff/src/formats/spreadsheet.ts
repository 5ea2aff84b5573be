import { longestAscending, type Pair } from "../align/align-sequences.ts";
import { type ChangeList, createChangeList } from "../change-list.ts";
import { movedBetween } from "../compare-moving-items.ts";
import type { DiffFormat } from "../file-diff.ts";
import { haveParts, noteLosses, readParts } from "../read-parts.ts";
import { alignGrid } from "../sheets/align-grid.ts";
import { sheetAddress } from "../sheets/cell-place.ts";
import { compareSheets, sheetText } from "../sheets/compare-sheets.ts";
import { matchSheets, type SheetMatches } from "../sheets/match-sheets.ts";
import { readSheets, type Sheet } from "../sheets/sheet-model.ts";
import { createMovement } from "../sheets/sheet-movement.ts";
import { compareBlocks } from "../texts/compare-blocks.ts";

const EXTENSIONS = /\.(?:xlsx|xlsm|xltx|xltm|xlsb|xls|ods|ots|csv|tsv)$/i;

/**
 * Workbooks and tables of text. Sheets are matched by name, then by content; rows and columns are aligned before cells
 * are compared, so that an inserted row is one change. Values, formulas, number formats and comments are told apart. A
 * value that changed only because a formula was calculated anew is counted in a note, unless nothing else changed.
 *
 * Takes sides with parts whose path names a spreadsheet; rejects when neither has a sheet.
 */
export function createSpreadsheetFormat(): DiffFormat {
  return {
    specVersion: 1,
    name: "spreadsheet",
    accepts: (before, after) =>
      haveParts(before, after) && (EXTENSIONS.test(after.path) || EXTENSIONS.test(before.path)),
    async diff(before, after, { maxChanges, signal }) {
      const list = createChangeList(maxChanges);
      const [partsBefore, partsAfter] = [await readParts(before, signal), await readParts(after, signal)];
      const [sheetsBefore, sheetsAfter] = [readSheets(partsBefore), readSheets(partsAfter)];
      if (sheetsBefore.length + sheetsAfter.length === 0)
        throw new Error("the parsed view of neither version has a sheet");
      const matches = matchSheets(sheetsBefore, sheetsAfter);
      addSheetChanges(sheetsBefore, sheetsAfter, matches, list);
      const aligned = matches.matched.map((match) => {
        signal?.throwIfAborted();
        return { ...match, alignment: alignGrid(match.before, match.after) };
      });
      const movement = createMovement(aligned);
      const recalculated = aligned.flatMap((sheet) => compareSheets(sheet, movement, list, signal));
      if (list.count === 0) for (const change of recalculated) list.add(change);
      else if (recalculated.length > 0) {
        const [cells, show] =
          recalculated.length === 1 ? ["1 cell", "shows"] : [`${recalculated.length} cells`, "show"];
        list.note(`${cells} with an unchanged formula ${show} another value, not listed one by one.`);
      }
      // Text boxes over the cells.
      compareBlocks(partsBefore, partsAfter, list);
      noteLosses(partsBefore, partsAfter, list);
      return list.toFileDiff("spreadsheet", after.path);
    },
  };
}

/** Sheets that came, went, were renamed, moved, hidden or shown. */
function addSheetChanges(
  before: readonly Sheet[],
  after: readonly Sheet[],
  { matched, removed, added }: SheetMatches,
  list: ChangeList,
): void {
  for (const sheet of removed) {
    list.add({ kind: "removed", subject: "sheet", address: sheetAddress(sheet.name), before: sheetText(sheet) });
  }
  for (const sheet of added) {
    list.add({ kind: "added", subject: "sheet", address: sheetAddress(sheet.name), after: sheetText(sheet) });
    if (sheet.hidden)
      list.risk({ kind: "hidden-content", address: sheetAddress(sheet.name), detail: "the new sheet is hidden" });
  }
  const order = matched.map((match, index): Pair => [index, before.indexOf(match.before)]);
  const inOrder = new Set(longestAscending(order).map(([index]) => index));
  for (const [index, match] of matched.entries()) {
    const [was, is] = [match.before, match.after];
    const address = sheetAddress(is.name);
    if (was.name !== is.name)
      list.add({ kind: "renamed", subject: "sheet", address, before: was.name, after: is.name });
    if (!inOrder.has(index))
      list.add({ subject: "sheet", address, ...movedBetween(before.indexOf(was), after.indexOf(is)) });
    if (was.hidden !== is.hidden) {
      const state = ({ hidden }: Sheet): string => (hidden ? "hidden" : "visible");
      list.add({ kind: "changed", subject: "sheet", address, before: state(was), after: state(is) });
    }
  }
}
