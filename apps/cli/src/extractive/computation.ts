/** How an answer is worked out of values that documents state. */
export type Operation = "sum" | "difference" | "growth" | "share" | "average" | "max" | "min" | "count";

/** What an item asks to have worked out. */
export interface Computation {
  readonly operation: Operation;
  /** Asks for the single values that go in, in the order of the calculation. */
  readonly parts: readonly string[];
  /** An ask for all values of one kind, such as a column of a table; absent where single ones are wanted. */
  readonly series?: string;
  /** Only values beyond this count. */
  readonly limit?: { readonly is: "above" | "below"; readonly than: string };
}
