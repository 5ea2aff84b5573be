/** A place that an item rests on. */
export interface SourceItem {
  readonly role: "stated" | "input" | "other reading" | "older version";
  readonly value: string;
  /** Verbatim. */
  readonly quote: string;
  readonly address: string;
}

/** One item as the deliverable states it. */
export interface StatedItem {
  readonly ask: string;
  /** Verbatim, or the result of a calculation; several where sources disagree and nothing decides. */
  readonly values: readonly string[];
  /** The value as an ISO date, an amount with its currency, or the unit of a bare figure. */
  readonly normal?: string;
  /** Of a difference: which way it goes. */
  readonly change?: "more" | "less";
  /** How the result was worked out; absent of what a document states. */
  readonly formula?: string;
  /** Why this version counts. */
  readonly reason?: string;
  /** What versions state that do not count; absent where there are none. */
  readonly older?: readonly { readonly value: string; readonly address: string }[];
  /** At least one; the first is that of the value. */
  readonly sources: readonly SourceItem[];
}

export interface NotFoundItem {
  readonly ask: string;
  readonly queries: readonly string[];
  /** Files that were opened for it. */
  readonly lookedInto: readonly string[];
  /** Why a calculation could not be made. */
  readonly refusal?: string;
}
