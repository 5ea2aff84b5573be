import type { SandboxMount } from "../sandbox.ts";

/** Tells the program that it is started; without it the module is only imported, which does nothing. */
export const SHELL_ARGUMENT = "run";

/** What the virtual shell's process is asked, as JSON on its standard input. */
export interface VirtualRequest {
  /** Name of the package that holds the shell. */
  readonly library: string;
  /** A line for the shell. */
  readonly command: string;
  readonly input: string;
  /** Absolute, without links. */
  readonly workspace: string;
  readonly cwd: string;
  readonly mounts: readonly SandboxMount[];
  /** Absolute paths of folders in the workspace that cannot be changed. */
  readonly sealed: readonly string[];
  readonly timeoutMs: number;
  readonly fileBytes: number;
  readonly diskBytes: number;
  /** Of files in memory, such as those in `/tmp`. */
  readonly memoryBytes: number;
  /** A path outside that the process itself must not be able to read; only a probe has one. */
  readonly forbidden?: string;
}

/** What the process says on descriptor 3 when it comes to its end; absent when it was ended before. */
export interface VirtualReport {
  readonly timedOut: boolean;
  /** Which limit stopped a write, in plain words. */
  readonly limit?: string;
  /** Why there is no shell. */
  readonly fault?: string;
  /** Of a probe: what the process's own code was held back from. */
  readonly held?: readonly string[];
}
