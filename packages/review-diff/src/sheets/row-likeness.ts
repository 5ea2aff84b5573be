import { characterSimilarity } from "../texts/text-similarity.ts";
import type { CellContents } from "./cell-contents.ts";
import type { ColumnPlaces } from "./row-signatures.ts";
import type { Sheet } from "./sheet-model.ts";

/** Two numbers in one place are more likely one that was changed than a row that was replaced. */
const CHANGED_NUMBER = 0.25;
const BLANK = -1;

/** How alike a row before is to a row after, in the columns that both versions have. */
export interface RowLikeness {
  /** The mean over their cells, from 0, nothing in common, to 1, the same. */
  similarity(before: number, after: number): number;
  /** How many places hold something else than before, blank ones too. */
  differingCells(before: number, after: number): number;
  /** How many cells are equal, and how many of these are texts. */
  equalCells(before: number, after: number): { readonly cells: number; readonly texts: number };
}

export function createRowLikeness(
  sheets: readonly [before: Sheet, after: Sheet],
  places: readonly [ColumnPlaces, ColumnPlaces],
  contents: CellContents,
): RowLikeness {
  const rowBefore = createRowReader(sheets[0], places[0], contents);
  const rowAfter = createRowReader(sheets[1], places[1], contents);

  const cellSimilarity = (before: number, after: number): number => {
    if (before === after) return 1;
    if (before === BLANK || after === BLANK) return 0;
    const [type, typeAfter] = [contents.typeOf(before), contents.typeOf(after)];
    if (type === "number" && typeAfter === "number") return CHANGED_NUMBER;
    return type === typeAfter ? characterSimilarity(contents.textOf(before), contents.textOf(after)) : 0;
  };
  return {
    similarity(before, after) {
      const [was, is] = [rowBefore(before), rowAfter(after)];
      let [sum, count] = [0, 0];
      for (let place = 0; place < was.length; place++) {
        const [one, other] = [was[place]!, is[place]!];
        if (one === BLANK && other === BLANK) continue;
        count++;
        sum += cellSimilarity(one, other);
      }
      return count === 0 ? 0 : sum / count;
    },
    differingCells(before, after) {
      const [was, is] = [rowBefore(before), rowAfter(after)];
      return was.reduce((count, value, place) => count + (value === is[place] ? 0 : 1), 0);
    },
    equalCells(before, after) {
      const [was, is] = [rowBefore(before), rowAfter(after)];
      let [cells, texts] = [0, 0];
      for (let place = 0; place < was.length; place++) {
        const value = was[place]!;
        if (value === BLANK || value !== is[place]) continue;
        cells++;
        if (contents.typeOf(value) === "text") texts++;
      }
      return { cells, texts };
    },
  };
}

/** The values of a row by their place. One array is written over and over, and rewritten only for another row. */
function createRowReader(sheet: Sheet, places: ColumnPlaces, contents: CellContents): (row: number) => Int32Array {
  const values = new Int32Array(places.reduce((most, place) => Math.max(most, place + 1), 0));
  let current = -1;
  return (row) => {
    if (row === current) return values;
    current = row;
    values.fill(BLANK);
    const end = sheet.starts[row + 1]!;
    for (let cell = sheet.starts[row]!; cell < end; cell++) {
      const place = places[sheet.columns[cell]!] ?? -1;
      const value = contents.valueOf(sheet.contents[cell]!);
      if (place >= 0 && contents.typeOf(value) !== "none") values[place] = value;
    }
    return values;
  };
}
