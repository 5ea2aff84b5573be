import { longestAscending, type Pair } from "../align/align-sequences.ts";
import type { ChangeList } from "../change-list.ts";
import { movedBetween } from "../compare-moving-items.ts";
import type { DiffInput } from "../file-diff.ts";
import { noteLosses } from "../read-parts.ts";
import { compareBlocks } from "../texts/compare-blocks.ts";
import { alignGrid } from "./align-grid.ts";
import { type CellContents, createCellContents } from "./cell-contents.ts";
import { sheetAddress } from "./cell-place.ts";
import { compareNames } from "./compare-names.ts";
import { compareSheets } from "./compare-sheets.ts";
import { matchSheets, type SheetMatches } from "./match-sheets.ts";
import { readWorkbook, type Sheet } from "./sheet-model.ts";
import { createMovement } from "./sheet-movement.ts";
import { sheetText } from "./sheet-texts.ts";

export interface WorkbookOptions {
  /** Headings or letters of the columns by which rows are known; none to look for a key. */
  readonly keys: readonly string[];
  readonly signal: AbortSignal | undefined;
}

/** Adds what changed between two workbooks or tables of text. Rejects when neither has a sheet. */
export async function compareWorkbooks(
  inputs: readonly [before: DiffInput, after: DiffInput],
  list: ChangeList,
  { keys, signal }: WorkbookOptions,
): Promise<void> {
  const contents = createCellContents();
  const before = await readWorkbook(inputs[0], contents, signal);
  const after = await readWorkbook(inputs[1], contents, signal);
  if (before.sheets.length + after.sheets.length === 0)
    throw new Error("the parsed view of neither version has a sheet");
  const matches = matchSheets(before.sheets, after.sheets, contents);
  compareSheetLists(before.sheets, after.sheets, matches, list, contents);
  const aligned = matches.matched.map((match) => {
    signal?.throwIfAborted();
    return { ...match, alignment: alignGrid(match.before, match.after, contents, keys) };
  });
  const movement = createMovement(aligned);
  const haveFormats = before.isTyped && after.isTyped;
  const comparison = { contents, movement, list, haveFormats, signal };
  const recalculated = aligned.flatMap((sheet) => compareSheets(sheet, comparison));
  compareNames(before.names, after.names, movement, (change) => list.add(change));
  if (list.count === 0) for (const change of recalculated) list.add(change);
  else if (recalculated.length > 0) {
    const [cells, show] = recalculated.length === 1 ? ["1 cell", "shows"] : [`${recalculated.length} cells`, "show"];
    list.note(`${cells} with an unchanged formula ${show} another value, not listed one by one.`);
  }
  // Text boxes over the cells.
  await compareBlocks(before.otherParts, after.otherParts, list);
  noteLosses(before.otherParts, after.otherParts, list);
}

/** Sheets that came, went, were renamed, moved, hidden or shown. */
function compareSheetLists(
  before: readonly Sheet[],
  after: readonly Sheet[],
  { matched, removed, added }: SheetMatches,
  list: ChangeList,
  contents: CellContents,
): void {
  for (const sheet of removed) {
    list.add({
      kind: "removed",
      subject: "sheet",
      address: sheetAddress(sheet.name),
      before: sheetText(sheet, contents),
    });
  }
  for (const sheet of added) {
    list.add({ kind: "added", subject: "sheet", address: sheetAddress(sheet.name), after: sheetText(sheet, contents) });
    if (sheet.hidden)
      list.risk({ kind: "hidden-content", address: sheetAddress(sheet.name), detail: "the new sheet is hidden" });
  }
  const order = matched.map((match, index): Pair => [index, before.indexOf(match.before)]);
  const inOrder = new Set(longestAscending(order).map(([index]) => index));
  for (const [index, { before: was, after: is }] of matched.entries()) {
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
