import { chmodSync, constants, copyFileSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hashFileSync } from "@runningtab/content-hash/node";
import type { FileVersion, Tree } from "../journal/operation.ts";
import { resolveInside } from "../resolve-inside.ts";
import { createTurns } from "../turns.ts";
import { WorkspaceError } from "../workspace-error.ts";
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
  for (const [path, version] of tree) {
    const target = join(folder, ...path.split("/"));
    const parent = dirname(target);
    if (!made.has(parent)) mkdirSync(parent, { recursive: true });
    made.add(parent);
    if (origin === undefined || !copyVersion(origin, path, version, target)) {
      const bytes = await contentOf(path, version);
      if (bytes === undefined) missing.push(path);
      else writeFileSync(target, bytes, { flag: "wx" });
      if (bytes === undefined) continue;
    }
    chmodSync(target, version.mode);
    await takeTurns();
  }
  return missing;
}

/** Whether the copy is this version: the origin may change at any moment, so that only the copy's own hash counts. */
function copyVersion(origin: string, path: string, { hash }: FileVersion, target: string): boolean {
  try {
    copyFileSync(resolveInside(origin, path), target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    if (hashFileSync(target).hash === hash) return true;
  } catch (error) {
    if (WorkspaceError.isInstance(error) && error.code === "ROOT_MISSING") throw error;
  }
  rmSync(target, { force: true });
  return false;
}
