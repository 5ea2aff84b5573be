/** A question of the task and the answer that the folder holds. */
export interface AskedFact {
  /** As it stands in the task, without its list mark. */
  readonly ask: string;
  /** As written in the document, or as calculated; `undefined` when the folder does not hold it, which a good answer says. */
  readonly value: string | undefined;
  /** Of a calculated answer: the unit that the document gives its figures once for all; absent where there is none. */
  readonly unit?: string;
  /** Where the value stands; see `StatedFact.address`. `undefined` together with `value`, and of calculated answers. */
  readonly address: string | undefined;
  /** Other places that state the same; absent when there is one. */
  readonly alsoAcceptable?: readonly string[];
  /**
   * Of a calculated answer: the places of the values that go in, as sets of which one has to be cited whole (a total may be
   * read or added up). Absent where a document states the answer.
   */
  readonly inputs?: readonly (readonly string[])[];
  /** What another source states for the same, nothing deciding between the two: both have to be shown. */
  readonly rival?: { readonly value: string; readonly address: string };
  /** What an older version states: has to be mentioned. */
  readonly older?: string;
}

/** An ask that a shape words itself, in both ways in which tasks ask. */
export interface ReadyAsk extends Omit<AskedFact, "ask"> {
  readonly noun: string;
  readonly question: string;
}
