const BRAND = Symbol.for("@runningtab/staged-workspace/WorkspaceError");

export type WorkspaceErrorCode =
  /** A path is not one that a workspace reads or writes; `data.reason` says why (`PathRefusal`). */
  | "PATH_REFUSED"
  /** The path names a folder, a pipe, a device or a socket. */
  | "NOT_A_FILE"
  /** The file was written to during every attempt to read it. */
  | "FILE_CHANGING"
  /** The file does not fit into one buffer. */
  | "FILE_TOO_LARGE"
  /** The system refused to read; `cause` holds its error. */
  | "READ_FAILED"
  /** The system refused to write; `cause` holds its error. The file is whole: the version before or, rarely, the new one. */
  | "WRITE_FAILED"
  /** The root does not exist or is no folder. */
  | "ROOT_MISSING"
  /** The state folder lies inside the root or around it, can be written to by others, or belongs to another root. */
  | "STATE_REFUSED"
  /** A file of the state folder does not hold what was written to it. */
  | "STATE_CORRUPT"
  /** The bytes of a version are asked for that were not kept: a secret's, or those of a file beyond the limits. */
  | "VERSION_NOT_KEPT"
  /** No operation of the branch belongs to the turn, patch or path that was named. */
  | "UNKNOWN_TARGET"
  /** A branch is to be written into a folder that holds something. */
  | "FOLDER_NOT_EMPTY"
  /** Others kept changing what was decided on; nothing was done. */
  | "BUSY"
  /** The cap of a `BlobStore` is reached; nothing was kept. */
  | "BLOBS_FULL"
  /** The journal file could not be opened, read or written; `cause` holds the reason. */
  | "JOURNAL_IO"
  /** Other processes kept the journal locked for too long. */
  | "JOURNAL_BUSY"
  /** The journal was written by a newer version of this package. */
  | "JOURNAL_NEWER"
  /** The workspace was used after `close`. */
  | "CLOSED";

/** Every error this package throws, save the reason of an aborted signal. */
export class WorkspaceError extends Error {
  override readonly name = "WorkspaceError";
  readonly code: WorkspaceErrorCode;
  /** The facts of the case, such as the path asked for. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly [BRAND] = true;

  constructor(
    code: WorkspaceErrorCode,
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
  static isInstance(error: unknown): error is WorkspaceError {
    return typeof error === "object" && error !== null && BRAND in error;
  }
}

/** The system's code (`ENOENT`, `EACCES`, …) of an error thrown by Node, if it has one. */
export function systemCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const { code } = error as { code?: unknown };
  return typeof code === "string" ? code : undefined;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EIO: "the disk failed (EIO)",
};

/** A system's code in a person's words; `undefined` for one that rarely occurs. */
export function reasonOfCode(code: string): string | undefined {
  return REASONS[code];
}

/** Why the system refused. Its own text names the descriptor that a file was reached through, which helps nobody. */
export function systemReason(error: unknown): string {
  return reasonOfCode(systemCode(error) ?? "") ?? String(error);
}
