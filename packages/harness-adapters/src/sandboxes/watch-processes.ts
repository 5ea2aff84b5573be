import { readFileSync } from "node:fs";
import type { SandboxLimits } from "../sandbox.ts";

const INTERVAL_MS = 100;
const PAGE_BYTES = 4096;

/**
 * Watches a process and all below it, and calls `exceeded` once when they are too many or hold too much memory together.
 * Resource limits alone do not do: they count memory by process and address space, and do not bind root's process count.
 * Where there is no `/proc` nothing is watched. Returns the way to stop.
 */
export function watchProcesses(
  pid: number | undefined,
  limits: Pick<SandboxLimits, "memoryBytes" | "processes">,
  exceeded: (limit: string) => void,
): () => void {
  if (pid === undefined || process.platform !== "linux") return () => undefined;
  const timer = setInterval(() => {
    const limit = firstExceeded(pid, limits);
    if (limit === undefined) return;
    clearInterval(timer);
    exceeded(limit);
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function firstExceeded(root: number, limits: Pick<SandboxLimits, "memoryBytes" | "processes">): string | undefined {
  const waiting = [root];
  let count = 0;
  let memory = 0;
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    count++;
    memory += residentBytes(pid);
    if (count > limits.processes) return `processes (more than ${limits.processes})`;
    if (memory > limits.memoryBytes) return `memory (more than ${limits.memoryBytes} bytes)`;
    waiting.push(...childrenOf(pid));
  }
  return undefined;
}

function residentBytes(pid: number): number {
  return Number(contentOf(`/proc/${pid}/statm`).split(" ")[1] ?? 0) * PAGE_BYTES;
}

/** Children of the main thread: enough for what shells, jails and scripts start. */
function childrenOf(pid: number): readonly number[] {
  return contentOf(`/proc/${pid}/task/${pid}/children`).split(" ").filter(Boolean).map(Number);
}

function contentOf(path: string): string {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    // The process ended between two looks.
    return "";
  }
}
