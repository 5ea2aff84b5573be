import { spawn } from "node:child_process";
import { ISOLATION, systemFolders } from "../jail/bubblewrap.ts";

export interface JailedProgram {
  readonly command: string;
  readonly args: readonly string[];
  /** Written to its standard input. */
  readonly input?: Uint8Array;
  /** A folder that it may read and write, at `/rendering` for it. */
  readonly work?: string;
  readonly deadlineMs: number;
  /** Address space. */
  readonly maxMemoryBytes: number;
  readonly maxOutputBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/** What a program wrote and how it ended; `problem` says why it was ended, or could not begin. */
export interface ProgramEnd {
  readonly output: Buffer;
  readonly complaints: string;
  readonly code: number | null;
  readonly problem?: string;
}

const KEPT_COMPLAINTS = 2000;

/**
 * Runs a program of the system over untrusted bytes inside bubblewrap: no network, no files but the system's and its work
 * folder, no environment, bounded memory, time and output. Rejects only when `signal` aborts.
 */
export function runJailed(bubblewrap: string, program: JailedProgram): Promise<ProgramEnd> {
  const { command, args, input, work, deadlineMs, maxMemoryBytes, maxOutputBytes, signal } = program;
  const environment = "--setenv PATH /usr/bin:/bin --setenv HOME /tmp --setenv LANG C.UTF-8".split(" ");
  const jail = [
    ...ISOLATION,
    ...environment,
    ...systemFolders(["/etc/fonts", "/etc/libreoffice"]),
    "--chdir",
    "/tmp",
    ...(work === undefined ? [] : ["--bind", work, "/rendering"]),
  ];
  const limited = ["/bin/sh", "-c", `ulimit -v ${Math.floor(maxMemoryBytes / 1024)}; exec "$0" "$@"`, command];
  return new Promise((resolve, reject) => {
    const child = spawn(bubblewrap, [...jail, ...limited, ...args], { env: {}, stdio: ["pipe", "pipe", "pipe"] });
    const chunks: Buffer[] = [];
    let bytes = 0;
    let complaints = "";
    let problem: string | undefined;
    const end = (reason: string): void => {
      problem ??= reason;
      child.kill("SIGKILL");
    };
    const abort = (): void => end("it was cancelled");
    const timer = setTimeout(() => end(`it took longer than ${deadlineMs / 1000} s`), deadlineMs);
    signal?.addEventListener("abort", abort, { once: true });
    child.stdout.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxOutputBytes) return end(`it wrote more than ${maxOutputBytes} bytes`);
      chunks.push(chunk);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      complaints = (complaints + chunk.toString("utf8")).slice(-KEPT_COMPLAINTS);
    });
    // A program that has ended early takes no more; how it ended says why.
    child.stdin.on("error", () => undefined);
    child.stdin.end(input);
    child.on("error", (error) => end(error.message));
    child.on("close", (code) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      if (signal?.aborted === true) return reject(signal.reason);
      resolve({ output: Buffer.concat(chunks), complaints, code, ...(problem !== undefined && { problem }) });
    });
  });
}
