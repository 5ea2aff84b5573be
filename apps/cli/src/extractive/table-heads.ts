import type { PageLine } from "./page-lines.ts";

/** The head of a table and the rows below it. */
export interface HeadedRows {
  /** By column; heads of several rows are joined, the upper first. */
  readonly heads: ReadonlyMap<number, string>;
  /** The lowest row of the head. */
  readonly head: PageLine;
  readonly below: readonly PageLine[];
}

/** Tells the head of a table, of one row or several, from its rows. `rows` begins with the first row of the head. */
export function headedRows(rows: readonly PageLine[]): HeadedRows {
  const [first, ...rest] = rows as readonly [PageLine, ...PageLine[]];
  const width = usualWidth(rest);
  const levels = [first];
  while (rest.length > levels.length && isLowerHead(rest[levels.length - 1]!, levels.at(-1)!, width))
    levels.push(rest[levels.length - 1]!);
  const below = rest.slice(levels.length - 1);
  if (levels.length === 1) return { heads: textsByColumn(first), head: first, below };
  const columns = (below.find((row) => row.cells!.length === width) ?? below[0]!).cells!.map(({ column }) => column);
  const heads = new Map<number, string>();
  levels.forEach((level, index) => {
    const spread = spreadOver(level, columns, index < levels.length - 1);
    spread.forEach((text, at) => {
      if (text !== "")
        heads.set(columns[at]!, [heads.get(columns[at]!) ?? "", text].filter((part) => part !== "").join(" "));
    });
  });
  return { heads, head: levels.at(-1)!, below };
}

function textsByColumn(row: PageLine): ReadonlyMap<number, string> {
  return new Map(row.cells!.map(({ column, text }) => [column, text]));
}

function usualWidth(rows: readonly PageLine[]): number {
  const widths = Map.groupBy(rows, (row) => row.cells!.length);
  return [...widths].toSorted(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? 0;
}

/** A row under a head that leaves its first cell to the row above, and holds names of columns but no figures. */
function isLowerHead(row: PageLine, upper: PageLine, width: number): boolean {
  const cells = row.cells!;
  const filled = cells.filter(({ text }) => text !== "");
  const isLeftOpen =
    cells[0]!.text === "" ||
    (cells.length < width && cells.length >= width - 1 && cells.length >= upper.cells!.length - 1);
  return (
    isLeftOpen &&
    filled.length >= 2 &&
    filled.every(({ text }) => /^(?:19|20)\d{2}年?$/.test(text) || !/^[^\p{L}]*\d[^\p{L}]*$/u.test(text))
  );
}

/** The texts of a head row over all columns: a merged cell stands for each column that it covers. */
function spreadOver(row: PageLine, columns: readonly number[], isUpper: boolean): readonly string[] {
  const cells = row.cells!.map(({ text }) => text);
  if (cells.length === columns.length) return isUpper ? carried(cells) : cells;
  // Rows of loose cells: the first column is named above, or merged cells cover equally many columns each.
  if (cells.length === columns.length - 1) return ["", ...cells];
  const [corner = "", ...groups] = cells;
  const each = (columns.length - 1) / groups.length;
  if (!Number.isInteger(each)) return cells;
  return [corner, ...groups.flatMap((text) => Array.from({ length: each }, () => text))];
}

function carried(cells: readonly string[]): readonly string[] {
  let last = "";
  return cells.map((text, index) => {
    if (index > 0 && text !== "") last = text;
    return index === 0 ? text : last;
  });
}
