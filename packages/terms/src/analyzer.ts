/** Turns text into the ordered list of terms that search, thresholds and evidence compare. Repeats are kept. */
export interface Analyzer {
  /** Lower-case and stable; part of the key of everything indexed with it. */
  readonly name: string;
  /** Raised whenever the terms of some text change, so that stored indexes know that they are out of date. */
  readonly version: number;
  terms(text: string): readonly string[];
}
