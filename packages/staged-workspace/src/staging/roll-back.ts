import type { JournalEntry } from "../journal/journal.ts";
import { isSameVersion, type Tree } from "../journal/operation.ts";
import { operationOf } from "../journal/state.ts";
import { branchWrites, operationEntry, PERSON, withdrawnEntry } from "./entries.ts";
import { pathsOf } from "./plan.ts";
import { acceptance, planOf } from "./promote.ts";
import { backToAccepted, operationsOf, type RolledBack, undoOperations, unknownTarget } from "./undo.ts";
import { repeat, type Sight, type Stage } from "./stage.ts";
import type { RollbackOptions, RollbackPlan, RollbackTarget } from "./staged-workspace.ts";
import { sync } from "./sync.ts";
import { diffTrees, placeable, treeOf, writesBetween } from "./trees.ts";

/** What a rollback would do to the folders as they are now. The sync before it is the snapshot of what it overwrites. */
export async function previewRollback(stage: Stage, target: RollbackTarget): Promise<RollbackPlan> {
  await sync(stage);
  return (await planRollback(stage, await stage.look(), target)).plan;
}

/**
 * Undoes by new history: inverse operations are recorded, and the files written, in one act. What of it had been promoted
 * is promoted back in a second act: who asks to undo it accepts that.
 */
export async function rollBack(stage: Stage, target: RollbackTarget, options: RollbackOptions): Promise<RollbackPlan> {
  const { actor = PERSON, signal } = options;
  let done: RollbackPlan | undefined;
  await repeat(async () => {
    await sync(stage, signal && { signal });
    const sight = await stage.look();
    const { plan, tree } = await planRollback(stage, sight, target);
    const patch = `rollback-${sight.state.seq + 1}`;
    const rows = diffTrees(sight.reduction.tree, tree).map((edit) => operationEntry(stage, edit, { actor, patch }));
    if (rows.length > 0) {
      const undone = rows.map((row, index) => operationOf(sight.state.seq + index + 1, row));
      const { settled } = await stage.fold(sight.accepted, [...sight.branch.staged, ...undone]);
      const entries: JournalEntry[] = [...rows];
      // What was taken back must not weigh on what the branch does there next.
      if (settled.length > 0) entries.push(withdrawnEntry(stage, settled));
      entries.push(branchWrites(stage, plan.writes));
      const conflicts = await stage.commit(sight.state, entries);
      if (conflicts === undefined) return false;
      done = { ...plan, conflicts: [...plan.conflicts, ...conflicts] };
    }
    done ??= plan;
    return true;
  });
  if (done!.touchesRoot) {
    const paths = done!.writes.map(({ path }) => path);
    await repeat(async () => {
      const sight = await stage.look();
      const plan = planOf(stage, sight, paths);
      if (plan.changes.length === 0) return true;
      const entries = await acceptance(stage, sight, plan, sight.state.seq, actor);
      const conflicts = await stage.commit(sight.state, entries);
      if (conflicts === undefined) return false;
      done = { ...done!, conflicts: [...done!.conflicts, ...conflicts] };
      return true;
    });
  }
  await stage.work.scan();
  if (stage.mode === "staged") await stage.origin.scan();
  return done!;
}

async function planRollback(
  stage: Stage,
  sight: Sight,
  target: RollbackTarget,
): Promise<{ readonly plan: RollbackPlan; readonly tree: Tree }> {
  const { branch, accepted, reduction } = sight;
  const wanted = rolledBack(sight, target);
  const notKept: string[] = [];
  const tree = new Map(reduction.tree);
  for (const path of wanted.paths) {
    const version = wanted.tree.get(path);
    if (
      version !== undefined &&
      !isSameVersion(version, reduction.tree.get(path)) &&
      (await stage.contentOf(path, version)) === undefined
    ) {
      notKept.push(path);
    } else if (version === undefined) tree.delete(path);
    else tree.set(path, version);
  }
  // Against what the folder holds: what a file of the branch kept from being put there comes back when that goes.
  const writes = writesBetween(treeOf(stage.work.manifest), placeable(tree));
  const staged = new Set(branch.staged.map(({ seq }) => seq));
  const undone = operationsOf(target, branch.history);
  const touchesRoot =
    undone.some(({ seq }) => !staged.has(seq)) &&
    writes.some(({ path, after }) => !isSameVersion(accepted.get(path), after));
  return { plan: { writes, conflicts: wanted.conflicts, notKept: notKept.toSorted(), touchesRoot }, tree };
}

function rolledBack({ branch, accepted, reduction }: Sight, target: RollbackTarget): RolledBack {
  if ("all" in target) return backToAccepted(reduction.tree, accepted, reduction.diff);
  if ("paths" in target) {
    const changed = new Set(reduction.diff.flatMap(pathsOf));
    if (!target.paths.some((path) => changed.has(path))) throw unknownTarget(target);
    return backToAccepted(reduction.tree, accepted, reduction.diff, target.paths);
  }
  const operations = operationsOf(target, branch.history);
  if (operations.length === 0) throw unknownTarget(target);
  return undoOperations(reduction.tree, operations, branch.resolved);
}
