import type { DocumentParser } from "../document-parser.ts";
import type { Cell } from "../parts.ts";
import { columnName } from "../column-name.ts";
import { csvLayout } from "./csv-delimiter.ts";
import { withoutBlanksAroundQuotes } from "./csv-spaced-quotes.ts";
import { decodeText, encodingLosses } from "./text-decoding.ts";

/** The one table of the file, named as spreadsheet programs name it when they open one. */
const SHEET_NAME = "Sheet1";
const ROWS_PER_PART = 1000;

/**
 * Comma- and tab-separated values as a sheet. Types are never guessed: every cell is the text that stands in the file.
 * Options: `delimiter` (default: as a first line `sep=;` says, else found among `, ; | tab` and the ASCII unit separator). Losses: `malformed-rows`,
 * `truncated`, `encoding-guessed`, `characters-undecodable`.
 */
export const parser: DocumentParser = {
  async parse(bytes, options, emit, limits) {
    const { default: papaparse } = await import("papaparse");
    const decoded = await decodeText(bytes);
    const address = `sheet=${SHEET_NAME}`;
    let cells: Cell[] = [];
    let rows = 0;
    /** The line end of the last row makes the reader see one more, empty. */
    let lastFilledRow = 0;
    let columns = 0;
    let cellCount = 0;
    let malformed = 0;
    let isTruncated = false;
    const flush = (): void => {
      emit({ type: "sheet", address, name: SHEET_NAME, hidden: false, cells });
      cells = [];
    };
    const layout = csvLayout(decoded.text);
    const delimiter = delimiterOf(options) ?? layout.delimiter;
    papaparse.parse<string[]>(withoutBlanksAroundQuotes(decoded.text.slice(layout.start), delimiter), {
      delimiter,
      skipEmptyLines: false,
      step: ({ data, errors }, reader) => {
        malformed += errors.filter((error) => error.type === "Quotes").length;
        cellCount += data.length;
        if (cellCount > limits.maxCells) {
          isTruncated = true;
          return reader.abort();
        }
        rows += 1;
        columns = Math.max(columns, data.length);
        for (const [column, text] of data.entries()) {
          if (text === "") continue;
          cells.push({ ref: `${columnName(column)}${rows}`, shown: text, raw: text });
          lastFilledRow = rows;
        }
        if (rows % ROWS_PER_PART === 0) flush();
      },
    });
    if (cells.length > 0 || rows < ROWS_PER_PART) flush();
    if (malformed > 0)
      emit({ type: "loss", kind: "malformed-rows", count: malformed, detail: "quotes that do not pair" });
    if (isTruncated)
      emit({
        type: "loss",
        kind: "truncated",
        count: 1,
        detail: `rows after ${rows}: more than ${limits.maxCells} cells`,
      });
    for (const loss of encodingLosses(decoded)) emit(loss);
    emit({ type: "metadata", values: { rows: lastFilledRow, columns, encoding: decoded.encoding } });
  },
};

function delimiterOf(options: unknown): string | undefined {
  if (typeof options !== "object" || options === null || !("delimiter" in options)) return undefined;
  return String(options.delimiter);
}
