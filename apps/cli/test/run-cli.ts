import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Environment } from "../src/environment.ts";
import { runProgram } from "../src/program.ts";

/** The command line from source, for a process of its own. */
export const MAIN = fileURLToPath(new URL("../src/main.ts", import.meta.url));

export interface CliOutcome {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the command line from source in a process of its own, with nothing of this process's environment but `PATH`. */
export function startCli(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): {
  readonly child: ChildProcess;
  readonly outcome: Promise<CliOutcome>;
} {
  const child = spawn(
    process.execPath,
    ["--conditions=@runningtab/source", "--disable-warning=ExperimentalWarning", MAIN, ...args],
    {
      env: { PATH: process.env["PATH"], HOME: "/nonexistent", ...environment },
      stdio: ["pipe", "pipe", "pipe"],
    },
  );
  child.stdin?.end();
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk) => (stdout += String(chunk)));
  child.stderr?.on("data", (chunk) => (stderr += String(chunk)));
  const outcome = new Promise<CliOutcome>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (exitCode) => resolve({ exitCode, stdout, stderr }));
  });
  return { child, outcome };
}

/**
 * Runs the command line in this process, which takes a fraction of the time. `interrupt` is what Ctrl-C would do, and is
 * handed to `onStart` before the command begins.
 */
export async function runCli(
  args: readonly string[],
  options: {
    readonly variables?: Readonly<Record<string, string>>;
    readonly onStart?: (interrupt: () => void) => void;
    /** In pieces: the first is asked for when the command begins to read. */
    readonly stdin?: string | AsyncIterable<string>;
    /** Default: the test process's folder. */
    readonly cwd?: string;
    /** Whether stdout and stderr are terminals. */
    readonly isTty?: boolean;
  } = {},
): Promise<CliOutcome> {
  const written = { stdout: "", stderr: "" };
  const stream = (name: "stdout" | "stderr") =>
    Object.assign(
      new Writable({
        write(chunk, _encoding, done) {
          written[name] += String(chunk);
          done();
        },
      }),
      { isTTY: options.isTty === true },
    );
  const listeners = new Set<() => void>();
  const environment: Environment = {
    stdin: Readable.from(typeof options.stdin === "string" ? [options.stdin] : (options.stdin ?? [])),
    stdout: stream("stdout"),
    stderr: stream("stderr"),
    variables: { XDG_CONFIG_HOME: "/nonexistent", XDG_STATE_HOME: "/nonexistent", ...options.variables },
    cwd: options.cwd ?? process.cwd(),
    now: () => Date.now(),
    // Waits are the loop's own business; tests of the command line need not sit through them.
    sleep: async (_milliseconds, signal) => signal.throwIfAborted(),
    onInterrupt(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    setExitCode: () => undefined,
  };
  options.onStart?.(() => listeners.forEach((listener) => listener()));
  const exitCode = await runProgram(args, environment);
  return { exitCode, ...written };
}

/** Writes files below a folder. */
export function writeFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
