import { longestAscending, type Pair, type Range } from "../align/align-sequences.ts";
import { MAX_COMPARISONS } from "../align/pair-similar.ts";
import type { RowLikeness } from "./row-likeness.ts";
import { NO_SIGNATURE, type RowSignatures } from "./row-signatures.ts";

/** A row that moved has no neighbours to speak for it: it has to be as much alike as this. */
const SAME_MOVED_ROW = 0.6;
/** Of its cells so many have to be equal, and one of these a text: numbers repeat by chance. */
const EQUAL_CELLS = 2;

export interface OrderedPairs {
  /** Ascending on both sides. */
  readonly inOrder: readonly Pair[];
  /** Ascending by the position after. */
  readonly moved: readonly Pair[];
}

/** The fewest rows that explain the new order are those that moved. */
export function splitByOrder(pairs: readonly Pair[]): OrderedPairs {
  const ascending = pairs.toSorted((one, other) => one[0] - other[0]);
  const inOrder = longestAscending(ascending);
  if (inOrder.length === ascending.length) return { inOrder, moved: [] };
  const staying = new Set(inOrder.map(([, after]) => after));
  return {
    inOrder,
    moved: ascending.filter(([, after]) => !staying.has(after)).toSorted((one, other) => one[1] - other[1]),
  };
}

/** Of the rows that have no partner, those whose signature only one row on each side has. */
export function pairByUniqueSignature(
  signatures: RowSignatures,
  known: readonly Pair[],
  whole: Range,
): readonly Pair[] {
  const open = openRows(known, whole);
  const inBefore = singleRows(open.before, signatures.before);
  const inAfter = singleRows(open.after, signatures.after);
  return [...inBefore].flatMap(([signature, row]): readonly Pair[] => {
    const other = inAfter.get(signature);
    return row < 0 || other === undefined || other < 0 ? [] : [[row, other]];
  });
}

/** Of the rows that have no partner, those that are clearly one that moved and was edited too, the most alike first. */
export function findMovedAndEdited(
  { similarity, equalCells }: RowLikeness,
  known: readonly Pair[],
  whole: Range,
): readonly Pair[] {
  const { before, after } = openRows(known, whole);
  if (before.length * after.length > MAX_COMPARISONS) return [];
  const candidates = before
    .flatMap((one) => after.map((other) => ({ one, other, alike: similarity(one, other) })))
    .filter(({ one, other, alike }) => {
      if (alike < SAME_MOVED_ROW) return false;
      const { cells, texts } = equalCells(one, other);
      return cells >= EQUAL_CELLS && texts > 0;
    })
    .toSorted((one, other) => other.alike - one.alike);
  const [taken, given] = [new Set<number>(), new Set<number>()];
  const pairs: Pair[] = [];
  for (const { one, other } of candidates) {
    if (taken.has(one) || given.has(other)) continue;
    taken.add(one);
    given.add(other);
    pairs.push([one, other]);
  }
  return pairs;
}

function openRows(known: readonly Pair[], { beforeEnd, afterEnd }: Range) {
  const [isPaired, isPairedAfter] = [new Uint8Array(beforeEnd), new Uint8Array(afterEnd)];
  for (const [one, other] of known) {
    isPaired[one] = 1;
    isPairedAfter[other] = 1;
  }
  const openIn = (paired: Uint8Array): number[] => {
    const rows: number[] = [];
    for (let row = 0; row < paired.length; row++) if (paired[row] === 0) rows.push(row);
    return rows;
  };
  return { before: openIn(isPaired), after: openIn(isPairedAfter) };
}

/** By signature the row that has it, or -1 where several have. */
function singleRows(rows: readonly number[], signature: (row: number) => number): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const row of rows) {
    const own = signature(row);
    if (own !== NO_SIGNATURE) found.set(own, found.has(own) ? -1 : row);
  }
  return found;
}
