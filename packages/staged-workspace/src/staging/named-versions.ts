import type { ContentHash } from "@runningtab/content-hash";
import type { FileVersion } from "../journal/operation.ts";
import { afterOf, beforeOf } from "./plan.ts";
import type { Stage } from "./stage.ts";

/** A content that the journal names: a file's, or with `version` absent an accepted tree. */
export interface NamedVersion {
  /** The path that it was first met at; empty for a tree. */
  readonly path: string;
  readonly version?: FileVersion;
}

/**
 * Every content that some row of the journal, or the baseline, names. Rejects with `STATE_CORRUPT` when an accepted tree is
 * damaged and cannot be made again: nobody knows then what it named.
 */
export async function namedVersions(stage: Stage): Promise<ReadonlyMap<ContentHash, NamedVersion>> {
  const state = await stage.ledger.catchUp();
  const named = new Map<ContentHash, NamedVersion>();
  const name = (path: string, version: FileVersion | undefined): void => {
    if (version !== undefined && !named.has(version.hash)) named.set(version.hash, { path, version });
  };
  for (const { path, hash, size, mode } of stage.origin.baseline.values()) name(path, { hash, size, mode });
  for (const { seq, entry } of await stage.journal.read(0)) {
    switch (entry.type) {
      case "tree.accepted":
        named.set(entry.tree, { path: "" });
        for (const [path, version] of await stage.ledger.treeAt(state, seq)) name(path, version);
        break;
      case "operation.recorded":
        name(entry.edit.path, beforeOf(entry.edit));
        name(entry.edit.path, afterOf(entry.edit));
        break;
      case "writes.intended":
        for (const { path, before, after } of entry.writes) {
          name(path, before);
          name(path, after);
        }
        break;
      case "writes.applied":
        for (const { path, found } of entry.conflicts) name(path, found);
        break;
      case "branch.opened":
      case "operations.withdrawn":
      case "plan.checked":
      case "plan.decided":
    }
  }
  return named;
}
