/** A piece of text as the page draws it, turned so that it reads from left to right; `y` grows downwards. */
export interface TextItem {
  readonly text: string;
  readonly x: number;
  /** Of the base line. */
  readonly y: number;
  readonly width: number;
  /** Font size. All numbers are in points. */
  readonly size: number;
}

/** Items with so little between them that they read as one: a word, a phrase, a table cell. */
export interface Segment {
  readonly text: string;
  readonly left: number;
  readonly right: number;
}

/** Segments on one base line. */
export interface TextLine {
  readonly y: number;
  readonly size: number;
  /** From left to right, also where the text reads from right to left. */
  readonly segments: readonly Segment[];
  /** Most of its letters are of a script that reads from right to left. */
  readonly isRightToLeft: boolean;
}
