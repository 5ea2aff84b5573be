import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createFileCopier, type FileCopier } from "../file-copier.ts";
import type { FileVersion, Tree } from "../journal/operation.ts";
import { resolveRoot } from "../resolve-inside.ts";
import { createTurns } from "../turns.ts";
import type { ContentOf } from "./apply-writes.ts";

/**
 * Fills an own, empty folder with the files of a tree. Each is copied from the origin while it is the same version there,
 * sharing blocks where the file system can, and never as another name of it; otherwise it comes from the kept versions.
 * Returns the files that are to be had from neither. Not flushed: what is interrupted is begun anew.
 */
export async function hydrate(
  folder: string,
  tree: Tree,
  origin: string | undefined,
  contentOf: ContentOf,
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const missing: string[] = [];
  const takeTurns = createTurns(signal);
  const made = new Set<string>();
  const copier = origin === undefined ? undefined : createFileCopier(resolveRoot(origin));
  try {
    for (const [path, version] of tree) {
      const target = join(folder, ...path.split("/"));
      const parent = dirname(target);
      if (!made.has(parent)) mkdirSync(parent, { recursive: true });
      made.add(parent);
      if (copier === undefined || !copyVersion(copier, path, version, target)) {
        const bytes = await contentOf(path, version);
        if (bytes === undefined) {
          missing.push(path);
          continue;
        }
        writeFileSync(target, bytes, { flag: "wx" });
        chmodSync(target, version.mode);
      }
      const turn = takeTurns();
      if (turn !== undefined) await turn;
    }
  } finally {
    copier?.close();
  }
  return missing;
}

/** Whether there is a copy now and it is this version; what else the origin holds is no copy. */
function copyVersion(copier: FileCopier, path: string, { hash, mode }: FileVersion, target: string): boolean {
  try {
    if (copier.copy(path, target, mode) === hash) return true;
  } catch {
    // Whatever kept the origin's file from being copied: the kept version is asked next.
  }
  rmSync(target, { force: true });
  return false;
}
