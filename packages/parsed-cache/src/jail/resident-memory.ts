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
