/**
 * - `not-applicable`: `apply` cannot make the after version; the message says why.
 * - `option-invalid`: an option is out of its range.
 * - `renderer-unknown`: no renderer has the name asked for; `data.known` lists those there are.
 */
export type ReviewDiffErrorCode = "not-applicable" | "option-invalid" | "renderer-unknown";

export interface ReviewDiffErrorOptions {
  readonly code: ReviewDiffErrorCode;
  /** What was asked, what was found, what to do next. */
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

const BRAND = Symbol.for("@runningtab/review-diff/error");

/** The one error class of this package. Recognise it with `isInstance`, so that two installed copies are one kind. */
export class ReviewDiffError extends Error {
  readonly code: ReviewDiffErrorCode;
  readonly data: Readonly<Record<string, unknown>>;
  readonly [BRAND] = true;

  constructor(options: ReviewDiffErrorOptions) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ReviewDiffError";
    this.code = options.code;
    this.data = options.data ?? {};
  }

  static isInstance(error: unknown): error is ReviewDiffError {
    return typeof error === "object" && error !== null && BRAND in error;
  }
}
