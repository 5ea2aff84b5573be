/** Something that a page says, with what stands around it. */
export interface Statement {
  readonly type: "cell" | "label" | "sentence";
  /** Verbatim from the page (white space aside): what is quoted as evidence. */
  readonly quote: string;
  /** What names the value: row and column, label, or the whole sentence. */
  readonly label: string;
  /** The value of a cell or label; a sentence's value has to be found in it. */
  readonly value?: string;
  /** Whole address, as fine as the page tells. */
  readonly address: string;
  /** What the place belongs to, nearest first: headings, parent keys, title. */
  readonly headings: readonly string[];
  /** Column heading alone, where there is one: years stand there. */
  readonly columnHead?: string;
  /** The unit that a head or caption gives for a figure without one. */
  readonly unit?: string;
  /** The cells to the left of a cell, nearest first. */
  readonly leftCells?: readonly string[];
  /** The first cell of its row: what the row is about, seldom what is asked. */
  readonly isRowName?: true;
  readonly isQuoted: boolean;
}

/** A value without the quotes and the full stop or comma that only end its line. */
export function cleanValue(value: string): string {
  return value.replaceAll(/^["'“]|["'”]?[,;]?$|(?<=[\p{L}\p{N})%])[.。]$/gu, "").trim();
}
