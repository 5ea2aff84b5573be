import type { Run } from "../../parts.ts";

/** A row as its file has it: cells from left to right, each as wide as it likes. */
export interface TableRow {
  readonly cells: readonly (readonly Run[])[];
  /** Where the row begins and where each cell ends, in twentieths of a point; `undefined` where the file does not say. */
  readonly edges?: readonly number[] | undefined;
}

/** Edges so far apart at most are one, since programs round each by itself: a point. */
const SAME_EDGE = 20;
/** A table of more columns is a layout rather than a table, or a hostile one: it is left as it stands. */
const MOST_COLUMNS = 100;

/**
 * The cells of a table's rows by column: one that is as wide as several is followed by empty ones, so that every value
 * stays below its heading. Columns are all places where some cell of the table ends. A row that does not say where its
 * cells end is left as it stands.
 */
export function placeCells(rows: readonly TableRow[]): readonly (readonly (readonly Run[])[])[] {
  const fitted = rows.map(fitEdges);
  const columns = distinctEdges(fitted.flatMap(({ edges }) => edges));
  if (columns.length > MOST_COLUMNS + 1) return rows.map(({ cells }) => cells);
  return fitted.map(({ cells, edges }) => {
    if (edges.length === 0) return cells;
    const [start, ...ends] = edges.map((edge) => columns.findLastIndex((column) => column <= edge));
    const placed: (readonly Run[])[] = Array.from({ length: start! }, () => []);
    for (const [index, end] of ends.entries()) {
      placed.push(cells[index]!);
      while (placed.length < end) placed.push([]);
    }
    return placed;
  });
}

/** A row with an edge for each of its cells, or with none where they do not fit. Some programs end a row with empty cells too many. */
function fitEdges({ cells, edges = [] }: TableRow): {
  readonly cells: TableRow["cells"];
  readonly edges: readonly number[];
} {
  const defined = Math.max(0, edges.length - 1);
  const isTooLong = cells.length > defined && cells.slice(defined).every((cell) => cell.length === 0);
  const kept = isTooLong && defined > 0 ? cells.slice(0, defined) : cells;
  const fits = kept.length > 0 && kept.length <= defined && isAscending(edges);
  return { cells: kept, edges: fits ? edges.slice(0, kept.length + 1) : [] };
}

function distinctEdges(edges: readonly number[]): readonly number[] {
  const distinct: number[] = [];
  for (const edge of edges.toSorted((a, b) => a - b)) {
    if (distinct.length === 0 || edge - distinct.at(-1)! > SAME_EDGE) distinct.push(edge);
  }
  return distinct;
}

function isAscending(edges: readonly number[]): boolean {
  return edges.every((edge, index) => index === 0 || edge >= edges[index - 1]!);
}
