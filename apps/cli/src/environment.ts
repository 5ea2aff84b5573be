import type { Readable, Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";

/** What a command may touch of the process it runs in; tests hand in their own. */
export interface Environment {
  readonly stdin: Readable;
  readonly stdout: Writable;
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Absolute. */
  readonly cwd: string;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after so many milliseconds; rejects when `signal` aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Calls `listener` at each interrupt (Ctrl-C) until the returned function is called. */
  onInterrupt(listener: () => void): () => void;
  /** The exit code to end with when the command did not throw. */
  setExitCode(code: 0 | 1 | 2 | 3): void;
}

/** The environment of the real process. */
export function processEnvironment(): Environment {
  return {
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    variables: process.env,
    cwd: process.cwd(),
    now: () => Date.now(),
    sleep: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
    onInterrupt(listener) {
      process.on("SIGINT", listener);
      return () => process.off("SIGINT", listener);
    },
    setExitCode(code) {
      process.exitCode = code;
    },
  };
}
