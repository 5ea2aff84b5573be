import { type DefaultTreeAdapterTypes, defaultTreeAdapter as tree } from "parse5";
import type { Run } from "../../parts.ts";

type Element = DefaultTreeAdapterTypes.Element;

/** The caption and the rows of a table, in order, without those of tables inside its cells. */
export function tableRows(table: Element): Element[] {
  return table.childNodes.filter(tree.isElementNode).flatMap((child) => {
    if (child.tagName === "tr" || child.tagName === "caption") return [child];
    return /^t(?:head|body|foot)$/.test(child.tagName) ? tableRows(child) : [];
  });
}

/**
 * Whether a table holds data: some row has several cells, and no cell holds a table. Others only arrange the page, as
 * in most mails, and their cells are read as the page itself.
 */
export function isDataTable(table: Element): boolean {
  const rows = tableRows(table);
  const hasColumns = rows.some((row) => row.childNodes.filter(tree.isElementNode).length > 1);
  return hasColumns && !rows.some(holdsTable);
}

function holdsTable(root: Element): boolean {
  const open: Element[] = [root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    for (const child of element.childNodes) {
      if (!tree.isElementNode(child)) continue;
      if (child.tagName === "table") return true;
      open.push(child);
    }
  }
  return false;
}

/** Puts the cells of rows into columns. */
export interface TableGrid {
  /** The runs of a row's cells by column; empty ones where cells of rows above or wide cells before them reach. */
  place(row: Element, cells: readonly Element[], read: (cell: Element) => readonly Run[]): readonly (readonly Run[])[];
}

/** Columns that one cell takes at most. HTML allows 1,000, of which no table for readers makes use. */
const MOST_COLUMNS = 100;

export function createTableGrid(): TableGrid {
  /** Of each column, how many rows the cell in it still reaches down. */
  let reach: number[] = [];
  let group: unknown;
  return {
    place(row, cells, read) {
      // No cell reaches beyond its head, body or foot.
      if (row.parentNode !== group) [reach, group] = [[], row.parentNode];
      const placed: (readonly Run[])[] = [];
      const below = reach.map((rows) => Math.max(0, rows - 1));
      for (const cell of cells) {
        while ((reach[placed.length] ?? 0) > 0) placed.push([]);
        const rows = spanOf(cell, "rowspan");
        const column = placed.length;
        placed.push(read(cell));
        for (let at = column; at < column + spanOf(cell, "colspan"); at++) {
          below[at] = rows - 1;
          if (at > column) placed.push([]);
        }
      }
      reach = Array.from(below, (rows) => rows ?? 0);
      return placed;
    },
  };
}

function spanOf(cell: Element, name: "rowspan" | "colspan"): number {
  const written = Number(cell.attrs.find((one) => one.name === name)?.value ?? 1);
  if (!Number.isSafeInteger(written) || written < 0) return 1;
  // A rowspan of 0 reaches to the end.
  if (written === 0) return name === "rowspan" ? Number.MAX_SAFE_INTEGER : 1;
  return name === "colspan" ? Math.min(written, MOST_COLUMNS) : written;
}
