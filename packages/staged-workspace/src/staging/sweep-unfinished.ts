import { lstatSync } from "node:fs";
import { removeAside, TEMPORARY_PREFIX } from "../atomic-write.ts";
import { openFolder } from "../open-folder.ts";
import type { ScanResult } from "../manifest.ts";

/** No act prepares its files for longer; a younger one may be another process's at this moment. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;
const NAME = new RegExp(String.raw`^${TEMPORARY_PREFIX.replace(".", String.raw`\.`)}[\w-]{12}$`);

/** Takes away what a process left in the folder that was killed before it had decided: nothing in the journal names it. */
export function sweepUnfinished(realRoot: string, skipped: ScanResult["skipped"], now: number): void {
  for (const { path } of skipped) {
    const segments = path.split("/");
    const name = segments.pop()!;
    if (!NAME.test(name)) continue;
    try {
      const folder = openFolder(realRoot, segments);
      try {
        const stats = lstatSync(`${folder.path}/${name}`);
        if (stats.isFile() && now - stats.ctimeMs > ABANDONED_AFTER_MS) removeAside(folder, name);
      } finally {
        folder.close();
      }
    } catch {
      // Gone by now, or not for us to take away: it is ignored as before.
    }
  }
}
