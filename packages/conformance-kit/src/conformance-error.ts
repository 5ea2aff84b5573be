const BRAND = Symbol.for("@runningtab/conformance-kit/ConformanceError");

export type ConformanceErrorCode =
  /** Two cases have the same id. */
  | "DUPLICATE_ID"
  /** `knownGaps` names a case that does not exist. */
  | "UNKNOWN_GAP"
  /** `knownGaps` names a case that is skipped, or gives no reason: the entry would never be questioned again. */
  | "IDLE_GAP"
  /** A case that is a known gap passed. */
  | "GAP_CLOSED"
  /** A case did not settle in time. */
  | "CASE_TIMED_OUT";

/** Every error this package throws of its own; what a case or subject throws is passed on as it is. */
export class ConformanceError extends Error {
  override readonly name = "ConformanceError";
  readonly code: ConformanceErrorCode;
  /** The facts of the case, such as the id. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly [BRAND] = true;

  constructor(
    code: ConformanceErrorCode,
    details: { readonly message: string; readonly data: Readonly<Record<string, unknown>> },
  ) {
    super(details.message);
    this.code = code;
    this.data = details.data;
  }

  /** Recognises the error also when it comes from another installed copy of this package. */
  static isInstance(error: unknown): error is ConformanceError {
    return typeof error === "object" && error !== null && BRAND in error;
  }
}
