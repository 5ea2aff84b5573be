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
      const numbers = ([one, other]: Pair): Pair => [before.rows[one]!, after.rows[other]!];
      return [
        before.name,
        {
          afterName: after.name,
          rows: createLineMovement(alignment.rows.map(numbers), alignment.movedRows.map(numbers)),
          columns: createLineMovement(alignment.columns.inOrder, alignment.columns.moved),
        },
      ] as const;
    }),
  );
  return {
    sheetName: (name) => byName.get(name)?.afterName ?? name,
    place(name, { column, row }): CellPlace {
      const sheet = byName.get(name);
      return sheet === undefined ? { column, row } : { column: sheet.columns(column), row: sheet.rows(row) };
    },
  };
}

/** What lies between matched lines moves with the last matched line before it; what was taken elsewhere is there. */
function createLineMovement(inOrder: readonly Pair[], moved: readonly Pair[]): (line: number) => number {
  const elsewhere = new Map(moved);
  return (line) => {
    const there = elsewhere.get(line);
    if (there !== undefined) return there;
    let [low, high] = [0, inOrder.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((inOrder[middle]?.[0] ?? 0) <= line) low = middle + 1;
      else high = middle;
    }
    const [before, after] = inOrder[low - 1] ?? [0, 0];
    return line + after - before;
  };
}
