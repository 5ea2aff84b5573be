import type { JournalEntry } from "../journal/journal.ts";
import type { FileVersion, Tree } from "../journal/operation.ts";
import { WorkspaceError } from "../workspace-error.ts";
import { pathsOf } from "./plan.ts";
import { moveBase, repeat, type Stage } from "./stage.ts";
import type { RollbackOptions } from "./staged-workspace.ts";
import { sync } from "./sync.ts";
import { diffTrees, writesBetween } from "./trees.ts";

/**
 * The operations in conflict are withdrawn, with all that moves tie to them. For `proposed` the branch's versions are
 * recorded anew on top of the accepted ones; for `accepted` the folder gets those.
 */
export async function resolveConflict(
  stage: Stage,
  path: string,
  keep: "proposed" | "accepted",
  { actor = "person", signal }: RollbackOptions,
): Promise<void> {
  await repeat(async () => {
    await sync(stage, signal && { signal });
    const { state, branch, accepted, reduction } = await stage.look();
    const conflict = reduction.conflicts.find((candidate) => candidate.path === path);
    if (conflict === undefined) {
      throw new WorkspaceError("UNKNOWN_TARGET", {
        message: `${path} is in no conflict. The plan lists those that are.`,
        data: { path },
      });
    }
    const withdrawn = new Set(conflict.operations);
    const paths = new Set(branch.staged.filter(({ seq }) => withdrawn.has(seq)).flatMap(({ edit }) => pathsOf(edit)));
    const [theirs, ours] = [only(accepted, paths), only(reduction.tree, paths)];
    const at = stage.now();
    const entries: JournalEntry[] = [
      { type: "operations.withdrawn", at, branch: branch.name, operations: [...withdrawn], actor },
    ];
    if (keep === "accepted") entries.push(moveBase(stage, branch.base, at, writesBetween(ours, theirs)));
    else {
      const patch = `resolved-${state.seq + 1}`;
      for (const edit of diffTrees(theirs, ours)) {
        entries.push({ type: "operation.recorded", at, branch: branch.name, patch, actor, edit });
      }
    }
    return (await stage.commit(state, entries)) !== undefined;
  });
  await stage.work.scan();
}

function only(tree: Tree, paths: ReadonlySet<string>): Tree {
  const part = new Map<string, FileVersion>();
  for (const path of paths) {
    const version = tree.get(path);
    if (version !== undefined) part.set(path, version);
  }
  return part;
}
