import { lstatSync, readdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import type { SandboxLimits } from "../sandbox.ts";

const INTERVAL_MS = 100;
const BLOCK_BYTES = 512;
/** A file system keeps times more coarsely than the clock shows them. */
const CLOCK_SLACK_MS = 50;

/**
 * Watches what is written into a folder from now on, and calls `exceeded` once when it is too much. Looks at the free
 * space of the file system, which costs nothing, and counts the files that changed only when that has shrunk by the
 * limit: others write there too. Between two looks more can be written. Returns the way to stop.
 */
export function watchDisk(
  folder: string,
  { diskBytes }: Pick<SandboxLimits, "diskBytes">,
  exceeded: (limit: string) => void,
): () => void {
  const beganAtMs = Date.now() - CLOCK_SLACK_MS;
  let free = freeBytes(folder);
  const timer = setInterval(() => {
    const now = freeBytes(folder);
    if (free === undefined || now === undefined || free - now <= diskBytes) return;
    const written = bytesChangedSince(folder, beganAtMs);
    // What is beyond it was written by others, or is counted already.
    free = now + written;
    if (written <= diskBytes) return;
    clearInterval(timer);
    exceeded(`disk (more than ${diskBytes} bytes written)`);
  }, INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

function bytesChangedSince(folder: string, beganAtMs: number): number {
  let bytes = 0;
  const open = [folder];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const entry of entriesOf(at)) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) open.push(path);
      else {
        const stat = lstatSync(path, { throwIfNoEntry: false });
        if (stat !== undefined && stat.ctimeMs >= beganAtMs) bytes += stat.blocks * BLOCK_BYTES;
      }
    }
  }
  return bytes;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Gone between two looks, or not ours to read.
    return [];
  }
}
