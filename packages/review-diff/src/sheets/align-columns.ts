import { between, type Pair, type Range } from "../align/align-sequences.ts";
import { pairSimilar } from "../align/pair-similar.ts";
import type { Sheet } from "./sheet-model.ts";
import { createSketch, sketchSimilarity } from "./sketch.ts";

/** Columns less alike than this are never a pair, unless they keep their place. */
const SAME_COLUMN = 0.3;
/** By so much, counted in whole columns, a shifted reading must beat the plain one. */
const CLEARLY_BETTER = 0.5;
const HEADING_WEIGHT = 0.5;
const MAX_COMPARISONS = 1_000_000;

interface ColumnView {
  readonly number: number;
  readonly heading: string;
  readonly keys: readonly string[];
  sketch?: Uint32Array;
}

/**
 * Pairs of column numbers. Columns are taken to have stayed where they are, unless reading some of them as shifted
 * makes clearly more of them alike: in a small table, columns look alike by chance.
 */
export function alignColumns(before: Sheet, after: Sheet): readonly Pair[] {
  const [viewsBefore, viewsAfter] = [viewColumns(before), viewColumns(after)];
  const byNumber = new Map(viewsAfter.map((view) => [view.number, view]));
  const staying = viewsBefore.flatMap((view) => {
    const partner = byNumber.get(view.number);
    return partner === undefined ? [] : [{ view, partner }];
  });
  const stayed = staying.map(({ view }): Pair => [view.number, view.number]);
  const score = staying.reduce((sum, { view, partner }) => sum + columnSimilarity(view, partner), 0);
  const most = Math.min(viewsBefore.length, viewsAfter.length);
  if (score + CLEARLY_BETTER >= most) return withLoneCells(stayed, viewsBefore, viewsAfter);

  const whole: Range = { beforeStart: 0, beforeEnd: viewsBefore.length, afterStart: 0, afterEnd: viewsAfter.length };
  const similarity = (one: number, other: number): number => columnSimilarity(viewsBefore[one], viewsAfter[other]);
  const rules = { similarity, threshold: SAME_COLUMN, maxComparisons: MAX_COMPARISONS, pairRest: false };
  const shifted = pairSimilar(whole, rules);
  const shiftedScore = shifted.reduce((sum, [one, other]) => sum + similarity(one, other), 0);
  if (shiftedScore <= score + CLEARLY_BETTER) return withLoneCells(stayed, viewsBefore, viewsAfter);
  const rest = between(shifted, whole).flatMap((range) => pairSimilar(range, { ...rules, pairRest: true }));
  return [...shifted, ...rest]
    .toSorted((one, other) => one[0] - other[0])
    .map(([one, other]) => [viewsBefore[one]?.number ?? 0, viewsAfter[other]?.number ?? 0]);
}

/** Of columns that stayed: one that one side leaves blank and the other gives a single cell is a cell, not a column. */
function withLoneCells(
  stayed: readonly Pair[],
  before: readonly ColumnView[],
  after: readonly ColumnView[],
): readonly Pair[] {
  const known = new Set(stayed.map(([number]) => number));
  const lone = [...before, ...after].filter(({ number, keys }) => !known.has(number) && keys.length <= 1);
  return [...stayed, ...lone.map(({ number }): Pair => [number, number])].toSorted((one, other) => one[0] - other[0]);
}

function columnSimilarity(before: ColumnView | undefined, after: ColumnView | undefined): number {
  if (before === undefined || after === undefined) return 0;
  before.sketch ??= createSketch(before.keys);
  after.sketch ??= createSketch(after.keys);
  const heading = before.heading === after.heading ? 1 : 0;
  return HEADING_WEIGHT * heading + (1 - HEADING_WEIGHT) * sketchSimilarity(before.sketch, after.sketch);
}

function viewColumns({ rows, columns }: Sheet): readonly ColumnView[] {
  const keys = new Map<number, string[]>(columns.map((column) => [column, []]));
  for (const { cells } of rows) {
    for (const { column, key } of cells) if (key !== "") keys.get(column)?.push(key);
  }
  return columns.map((number) => {
    const own = keys.get(number) ?? [];
    return { number, keys: own, heading: own[0] ?? "" };
  });
}
