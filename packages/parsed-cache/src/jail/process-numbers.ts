import { readFileSync } from "node:fs";

const PAGE_BYTES = 4096;

/**
 * Resident memory of a process in bytes; `undefined` when it is gone or the platform is not Linux, where only the
 * limit on the child's JavaScript heap holds.
 */
export function residentMemory(pid: number): number | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, "latin1").split(" ")[1]);
    return Number.isFinite(pages) ? pages * PAGE_BYTES : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Milliseconds for which a process was ready to run and had no core so far, since others had them; 0 where the platform
 * does not tell.
 */
export function waitedForCore(pid: number | undefined): number {
  if (pid === undefined || process.platform !== "linux") return 0;
  try {
    // Nanoseconds on a core, nanoseconds waiting for one, turns: of the main thread, which runs the parser.
    const nanoseconds = Number(readFileSync(`/proc/${pid}/schedstat`, "latin1").split(" ")[1]);
    return Number.isFinite(nanoseconds) ? nanoseconds / 1e6 : 0;
  } catch {
    return 0;
  }
}
