import type { TextBlock } from "./block-text.ts";
import { hasRevisions } from "./compare-revisions.ts";
import type { BlockStep } from "./pair-blocks.ts";

/** A table that came or went whole; its rows are lines of the one side that it has. */
export interface WholeTable {
  readonly address: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/**
 * By the first of its steps, each table of which all rows came or went: that is one change, and its other rows are told by
 * it. A single row is told as a row, and rows under tracked changes as these.
 */
export function findWholeTables(steps: readonly BlockStep[]): ReadonlyMap<BlockStep, WholeTable | "told"> {
  const found = new Map<BlockStep, WholeTable | "told">();
  for (const side of ["removed", "added"] as const) {
    const tables = new Map<string, { steps: BlockStep[]; rows: TextBlock[]; isWhole: boolean }>();
    for (const step of steps) {
      const row = rowOn(side, step);
      if (row?.table === undefined) continue;
      const table = tables.get(row.table) ?? { steps: [], rows: [], isWhole: true };
      tables.set(row.table, table);
      table.steps.push(step);
      table.rows.push(row);
      if (step.type !== side || hasRevisions(row)) table.isWhole = false;
    }
    for (const [address, { steps: own, rows, isWhole }] of tables) {
      if (!isWhole || rows.length < 2) continue;
      const text = rows.map((row) => row.text).join("\n");
      const [before, after] = side === "removed" ? [text, undefined] : [undefined, text];
      for (const [index, step] of own.entries()) found.set(step, index === 0 ? { address, before, after } : "told");
    }
  }
  return found;
}

/** The block of a step on the side before (`removed`) or after (`added`). */
function rowOn(side: "removed" | "added", step: BlockStep): TextBlock | undefined {
  if (step.type === "lines") return undefined;
  if (side === "removed") return step.type === "added" ? undefined : step.was;
  return step.type === "removed" ? undefined : step.is;
}
