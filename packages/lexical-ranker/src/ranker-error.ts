const BRAND = Symbol.for("@runningtab/lexical-ranker/RankerError");

export type RankerErrorCode =
  /** A limit is no whole number in its range. */
  | "INVALID_LIMIT"
  /** A query or an id is no string, a list of documents or ids is none, an option of a search is of another type, or a filter answered something else than true or false. */
  | "INVALID_ARGUMENT"
  /** An option of an engine is of another type or outside its range, or an engine is made of what is none. */
  | "INVALID_PARAMETER"
  /** The `id`, the `text` or a field of a document is no string, or its fields are no plain object. */
  | "INVALID_DOCUMENT"
  /** A document has a field that the engine does not rank. */
  | "UNKNOWN_FIELD"
  /** The memory that the engine was given, or that the host has, is used up; the document was not added. */
  | "INDEX_FULL"
  /** The bytes are no saved index, or not all of it, or some were changed. */
  | "DAMAGED_INDEX"
  /** The index was saved in a format that this version does not know. */
  | "UNKNOWN_INDEX_FORMAT"
  /** The index was saved with another analyzer, or another version of it, so that queries would not match. */
  | "ANALYZER_MISMATCH"
  /** The index was saved with other fields. */
  | "FIELDS_MISMATCH";

/** Every error this package throws, save the reason of an aborted signal and what an analyzer or a filter throws. */
export class RankerError extends Error {
  override readonly name = "RankerError";
  readonly code: RankerErrorCode;
  /** The facts of the case, such as the limit asked for. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly [BRAND] = true;

  constructor(
    code: RankerErrorCode,
    details: { readonly message: string; readonly data?: Readonly<Record<string, unknown>>; readonly cause?: unknown },
  ) {
    super(details.message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.data = details.data ?? {};
  }

  /** Recognises the error also when it comes from another installed copy of this package. */
  static isInstance(error: unknown): error is RankerError {
    return typeof error === "object" && error !== null && BRAND in error;
  }
}
