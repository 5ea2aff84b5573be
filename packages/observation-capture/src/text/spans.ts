/** A stretch of a text: UTF-16 offsets, `end` not included. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}

/** What of `whole` the others leave, in order. */
export function cutOut<Whole extends Span>(whole: Whole, others: readonly Span[]): readonly Whole[] {
  let rest: readonly Whole[] = [whole];
  for (const other of others) {
    rest = rest.flatMap((piece) => {
      if (!overlaps(piece, other)) return [piece];
      const parts = [
        { ...piece, end: other.start },
        { ...piece, start: other.end },
      ];
      return parts.filter((part) => part.start < part.end);
    });
  }
  return rest;
}
