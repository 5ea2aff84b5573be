const BRAND = Symbol.for("runningtab.HarnessError");

/**
 * - `NO_ROOT`: a session was asked for without a workspace and without a root.
 * - `TOOL_NAME_TAKEN`: a harness brings a tool under the name of one of the tab's.
 * - `SANDBOX_UNPROVEN`: a command was handed to a sandbox whose probe failed or never ran.
 * - `SANDBOX_LAUNCH`: the sandbox's own program could not be started.
 */
export type HarnessErrorCode = "NO_ROOT" | "TOOL_NAME_TAKEN" | "SANDBOX_UNPROVEN" | "SANDBOX_LAUNCH";

/** The one error class of this package. Two installed copies recognise each other's errors through `isInstance`. */
export class HarnessError extends Error {
  override readonly name = "HarnessError";
  readonly code: HarnessErrorCode;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(
    code: HarnessErrorCode,
    facts: { readonly message: string; readonly data?: Readonly<Record<string, unknown>>; readonly cause?: unknown },
  ) {
    super(facts.message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.data = facts.data ?? {};
    Object.defineProperty(this, BRAND, { value: true });
  }

  static isInstance(error: unknown): error is HarnessError {
    return typeof error === "object" && error !== null && BRAND in error;
  }
}
