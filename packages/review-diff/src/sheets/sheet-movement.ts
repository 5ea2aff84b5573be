import type { Pair } from "../align/align-sequences.ts";
import type { GridAlignment } from "./align-grid.ts";
import type { CellPlace } from "./cell-place.ts";
import type { Movement } from "./formula-references.ts";
import type { SheetMatch } from "./match-sheets.ts";

export interface AlignedSheet extends SheetMatch {
  readonly alignment: GridAlignment;
}

/** Where the cells of a workbook went, read from how its sheets were aligned. */
export function createMovement(sheets: readonly AlignedSheet[]): Movement {
  const byName = new Map(
    sheets.map(({ before, after, alignment }) => {
      const rows = alignment.rows.map(([one, other]): Pair => [
        before.rows[one]?.number ?? 0,
        after.rows[other]?.number ?? 0,
      ]);
      return [before.name, { afterName: after.name, rows, columns: alignment.columns }] as const;
    }),
  );
  return {
    sheetName: (name) => byName.get(name)?.afterName ?? name,
    place(name, { column, row }): CellPlace {
      const sheet = byName.get(name);
      if (sheet === undefined) return { column, row };
      return { column: moved(sheet.columns, column), row: moved(sheet.rows, row) };
    },
  };
}

/** What lies between matched lines moves with the last matched line before it. */
function moved(pairs: readonly Pair[], line: number): number {
  let [low, high] = [0, pairs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pairs[middle]?.[0] ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  const [before, after] = pairs[low - 1] ?? [0, 0];
  return line + after - before;
}
