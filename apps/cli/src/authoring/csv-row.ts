/**
 * A row of separated values as RFC 4180 has it, without a line end. A cell that spreadsheet programs would take for a
 * formula gets an apostrophe before it; numbers with a sign stay as they are.
 */
export function csvRow(cells: readonly string[]): string {
  return cells
    .map((cell) => (/^(?:[=@\t\r]|[+-](?![\d.,]+%?$))/.test(cell) ? `'${cell}` : cell))
    .map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(",");
}
