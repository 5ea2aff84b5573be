/** What one command may use. Hitting a limit ends the command and is said in its outcome. */
export interface SandboxLimits {
  /** Processor time of one process, in seconds. */
  readonly cpuSeconds: number;
  /** Resident memory of all processes of the command together, in bytes. */
  readonly memoryBytes: number;
  /** Processes alive at the same time. */
  readonly processes: number;
  /** Size of one written file, in bytes. */
  readonly fileBytes: number;
  /** What one command may write to the disk in all, and what its private `/tmp` may hold, in bytes. */
  readonly diskBytes: number;
  /** Bytes of standard output and error kept; what lies in the middle of a longer output is dropped and said. */
  readonly outputBytes: number;
}

export const DEFAULT_SANDBOX_LIMITS: SandboxLimits = {
  cpuSeconds: 600,
  memoryBytes: 2 * 1024 ** 3,
  processes: 256,
  fileBytes: 1024 ** 3,
  diskBytes: 2 * 1024 ** 3,
  outputBytes: 1024 ** 2,
};

/** A command: a line for bash, or a program with its arguments. */
export type SandboxCommand = ({ readonly command: string } | { readonly argv: readonly string[] }) & {
  /** Absolute working directory inside the workspace; default its root. */
  readonly cwd?: string;
  /** Wall-clock time in milliseconds, at least 1. */
  readonly timeoutMs: number;
  readonly limits?: Partial<SandboxLimits>;
  /** Text for standard input; default none. */
  readonly input?: string;
  readonly signal?: AbortSignal;
};

export interface SandboxOutcome {
  /** Of the command; 128 and the signal's number when it was killed, as shells have it. */
  readonly exitCode: number;
  /** Standard output and error in the order they came. */
  readonly output: string;
  /** Whether output was dropped. */
  readonly truncated: boolean;
  readonly timedOut: boolean;
  /**
   * Workspace-relative paths of the regular files and others that processes of the command opened for reading, links
   * resolved. Absent where opening was not traced, or more happened than is followed.
   */
  readonly opened?: ReadonlySet<string>;
  /** Which limit ended the command, in plain words. */
  readonly limit?: string;
}

/** A folder of the host that stands at another place inside, read-only. Both paths absolute. */
export interface SandboxMount {
  readonly source: string;
  /** Outside the workspace, and no place of the system's, such as `/skills`. */
  readonly target: string;
}

/** What a probe found. `details` has one line a canary, for people. */
export interface SandboxProof {
  /** Whether every canary was held back. */
  readonly proven: boolean;
  readonly details: readonly string[];
}

/**
 * Runs commands of an agent over one workspace. A sandbox that isolates is proven before its first command, by canaries
 * that try to get out; unproven, it refuses and never falls back to something weaker.
 */
export interface Sandbox {
  readonly specVersion: 1;
  /** Lower-case, stable, printed in traces. */
  readonly name: string;
  /** Tries the canaries once and remembers the answer. Never rejects. */
  probe(): Promise<SandboxProof>;
  /**
   * Runs a command to its end. A failing command is no error: it has an exit code. Rejects with a `HarnessError` when
   * the sandbox is unproven or could not start, and with the signal's reason when aborted.
   */
  run(command: SandboxCommand): Promise<SandboxOutcome>;
}
