const BRAND = Symbol.for("@runningtab/content-hash/ContentHashError");

export type ContentHashErrorCode =
  /** A text is not of the form of a content hash. */
  | "INVALID_HASH"
  /** Something else than bytes was handed in to be hashed. */
  | "NOT_BYTES"
  /** A hasher was used after its digest was taken. */
  | "HASHER_FINISHED"
  /** The path names a folder, a pipe, a device or a socket. */
  | "NOT_A_FILE"
  /** The file was written to during every attempt to read it. */
  | "FILE_CHANGING"
  /** The system refused to open or read the file; `cause` holds its error. */
  | "READ_FAILED"
  /** Files were asked for in a runtime without a file system. */
  | "NO_FILE_SYSTEM";

/** Every error this package throws, save the reason of an aborted signal. */
export class ContentHashError extends Error {
  override readonly name = "ContentHashError";
  readonly code: ContentHashErrorCode;
  /** The facts of the case, such as the path asked for. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly [BRAND] = true;

  constructor(
    code: ContentHashErrorCode,
    details: {
      readonly message: string;
      readonly data?: Readonly<Record<string, unknown>>;
      readonly cause?: unknown;
    },
  ) {
    super(details.message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.data = details.data ?? {};
  }

  /** Recognises the error also when it comes from another installed copy of this package. */
  static isInstance(error: unknown): error is ContentHashError {
    return typeof error === "object" && error !== null && BRAND in error;
  }
}
