/** Integers of 32 bits that are added one by one; packed, where an array of a million numbers would be boxed or copied. */
export interface GrowingIntegers {
  push(value: number): void;
  /** Positions that were never pushed read as 0. */
  at(index: number): number;
  set(index: number, value: number): void;
  readonly length: number;
  /** The values so far, in an array of their own. */
  toArray(): Int32Array;
}

export function createGrowingIntegers(): GrowingIntegers {
  let values = new Int32Array(64);
  let length = 0;
  return {
    push(value) {
      if (length === values.length) {
        const larger = new Int32Array(length * 2);
        larger.set(values);
        values = larger;
      }
      values[length++] = value;
    },
    at: (index) => values[index] ?? 0,
    set(index, value) {
      values[index] = value;
    },
    get length() {
      return length;
    },
    toArray: () => values.slice(0, length),
  };
}
