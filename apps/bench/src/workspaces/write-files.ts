import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Writes files (path from `root`, content), whose folders are made. */
export function writeFiles(root: string, files: Iterable<readonly [path: string, content: string | Uint8Array]>): void {
  for (const [path, content] of files) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}
