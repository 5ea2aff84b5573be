/** Why a tab or its store could not do what was asked. Public: a code never changes its meaning. */
export type TabErrorCode =
  /** An argument, task name, call id or option breaks its contract. */
  | "INVALID_ARGUMENT"
  /** One call id was used for two different things. */
  | "CALL_ID_REUSED"
  /** Other processes wrote first, more often than the tab tries again. */
  | "CONFLICT_UNRESOLVED"
  /** The task was deleted from the store while a tab of it was open. */
  | "TASK_PURGED"
  /** The store stayed locked by other processes. */
  | "STORE_BUSY"
  /** The store was written by a newer version of this package. */
  | "STORE_NEWER"
  /** The file is no tab store, or holds something that cannot be read back. */
  | "STORE_CORRUPT"
  /** The disk or the file system refused. */
  | "STORE_IO"
  /** The lines of an export are not as they were exported. */
  | "IMPORT_DAMAGED"
  /** The store was used after `close`. */
  | "STORE_CLOSED";

const brand = Symbol.for("@runningtab/tab-core/TabError");

/** Misuse, I/O and corruption. Outcomes that a caller branches on are return values instead. */
export class TabError extends Error {
  readonly code: TabErrorCode;
  /** Facts of the case, safe to print. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly [brand] = true;

  constructor(
    code: TabErrorCode,
    details: { readonly message: string; readonly data?: Readonly<Record<string, unknown>>; readonly cause?: unknown },
  ) {
    super(details.message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = "TabError";
    this.code = code;
    this.data = details.data ?? {};
  }

  /** Recognises errors of another installed copy of this package too. */
  static isInstance(error: unknown): error is TabError {
    return typeof error === "object" && error !== null && brand in error;
  }
}
