import { between, type Pair, type Range } from "../align/align-sequences.ts";
import { pairSimilar } from "../align/pair-similar.ts";
import type { CellContents } from "./cell-contents.ts";
import type { Sheet } from "./sheet-model.ts";
import { createSketch, hashInteger, sketchSimilarity } from "./sketch.ts";

/** Columns less alike than this are never a pair, unless they keep their place. */
const SAME_COLUMN = 0.3;
/** By so much, counted in whole columns, a shifted reading must beat the plain one. */
const CLEARLY_BETTER = 0.5;
const HEADING_WEIGHT = 0.5;
const NO_HEADING = -1;
const MAX_COMPARISONS = 1_000_000;
/** Columns as alike as this are one that moved, wherever they stand. */
const MOVED_COLUMN = 0.8;
/** A column of fewer values is too like others to be called moved. */
const MIN_MOVED_VALUES = 3;

export interface ColumnAlignment {
  /** Column numbers, ascending on both sides. */
  readonly inOrder: readonly Pair[];
  /** Columns that stand elsewhere among the others. */
  readonly moved: readonly Pair[];
}

interface ColumnView {
  readonly number: number;
  /** The first value; of columns that have the same one, none. */
  readonly heading: number;
  readonly count: number;
  readonly sketch: Uint32Array;
}

/**
 * Which columns are the same. They are taken to have stayed where they are, unless reading some of them as shifted makes
 * clearly more of them alike: in a small table, columns look alike by chance. Headings may repeat: a column is known by
 * its heading and by what it holds.
 */
export function alignColumns(before: Sheet, after: Sheet, contents: CellContents): ColumnAlignment {
  const [viewsBefore, viewsAfter] = [viewColumns(before, contents), viewColumns(after, contents)];
  const inOrder = alignInOrder(viewsBefore, viewsAfter);
  const [known, knownAfter] = [new Set(inOrder.map(([one]) => one)), new Set(inOrder.map(([, other]) => other))];
  const [left, came] = [
    viewsBefore.filter(({ number }) => !known.has(number)),
    viewsAfter.filter(({ number }) => !knownAfter.has(number)),
  ];
  return { inOrder, moved: findMoved(left, came) };
}

function alignInOrder(viewsBefore: readonly ColumnView[], viewsAfter: readonly ColumnView[]): readonly Pair[] {
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
  const lone = [...before, ...after].filter(({ number, count }) => !known.has(number) && count <= 1);
  return [...stayed, ...lone.map(({ number }): Pair => [number, number])].toSorted((one, other) => one[0] - other[0]);
}

/** Of what is left, the most alike first. */
function findMoved(left: readonly ColumnView[], came: readonly ColumnView[]): readonly Pair[] {
  if (left.length * came.length > MAX_COMPARISONS) return [];
  const candidates = left
    .flatMap((one) => came.map((other) => ({ one, other, alike: columnSimilarity(one, other) })))
    .filter(({ one, alike }) => one.count >= MIN_MOVED_VALUES && alike >= MOVED_COLUMN)
    .toSorted((one, other) => other.alike - one.alike);
  const [taken, given] = [new Set<ColumnView>(), new Set<ColumnView>()];
  const moved: Pair[] = [];
  for (const { one, other } of candidates) {
    if (taken.has(one) || given.has(other)) continue;
    taken.add(one);
    given.add(other);
    moved.push([one.number, other.number]);
  }
  return moved;
}

function columnSimilarity(before: ColumnView | undefined, after: ColumnView | undefined): number {
  if (before === undefined || after === undefined) return 0;
  const alike = sketchSimilarity(before.sketch, after.sketch);
  if (before.heading === NO_HEADING || after.heading === NO_HEADING) return alike;
  const heading = before.heading === after.heading ? 1 : 0;
  return HEADING_WEIGHT * heading + (1 - HEADING_WEIGHT) * alike;
}

/** What each column holds, gathered in two passes over the cells. */
function viewColumns(sheet: Sheet, contents: CellContents): readonly ColumnView[] {
  const { columnNumbers, columns } = sheet;
  const placeOf = new Int32Array((columnNumbers.at(-1) ?? 0) + 1).fill(-1);
  for (const [place, number] of columnNumbers.entries()) placeOf[number] = place;
  const counts = new Int32Array(columnNumbers.length);
  const valueAt = (cell: number): number => contents.valueOf(sheet.contents[cell]!);
  const isBlank = (value: number): boolean => contents.typeOf(value) === "none";
  for (let cell = 0; cell < columns.length; cell++) {
    if (!isBlank(valueAt(cell))) counts[placeOf[columns[cell]!]!]!++;
  }
  const views = columnNumbers.map((number, place) => ({
    number,
    heading: NO_HEADING,
    count: 0,
    hashes: new Uint32Array(counts[place]!),
  }));
  for (let cell = 0; cell < columns.length; cell++) {
    const value = valueAt(cell);
    if (isBlank(value)) continue;
    const view = views[placeOf[columns[cell]!]!]!;
    if (view.count === 0) view.heading = value;
    view.hashes[view.count++] = hashInteger(value);
  }
  const headings = views.map(({ heading }) => heading);
  const isRepeated = (heading: number): boolean => headings.indexOf(heading) !== headings.lastIndexOf(heading);
  return views.map(({ hashes, heading, ...view }) => ({
    ...view,
    heading: isRepeated(heading) ? NO_HEADING : heading,
    sketch: createSketch(hashes),
  }));
}
