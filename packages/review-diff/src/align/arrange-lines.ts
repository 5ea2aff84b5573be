/*
 * From a sequence before and the changes that were accepted, the sequence after. Positions are from 0; those of what
 * came and moved are positions in the after version, those of what went in the before version.
 *
 * What came or moved stands at its place after. Every other place after is filled, in order, by what was neither removed
 * nor moved. A change that is not accepted leaves out what it would have put there, or leaves where it was, behind the
 * line that it followed, what it would have taken away: so that any choice of changes has a result.
 */

export interface Accepted {
  readonly isAccepted: boolean;
}

export interface LineChanges<Came> {
  /** By position after. */
  readonly came: ReadonlyMap<number, Accepted & { readonly content: Came }>;
  /** By position after. */
  readonly moved: ReadonlyMap<number, Accepted & { readonly from: number }>;
  /** By position before. */
  readonly went: ReadonlyMap<number, Accepted>;
}

/** One line of the result. */
export interface ArrangedLine<Came> {
  /** Where it stood; absent for one that came. */
  readonly before?: number;
  /** Where the after version has it; absent for one whose removal was not accepted. */
  readonly after?: number;
  readonly content?: Came;
}

/** `countAfter`: so many lines there are at least, the last ones without anything in them. */
export function arrangeLines<Came>(
  { came, moved, went }: LineChanges<Came>,
  countBefore: number,
  countAfter = 0,
): readonly ArrangedLine<Came>[] {
  const movedBack = new Map([...moved].map(([after, { from, isAccepted }]) => [from, { after, isAccepted }]));
  const result: ArrangedLine<Came>[] = [];
  let next = 0;
  /** Adds what stays where it was although a change would have taken it away; passes over what is taken away. */
  const addLeftBehind = (): void => {
    for (; next < countBefore; next++) {
      const [taken, elsewhere] = [went.get(next), movedBack.get(next)];
      if (taken === undefined && elsewhere === undefined) return;
      if (elsewhere !== undefined && !elsewhere.isAccepted) result.push({ before: next, after: elsewhere.after });
      else if (taken?.isAccepted === false) result.push({ before: next });
    }
  };
  addLeftBehind();
  const lastPlaced = Math.max(lastOf(came.keys()), lastOf(moved.keys()), countAfter - 1);
  /** Lines that hold nothing are there for what stands behind them. */
  let empty: ArrangedLine<Came>[] = [];
  const place = (line: ArrangedLine<Came>): void => {
    result.push(...empty, line);
    empty = [];
  };
  for (let after = 0; after <= lastPlaced || next < countBefore; after++) {
    const [arrived, from] = [came.get(after), moved.get(after)];
    if (arrived !== undefined) {
      if (arrived.isAccepted) place({ after, content: arrived.content });
    } else if (from !== undefined) {
      if (from.isAccepted) place({ before: from.from, after });
    } else if (next < countBefore) {
      place({ before: next++, after });
      addLeftBehind();
    } else if (after < countAfter) place({ after });
    else empty.push({ after });
  }
  return result;
}

function lastOf(positions: Iterable<number>): number {
  let last = -1;
  for (const position of positions) last = Math.max(last, position);
  return last;
}
