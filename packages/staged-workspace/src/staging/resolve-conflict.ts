import type { JournalEntry } from "../journal/journal.ts";
import type { FileVersion, Operation, Tree } from "../journal/operation.ts";
import type { Conflict, Reduction } from "../journal/reduce.ts";
import type { BranchState } from "../journal/state.ts";
import { WorkspaceError } from "../workspace-error.ts";
import { branchWrites, operationEntry, PERSON, withdrawnEntry } from "./entries.ts";
import { mergeConflict } from "./merge-conflict.ts";
import { pathsOf } from "./plan.ts";
import { repeat, type Stage } from "./stage.ts";
import type { Kept, RollbackOptions } from "./staged-workspace.ts";
import { sync } from "./sync.ts";
import { diffTrees, placeable, treeOf, writesBetween } from "./trees.ts";

/**
 * The operations in conflict are withdrawn, with all that moves tie to them. For `proposed` the branch's versions are
 * recorded anew on top of the accepted ones; for `accepted` the folder gets those; for `merged` both happens with a text
 * that has the changes of both sides.
 */
export async function resolveConflict(
  stage: Stage,
  path: string,
  keep: Kept,
  { actor = PERSON, signal }: RollbackOptions,
): Promise<void> {
  await repeat(async () => {
    await sync(stage, signal && { signal });
    const { state, branch, accepted, reduction } = await stage.look();
    const conflict = findConflict(reduction, path);
    const paths = new Set(operationsOf(conflict, branch).flatMap(({ edit }) => pathsOf(edit)));
    const [theirs, ours] = [only(accepted, paths), only(reduction.tree, paths)];
    const wanted = await keptTree();
    const patch = `resolved-${state.seq + 1}`;
    const entries: JournalEntry[] = [
      withdrawnEntry(stage, conflict.operations, actor),
      ...diffTrees(theirs, wanted).map((edit) => operationEntry(stage, edit, { actor, patch })),
    ];
    const left = new Map([...reduction.tree].filter(([one]) => !ours.has(one)).concat([...wanted]));
    const writes = writesBetween(treeOf(stage.work.manifest), placeable(left));
    if (writes.length > 0) entries.push(branchWrites(stage, writes));
    return (await stage.commit(state, entries)) !== undefined;

    async function keptTree(): Promise<Tree> {
      if (keep === "merged") return new Map([[path, await keepMerged(stage, conflict, branch)]]);
      return keep === "proposed" ? ours : theirs;
    }
  });
  await stage.work.scan();
}

/** What `resolveConflict` would write for `merged`; `undefined` when the changes do not go together. */
export async function previewMerge(stage: Stage, path: string): Promise<Uint8Array | undefined> {
  const { branch, reduction } = await stage.look();
  const conflict = findConflict(reduction, path);
  return (await mergeConflict(stage, conflict, operationsOf(conflict, branch)))?.bytes;
}

async function keepMerged(stage: Stage, conflict: Conflict, branch: BranchState): Promise<FileVersion> {
  const merged = await mergeConflict(stage, conflict, operationsOf(conflict, branch));
  if (merged === undefined) {
    throw new WorkspaceError("UNKNOWN_TARGET", {
      message: `The changes of ${conflict.path} do not go together by themselves: they overlap, or there is no text on all sides. Keep one of the versions, or write the file and sync.`,
      data: { path: conflict.path },
    });
  }
  const { bytes, mode } = merged;
  return { hash: await stage.blobs.put(bytes), size: bytes.length, mode };
}

function findConflict({ conflicts }: Reduction, path: string): Conflict {
  const conflict = conflicts.find((candidate) => candidate.path === path);
  if (conflict !== undefined) return conflict;
  throw new WorkspaceError("UNKNOWN_TARGET", {
    message: `${path} is in no conflict. The plan lists those that are.`,
    data: { path },
  });
}

function operationsOf({ operations }: Conflict, { staged }: BranchState): readonly Operation[] {
  const wanted = new Set(operations);
  return staged.filter(({ seq }) => wanted.has(seq));
}

function only(tree: Tree, paths: ReadonlySet<string>): Tree {
  const part = new Map<string, FileVersion>();
  for (const path of paths) {
    const version = tree.get(path);
    if (version !== undefined) part.set(path, version);
  }
  return part;
}
