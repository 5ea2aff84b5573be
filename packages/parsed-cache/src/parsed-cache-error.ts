/**
 * - `limit-exceeded`: a bound of `Limits` was hit; `data.limit` names it, `data.allowed` holds its value.
 * - `damaged`: the bytes are not what their kind promises.
 * - `password-needed`, `password-wrong`: the document is encrypted.
 * - `unsupported`: no parser reads this kind of document.
 * - `parser-crashed`: the child process died or broke the protocol while parsing.
 * - `argument-invalid`: an option has no sense, such as a limit of 0; `data.name` names it.
 * - `address-invalid`: a text is no address; `path-outside`: a path leaves the root.
 * - `companion-path`: a parsed copy was asked for; `data.address` is the place in its source.
 * - `pattern-invalid`: a pattern is no regular expression that can run in linear time.
 * - `store-corrupt`: a stored record does not match its checksum; `store-newer`: a newer release wrote the store.
 * - `closed`: the object was used after `close()`.
 */
export const PARSED_CACHE_ERROR_CODES = [
  "limit-exceeded",
  "damaged",
  "password-needed",
  "password-wrong",
  "unsupported",
  "parser-crashed",
  "argument-invalid",
  "address-invalid",
  "path-outside",
  "companion-path",
  "pattern-invalid",
  "store-corrupt",
  "store-newer",
  "closed",
] as const;

export type ParsedCacheErrorCode = (typeof PARSED_CACHE_ERROR_CODES)[number];

export interface ParsedCacheErrorOptions {
  readonly code: ParsedCacheErrorCode;
  /** What was asked, what was found, what to do next. */
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

const BRAND = Symbol.for("@runningtab/parsed-cache/error");

/** The one error class of this package. Recognise it with `isInstance`, so that two installed copies are one kind. */
export class ParsedCacheError extends Error {
  readonly code: ParsedCacheErrorCode;
  readonly data: Readonly<Record<string, unknown>>;
  readonly [BRAND] = true;

  constructor(options: ParsedCacheErrorOptions) {
    super(options.message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ParsedCacheError";
    this.code = options.code;
    this.data = options.data ?? {};
  }

  static isInstance(error: unknown): error is ParsedCacheError {
    return typeof error === "object" && error !== null && BRAND in error;
  }
}

/** The error of a bound that was hit: one wording, so that every reason names the limit and its value. */
export function limitExceeded(limit: string, allowed: number, found: string): ParsedCacheError {
  return new ParsedCacheError({
    code: "limit-exceeded",
    message: `Limit ${limit} (${allowed}) exceeded: ${found}.`,
    data: { limit, allowed },
  });
}
