import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What says, while a run lasts, that it works on the workspace's branch. */
export interface RunMark {
  /** Other runs that do the same at this moment. */
  readonly others: readonly { readonly processId: number; readonly runId: string }[];
  remove(): void;
}

/**
 * Leaves a mark in `folder`, a file named by the process id that names the run. Marks of processes that are gone are taken
 * away: a killed run could not do it. Two runs that begin at once both see the other, since each looks after it has made
 * its own.
 */
export function markRun(folder: string, runId: string): RunMark {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const own = join(folder, String(process.pid));
  writeFileSync(own, runId, { mode: 0o600 });
  const others: { processId: number; runId: string }[] = [];
  for (const name of readdirSync(folder)) {
    const processId = Number(name);
    if (!Number.isInteger(processId) || processId <= 0 || processId === process.pid) continue;
    if (isAlive(processId)) others.push({ processId, runId: readMark(join(folder, name)) });
    else rmSync(join(folder, name), { force: true });
  }
  return { others, remove: () => rmSync(own, { force: true }) };
}

/** Empty when the run has ended since. */
function readMark(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // Another user's process may not be signalled, and is there.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
