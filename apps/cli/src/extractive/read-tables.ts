import { findValues, kindsOf, type ValueKind } from "./find-values.ts";
import type { LineCell, PageLine } from "./page-lines.ts";
import { headedRows } from "./table-heads.ts";

/** A cell that may hold an answer, with what names it. */
export interface TableStatement {
  readonly line: PageLine;
  readonly cell: LineCell;
  /** The other words of its row. */
  readonly rowLabel: string;
  /** The words above it in its column. */
  readonly columnHead: string;
  /** The cells to its left, nearest first. */
  readonly leftCells: readonly string[];
  /** Whether it is the first cell of its row, which says what the row is about. */
  readonly isRowName: boolean;
}

/** A table as a calculation over its rows and columns needs it. */
export interface ReadTable {
  readonly heads: ReadonlyMap<number, string>;
  /** The rows below the head, each with its cells by column. */
  readonly rows: readonly { readonly line: PageLine; readonly cells: readonly LineCell[] }[];
  readonly statements: readonly TableStatement[];
}

/** A run of rows: every cell below the head with the labels of its row and column. */
export function readTable(rows: readonly PageLine[]): ReadTable {
  const body = rows.filter((row) => !isRule(row) && row.cells!.some((cell) => cell.text !== ""));
  const headAt = body.findIndex((row) => filled(row).length >= 2);
  if (headAt < 0) return { heads: new Map(), rows: [], statements: [] };
  const hasColumns = rows.some((row) => isRule(row) || row.cells!.some((cell) => cell.address !== undefined));
  const top = hasColumns ? body[headAt]! : splitHead(body[headAt]!, body.slice(headAt + 1));
  const { heads, head, below } = headedRows([top, ...body.slice(headAt + 1)]);
  const kinds = hasColumns || heads.size > head.cells!.length ? undefined : columnKinds(head, below);
  const aligned = below.map((line) => ({
    line,
    cells: kinds === undefined ? line.cells! : alignCells(line, head, kinds),
  }));
  const statements = aligned.flatMap(({ line, cells }) => rowStatements(line, cells, heads));
  // A table of two columns without a head: its first row is a row like the others.
  const isPairs =
    filled(head).length === 2 && kindsOf(filled(head)[1]!.text).size > 0 && /\d/.test(filled(head)[1]!.text);
  return {
    heads,
    rows: aligned,
    statements: isPairs ? [...rowStatements(head, head.cells!, new Map()), ...statements] : statements,
  };
}

function rowStatements(
  row: PageLine,
  cells: readonly LineCell[],
  heads: ReadonlyMap<number, string>,
): TableStatement[] {
  const present = cells.filter((cell) => cell.text !== "");
  return present.flatMap((cell, index) => {
    if (index === 0 && (present.length < 2 || isFigure(cell.text))) return [];
    // The first cell names the row even when it is a number, such as an invoice's.
    const others = present.filter((other, at) => other !== cell && (at === 0 || !isFigure(other.text)));
    // The head above the first cell says what the rows are: `Team` over `Transport`.
    const rowKind = heads.get(present[0]!.column) ?? "";
    return [
      {
        line: row,
        cell,
        rowLabel: [rowKind, ...others.map((other) => other.text)].join(" · "),
        columnHead: heads.get(cell.column) ?? "",
        leftCells: present
          .slice(0, index)
          .map(({ text }) => text)
          .toReversed(),
        isRowName: index === 0,
      },
    ];
  });
}

function filled(row: PageLine): readonly LineCell[] {
  return row.cells!.filter((cell) => cell.text !== "");
}

function isRule(row: PageLine): boolean {
  return (
    row.cells!.every((cell) => /^:?-+:?$/.test(cell.text.trim()) || cell.text === "") &&
    row.cells!.some((cell) => cell.text !== "")
  );
}

/** Nothing but a value: no label of anything. */
function isFigure(text: string): boolean {
  const rest = findValues(text)
    .filter(({ kind }) => kind !== "name" && kind !== "code")
    .reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), text);
  return !/\p{L}/u.test(rest);
}

/** The kind of value that a column holds, learnt from the rows in which no cell is missing. */
function columnKinds(head: PageLine, rows: readonly PageLine[]): readonly (ReadonlySet<ValueKind> | undefined)[] {
  const full = rows.filter((row) => row.cells!.length === head.cells!.length);
  return head.cells!.map((_, column) => {
    const sets = full.map((row) => kindsOf(row.cells![column]!.text)).filter((kinds) => kinds.size > 0);
    const [first, ...others] = sets;
    if (first === undefined) return undefined;
    const common = new Set([...first].filter((kind) => others.every((kinds) => kinds.has(kind))));
    return common.size > 0 ? common : undefined;
  });
}

/**
 * Loose text in rows does not say to which column a cell belongs once one is missing. The cells are given to columns in
 * their order by their kinds; when that can be done in more than one way, the row has no columns but its first.
 */
function alignCells(
  row: PageLine,
  head: PageLine,
  kinds: readonly (ReadonlySet<ValueKind> | undefined)[],
): readonly LineCell[] {
  const cells = row.cells!;
  if (cells.length === head.cells!.length) return cells;
  if (cells.length > head.cells!.length || cells.length < 2) return cells.slice(0, 1);
  const ways: number[][] = [];
  const place = (index: number, column: number, taken: readonly number[]): void => {
    if (ways.length > 1) return;
    if (index === cells.length) return void ways.push([...taken]);
    for (let at = column; at <= kinds.length - (cells.length - index); at++) {
      const wanted = kinds[at];
      const fits = wanted !== undefined && [...kindsOf(cells[index]!.text)].some((kind) => wanted.has(kind));
      if (fits) place(index + 1, at + 1, [...taken, at]);
    }
  };
  place(1, 1, [0]);
  const [way] = ways;
  if (ways.length !== 1 || way === undefined) return cells.slice(0, 1);
  return cells.map((cell, index) => ({ ...cell, column: way[index]! }));
}

/**
 * Headings that stand close together come as one piece of text. When most rows have more cells than the head, it is
 * parted where a capital follows a small letter, provided that this gives exactly the cells that are missing.
 */
function splitHead(head: PageLine, rows: readonly PageLine[]): PageLine {
  const widths = Map.groupBy(rows, (row) => row.cells!.length);
  const [usual] = [...widths].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [0];
  if (usual <= head.cells!.length) return head;
  const parts = head.cells!.flatMap(({ text }) => text.split(/(?<=[\p{Ll}\d)%²³])\s?(?=\p{Lu})/u));
  return parts.length === usual ? { ...head, cells: parts.map((text, column) => ({ text, column })) } : head;
}
