/** Sums of lengths by field, as documents come and go; whole numbers, so that their order leaves no trace. */
export interface MeanLengths {
  add(lengths: readonly number[]): void;
  remove(lengths: readonly number[]): void;
  /** The mean of the text over all documents, that of each field over the documents with a term in it; 0 without any. */
  means(): readonly number[];
}

export function createMeanLengths(): MeanLengths {
  const totals: number[] = [];
  const holders: number[] = [];
  const count = (lengths: readonly number[], sign: 1 | -1): void => {
    for (let index = 0; index < lengths.length; index++) {
      const length = lengths[index]!;
      totals[index] = (totals[index] ?? 0) + sign * length;
      if (index === 0 || length > 0) holders[index] = (holders[index] ?? 0) + sign;
    }
  };
  return {
    add: (lengths) => count(lengths, 1),
    remove: (lengths) => count(lengths, -1),
    means: () => totals.map((total, index) => (total === 0 ? 0 : total / holders[index]!)),
  };
}
