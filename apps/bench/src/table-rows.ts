/** A row of a table as a reader that keeps the layout shows it. */
export interface TableRow {
  /** The line, its gaps as two blanks. */
  readonly line: string;
  readonly figures: readonly string[];
}

const MIN_FIGURES = 3;
const FIGURE_CELL = /^[-–$(]*\s*\d[\d,.]*[)%*r/\d]*$/;

/**
 * Which rows of tables stay on one line of a page's text. The rule: a line of the layout is a row when at least three of
 * its cells (what two or more blanks divide) are figures and nothing else. It is kept when one line of the text holds the
 * digits of those cells, in their order.
 */
export function keptRows(layout: string, text: string): { readonly kept: number; readonly lost: readonly TableRow[] } {
  const lines = text.split("\n").map(figuresOf);
  const rows = layout.split("\n").flatMap((line) => rowOf(line) ?? []);
  const lost = rows.filter((row) => !lines.some((figures) => holdsInOrder(figures, row.figures)));
  return { kept: rows.length - lost.length, lost };
}

function rowOf(line: string): TableRow | undefined {
  const cells = line.trim().split(/\s{2,}/);
  const figures = cells.filter((cell) => FIGURE_CELL.test(cell));
  if (figures.length < MIN_FIGURES) return undefined;
  return { line: cells.join("  "), figures: figures.flatMap(figuresOf) };
}

function figuresOf(line: string): string[] {
  return (line.match(/\d[\d,.]*/g) ?? []).map((figure) => figure.replace(/[.,]+$/, ""));
}

function holdsInOrder(figures: readonly string[], wanted: readonly string[]): boolean {
  let at = 0;
  for (const figure of figures) if (figure === wanted[at]) at += 1;
  return at === wanted.length;
}
