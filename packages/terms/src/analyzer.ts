/** Turns text into the ordered list of terms that search, thresholds and evidence compare. Repeats are kept. */
export interface Analyzer {
  /** Lower-case and stable; part of the key of everything indexed with it. */
  readonly name: string;
  /** Raised whenever the terms of some text change, so that stored indexes know that they are out of date. */
  readonly version: number;
  terms(text: string): readonly string[];
  /**
   * The terms of one token of the token grammar (`TokenClass`), cut from text that went through `foldText`. Present only
   * when the terms of a text are those of its tokens, one after another, so that an engine which cuts texts itself asks
   * once for each distinct token. A number without `%` that is all digits, with one `.` inside at most and not longer
   * than 64, must be its own and only term, without its digit groups: engines do not ask for it.
   */
  termsOfToken?(token: string): readonly string[];
}
