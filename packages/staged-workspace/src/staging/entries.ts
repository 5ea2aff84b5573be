import type { IntendedWrite, JournalEntry, OperationRecorded, WritesIntended } from "../journal/journal.ts";
import type { FileEdit, Tree } from "../journal/operation.ts";
import type { Stage } from "./stage.ts";

/** Rows of the journal, as the acts on a stage write them. */

/** Name of the actor whose edits are found in the user's own folder. */
export const PERSON = "person";

export function operationEntry(
  { branchName, now }: Stage,
  edit: FileEdit,
  by: { readonly actor: string; readonly patch: string; readonly turn?: number | undefined },
): OperationRecorded {
  const { actor, patch, turn } = by;
  return {
    type: "operation.recorded",
    at: now(),
    branch: branchName,
    patch,
    ...(turn !== undefined && { turn }),
    actor,
    edit,
  };
}

/** Operations that are staged no longer; `actor` is `settled` where they leave nothing behind. */
export function withdrawnEntry(
  { branchName, now }: Stage,
  operations: readonly number[],
  actor = "settled",
): JournalEntry {
  return { type: "operations.withdrawn", at: now(), branch: branchName, operations, actor };
}

/** The commit point: `tree` holds from this row on, and has taken in `operations`, in any order. */
export async function acceptedEntry(
  { branchName, ledger, now }: Stage,
  tree: Tree,
  operations: Iterable<number>,
  by: { readonly actor: string; readonly plan?: string },
): Promise<JournalEntry> {
  return {
    type: "tree.accepted",
    at: now(),
    tree: await ledger.keepTree(tree),
    branch: branchName,
    operations: [...new Set(operations)].toSorted((one, other) => one - other),
    ...by,
  };
}

/** Files of the user's folder that are about to be written. */
export function rootWrites({ branchName, now }: Stage, writes: readonly IntendedWrite[]): WritesIntended {
  return { type: "writes.intended", at: now(), target: "root", branch: branchName, writes };
}

/** Files of the branch's folder that are about to be written. */
export function branchWrites({ branchName, now }: Stage, writes: readonly IntendedWrite[]): WritesIntended {
  return { type: "writes.intended", at: now(), target: "branch", branch: branchName, writes };
}

/** The branch's folder, once `writes` are done, builds on the accepted tree of entry `base`. */
export function movedBase(stage: Stage, base: number, writes: readonly IntendedWrite[] = []): WritesIntended {
  return { ...branchWrites(stage, writes), base };
}
