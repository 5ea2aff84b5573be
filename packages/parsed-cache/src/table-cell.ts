/*
 * How every view writes the row of a table: cells set apart by bars, as in Markdown. A bar that belongs to the text of a
 * cell is escaped, since it would move all that follows one column on.
 */

export const CELL_SEPARATOR = " | ";

/** The text of one cell, which may then stand between bars. */
export function escapeCell(text: string): string {
  return text.replaceAll("|", "\\|");
}

/** A row without the bars at its ends. */
export function rowText(cells: readonly string[]): string {
  return cells.map(escapeCell).join(CELL_SEPARATOR);
}

/** Columns of a row that has bars at its ends. */
export function countColumns(row: string): number {
  return (row.match(/(?<!\\)\|/g)?.length ?? 1) - 1;
}
