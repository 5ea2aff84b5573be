/** How a command ends when it cannot go on; the message goes to stderr as it is. */
export class CliError extends Error {
  override readonly name = "CliError";
  /** 1: the answer is no; 2: misuse; 3: something failed. */
  readonly exitCode: 1 | 2 | 3;

  constructor(exitCode: 1 | 2 | 3, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

/** A call that could not have been meant: unknown option values, missing keys, contradicting flags. */
export function misuse(message: string): CliError {
  return new CliError(2, message);
}

/** What an error says, without its stack. */
export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
