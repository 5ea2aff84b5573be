import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Bytes of all files below a folder; what is deleted meanwhile counts nothing. */
export function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, entry) => sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
}
