import { createChangeList } from "../change-list.ts";
import type { DiffFormat, DiffInput } from "../file-diff.ts";
import { doesExist, haveParts } from "../read-parts.ts";
import { compareWorkbooks } from "../sheets/compare-workbooks.ts";
import { TEXT_TABLE } from "../sheets/text-table.ts";
import { looksLikeText } from "../texts/decode-text.ts";

const EXTENSIONS = /\.(?:xlsx|xlsm|xltx|xltm|xlsb|xls|ods|ots|csv|tsv)$/i;

/**
 * Workbooks and tables of text. Sheets are matched by name, then by content; rows and columns are aligned before cells
 * are compared, so that an inserted row is one change. Values, formulas, number formats and comments are told apart. A
 * value that changed only because a formula was calculated anew is counted in a note, unless nothing else changed.
 *
 * Takes sides with parts whose path names a spreadsheet, and the bytes of comma- or tab-separated values; rejects when
 * neither has a sheet.
 */
export function createSpreadsheetFormat(): DiffFormat {
  return {
    specVersion: 1,
    name: "spreadsheet",
    accepts: (before, after) =>
      (EXTENSIONS.test(after.path) || EXTENSIONS.test(before.path)) &&
      (haveParts(before, after) || haveTables(before, after)),
    async diff(before, after, { maxChanges, keys = [], signal }) {
      const list = createChangeList(maxChanges);
      await compareWorkbooks([before, after], list, { keys, signal });
      return list.toFileDiff("spreadsheet", after.path);
    },
  };
}

/** Whether each side has parts, is a table of text in bytes, or does not exist. */
function haveTables(before: DiffInput, after: DiffInput): boolean {
  const isTable = ({ path, bytes, parts }: DiffInput): boolean =>
    parts !== undefined || (bytes !== undefined && TEXT_TABLE.test(path) && looksLikeText(bytes));
  const isFine = (input: DiffInput): boolean => isTable(input) || !doesExist(input);
  return isFine(before) && isFine(after) && (isTable(before) || isTable(after));
}
