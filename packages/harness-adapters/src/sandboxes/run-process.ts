import { spawn } from "node:child_process";
import { constants } from "node:os";
import { HarnessError } from "../harness-error.ts";
import type { SandboxLimits, SandboxOutcome } from "../sandbox.ts";
import { createOutputBuffer } from "./output-buffer.ts";
import { watchDisk } from "./watch-disk.ts";
import { watchProcesses } from "./watch-processes.ts";

export interface ProcessToRun {
  readonly program: string;
  readonly args: readonly string[];
  /** The whole environment; nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly timeoutMs: number;
  readonly limits: SandboxLimits;
  /** Folder in which what is written is watched; default: nothing is. */
  readonly writesTo?: string;
  readonly input?: string;
  /** Gets what the process writes to descriptor 3. Must not throw. Default: there is none. */
  readonly onTrace?: (chunk: Buffer) => void;
  readonly signal?: AbortSignal;
}

/** Runs a program in a process group of its own, watched and ended as a whole. */
export async function runProcess(run: ProcessToRun): Promise<SandboxOutcome> {
  run.signal?.throwIfAborted();
  const child = spawn(run.program, run.args, {
    ...(run.cwd !== undefined && { cwd: run.cwd }),
    // Node merges nothing in: the launcher's own environment is readable through /proc/1/environ inside a jail.
    env: { ...run.environment },
    stdio: [run.input === undefined ? "ignore" : "pipe", "pipe", "pipe", ...(run.onTrace ? (["pipe"] as const) : [])],
    detached: true,
  });
  const output = createOutputBuffer(run.limits.outputBytes);
  let timedOut = false;
  let limit: string | undefined;
  const kill = (): void => {
    if (child.pid === undefined) return;
    try {
      // Windows has no process groups; what runs there starts no others.
      process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGKILL");
    } catch {
      // Gone already.
    }
  };
  const timer = setTimeout(() => {
    timedOut = true;
    kill();
  }, run.timeoutMs);
  const exceed = (exceeded: string): void => {
    limit ??= exceeded;
    kill();
  };
  const stopWatching = watchProcesses(child.pid, run.limits, exceed);
  const stopWatchingDisk = run.writesTo === undefined ? undefined : watchDisk(run.writesTo, run.limits, exceed);
  run.signal?.addEventListener("abort", kill, { once: true });

  try {
    const exitCode = await new Promise<number>((resolve, reject) => {
      child.once("error", (cause) =>
        reject(
          new HarnessError("SANDBOX_LAUNCH", { message: `Could not start ${run.program}: ${cause.message}`, cause }),
        ),
      );
      // Background children hold the pipes open: they end with the command, not with its time.
      child.once("exit", kill);
      child.once("close", (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
      const take = (chunk: Buffer): void => {
        if (output.take(chunk)) return;
        limit = "output";
        kill();
      };
      child.stdout?.on("data", take);
      child.stderr?.on("data", take);
      if (run.onTrace) child.stdio[3]?.on("data", run.onTrace);
      // A command that does not read its input closes the pipe under us; that is its right.
      child.stdin?.on("error", () => undefined);
      child.stdin?.end(run.input);
    });
    run.signal?.throwIfAborted();
    return {
      exitCode,
      output: output.text(),
      truncated: output.truncated(),
      timedOut,
      ...(limit !== undefined && { limit }),
    };
  } finally {
    clearTimeout(timer);
    stopWatching();
    stopWatchingDisk?.();
    run.signal?.removeEventListener("abort", kill);
  }
}
