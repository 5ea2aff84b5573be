import { isSameVersion, type FileVersion, type Operation, type Tree } from "../journal/operation.ts";
import type { FileEdit } from "../journal/operation.ts";
import { WorkspaceError } from "../workspace-error.ts";
import type { WriteConflict } from "./apply-writes.ts";
import { afterOf, beforeOf, pathsOf } from "./plan.ts";
import type { RollbackTarget } from "./staged-workspace.ts";
import { applyEdits } from "./trees.ts";

/** The tree that a rollback would leave, and what it leaves alone. */
export interface RolledBack {
  readonly tree: Tree;
  /** Paths that it means to change. */
  readonly paths: ReadonlySet<string>;
  readonly conflicts: readonly WriteConflict[];
}

/** Everything, or what was done to some paths, back to the accepted tree. Of a move, both ends go back. */
export function backToAccepted(
  current: Tree,
  accepted: Tree,
  diff: readonly FileEdit[],
  paths?: readonly string[],
): RolledBack {
  const wanted = paths && new Set(paths);
  const touched = new Set(
    diff.filter((edit) => wanted === undefined || pathsOf(edit).some((path) => wanted.has(path))).flatMap(pathsOf),
  );
  const tree = new Map(current);
  for (const path of touched) put(tree, path, accepted.get(path));
  return { tree, paths: touched, conflicts: [] };
}

/**
 * Inverse edits, the latest first. One that was undone already needs nothing. One whose result is another version by now
 * is left alone, and said; so is one that a conflict was about: even where its version was kept, what it replaced then is
 * what somebody else had made of the file.
 */
export function undoOperations(
  current: Tree,
  operations: readonly Operation[],
  resolved: ReadonlySet<number>,
): RolledBack {
  const ofPath = Map.groupBy(operations, ({ edit }) => edit.path);
  let tree = current;
  const paths = new Set<string>();
  const conflicts: WriteConflict[] = [];
  const shifted = new Set<string>();
  for (const { seq, edit } of operations.toReversed()) {
    const touched = pathsOf(edit);
    const found = tree.get(edit.path);
    const isLeftAlone = resolved.has(seq) || touched.some((path) => shifted.has(path));
    const fromIsFree = edit.kind !== "move" || tree.get(edit.from) === undefined;
    if (!isLeftAlone && fromIsFree && isSameVersion(found, afterOf(edit))) {
      tree = applyEdits(tree, [inverse(edit)]);
      for (const path of touched) paths.add(path);
      continue;
    }
    // With an edit before it this one is undone as well.
    const isUndone = ofPath.get(edit.path)!.some((other) => other.seq <= seq && isBefore(tree, other.edit));
    if (!isLeftAlone && isUndone) continue;
    if (!shifted.has(edit.path)) conflicts.push({ path: edit.path, found });
    for (const path of touched) shifted.add(path);
  }
  return { tree, paths, conflicts };
}

/** None where the accepted tree is gone back to. Of a turn, the latest patch that has this number: a later run counts its turns from 1 again. */
export function operationsOf(target: RollbackTarget, history: readonly Operation[]): readonly Operation[] {
  if ("patch" in target) return history.filter(({ patch }) => patch === target.patch);
  if ("patches" in target) return history.filter(({ patch }) => target.patches.includes(patch));
  if (!("turn" in target)) return [];
  const latest = history.findLast(({ turn }) => turn === target.turn);
  return history.filter(({ patch, turn }) => patch === latest?.patch && turn === target.turn);
}

export function unknownTarget(target: RollbackTarget): WorkspaceError {
  return new WorkspaceError("UNKNOWN_TARGET", {
    message: `${nothingOf(target)} List its operations to see what there is.`,
    data: { target },
  });
}

function nothingOf(target: RollbackTarget): string {
  if ("paths" in target)
    return `Nothing is staged for ${target.paths.join(", ")}. What was promoted is taken back by its turn or patch.`;
  if ("turn" in target) return `The journal of this branch has no turn ${target.turn}.`;
  const names = "patch" in target ? [target.patch] : "patches" in target ? target.patches : [];
  return `The journal of this branch has no patch called ${names.join(" or ")}.`;
}

/** Whether the edit's path is as it was before it. */
function isBefore(tree: Tree, edit: FileEdit): boolean {
  const found = tree.get(edit.path);
  return edit.kind === "move"
    ? found === undefined && isSameVersion(tree.get(edit.from), edit.before)
    : isSameVersion(found, beforeOf(edit));
}

function inverse(edit: FileEdit): FileEdit {
  const [before, after] = [beforeOf(edit), afterOf(edit)];
  if (edit.kind === "move")
    return { kind: "move", path: edit.from, from: edit.path, before: edit.after, after: edit.before };
  if (before === undefined) return { kind: "delete", path: edit.path, before: after! };
  if (after === undefined) return { kind: "create", path: edit.path, after: before };
  return { kind: edit.kind === "mode" ? "mode" : "modify", path: edit.path, before: after, after: before };
}

function put(tree: Map<string, FileVersion>, path: string, version: FileVersion | undefined): void {
  if (version === undefined) tree.delete(path);
  else tree.set(path, version);
}
