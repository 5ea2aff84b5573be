import type { ContentHash } from "@runningtab/content-hash";
import { compareByCodePoint } from "../path-order.ts";
import { type FileEdit, type FileVersion, isSameVersion, type Operation, type Tree } from "./operation.ts";

/** Operations on one path that were made to another version than the one found there. */
export interface Conflict {
  readonly path: string;
  /** The version that the operation was made to; `undefined`: there was to be no file. */
  readonly base: FileVersion | undefined;
  /** The version found instead. */
  readonly accepted: FileVersion | undefined;
  /** What the branch has there now; `undefined`: it deleted the file. */
  readonly proposed: FileVersion | undefined;
  /** Of the operations that stay staged because of it, in journal order. */
  readonly operations: readonly number[];
}

/** A change that promotion would make to the accepted tree: the net effect of `operations`. */
export interface PlannedChange {
  readonly edit: FileEdit;
  /** `seq` of what it sums up, in journal order. */
  readonly operations: readonly number[];
}

/** Four answers from one fold, so that they cannot contradict each other. */
export interface Reduction {
  /** `W_t`: the accepted tree with every operation applied, also those in conflict. */
  readonly tree: Tree;
  /** Δ: from the accepted tree to `tree`, net, in path order. */
  readonly diff: readonly FileEdit[];
  /** The part of `diff` that promotion may move, in path order. */
  readonly plan: readonly PlannedChange[];
  /** In path order. */
  readonly conflicts: readonly Conflict[];
  /**
   * `seq` of operations that leave nothing to promote: they take each other back, or the accepted tree has their effect
   * already.
   */
  readonly settled: readonly number[];
  /** Paths where an operation was made to another version, but one that differed by its container alone. */
  readonly containerOnly: readonly string[];
}

export interface ReduceOptions {
  /**
   * Whether two contents differ in nothing but their container, as when a sync service rewrites an office file. Such a
   * rewrite of the base is no conflict. Must be symmetric and always answer the same. Default: no two do.
   */
  readonly isContainerOnly?: (one: ContentHash, other: ContentHash) => boolean;
}

/**
 * Folds the staged operations of one branch, in journal order, over the accepted tree.
 *
 * An operation fits when its base is what the fold so far has at its path, when what it makes is there already, or when
 * the two differ by their container alone. Otherwise it conflicts, and with it every other operation on the same path,
 * on paths that moves tie to it, and on paths above or below it: half of a move, or of a file that takes a folder's
 * place, is nobody's intention. All others stay promotable. Operations that take each other back have no effect at all.
 *
 * Pure, and O(files + operations).
 */
export function reduce(accepted: Tree, operations: readonly Operation[], options: ReduceOptions = {}): Reduction {
  const groups = groupByPaths(operations);
  const cancelled = cancelledGroups(operations, groups.find);
  const fold = createFold(accepted, options.isContainerOnly ?? (() => false));
  for (const operation of operations) if (!cancelled.has(groups.find(operation.edit.path))) fold.apply(operation);

  const changes = netChanges(accepted, fold.tree, fold.origins);
  const operationsOf = new Map<string, number[]>();
  for (const { seq, edit } of operations) {
    const group = groups.find(edit.path);
    const members = operationsOf.get(group);
    if (members === undefined) operationsOf.set(group, [seq]);
    else members.push(seq);
  }
  // Where the branch ended with the accepted versions after all, there is nothing left to disagree about.
  const changed = new Set(changes.map((edit) => groups.find(edit.path)));
  const misfits = Array.from(fold.misfits).filter(([path]) => changed.has(groups.find(path)));
  const inConflict = new Set(misfits.map(([path]) => groups.find(path)));
  const conflicts = misfits.map(([path, { base, found }]) => ({
    path,
    base,
    accepted: found,
    proposed: fold.tree.get(path),
    operations: operationsOf.get(groups.find(path)) ?? [],
  }));
  const plan = changes
    .filter((edit) => !inConflict.has(groups.find(edit.path)))
    .map((edit) => ({ edit, operations: operationsOf.get(groups.find(edit.path)) ?? [] }));

  return {
    tree: fold.tree,
    diff: changes,
    plan,
    conflicts: conflicts.toSorted((one, other) => compareByCodePoint(one.path, other.path)),
    containerOnly: [...fold.containerOnly].toSorted(compareByCodePoint),
    settled: operations.filter(({ edit }) => !changed.has(groups.find(edit.path))).map(({ seq }) => seq),
  };
}

interface Misfit {
  readonly base: FileVersion | undefined;
  readonly found: FileVersion | undefined;
}

function createFold(accepted: Tree, isContainerOnly: (one: ContentHash, other: ContentHash) => boolean) {
  const tree = new Map(accepted);
  /** Where a file of the accepted tree is now, by its present path. */
  const origins = new Map<string, string>();
  /** The first misfit of each path; what follows it on the path stands on shifted ground. */
  const misfits = new Map<string, Misfit>();
  const containerOnly = new Set<string>();

  const isRewrite = (found: FileVersion | undefined, base: FileVersion | undefined): boolean =>
    found !== undefined && base !== undefined && found.mode === base.mode && isContainerOnly(found.hash, base.hash);

  const place = (path: string, base: FileVersion | undefined, after: FileVersion | undefined): void => {
    const found = tree.get(path);
    if (!isSameVersion(found, base) && !isSameVersion(found, after)) {
      if (isRewrite(found, base)) containerOnly.add(path);
      else if (!misfits.has(path)) misfits.set(path, { base, found });
    }
    if (after === undefined) tree.delete(path);
    else tree.set(path, after);
  };

  const apply = ({ edit }: Operation): void => {
    if (edit.kind === "move") {
      const origin = origins.get(edit.from) ?? edit.from;
      place(edit.from, edit.before, undefined);
      place(edit.path, undefined, edit.after);
      origins.delete(edit.from);
      origins.set(edit.path, origin);
      return;
    }
    if (edit.kind === "create" || edit.kind === "delete") origins.delete(edit.path);
    place(edit.path, "before" in edit ? edit.before : undefined, "after" in edit ? edit.after : undefined);
  };

  return { tree, origins, misfits, containerOnly, apply };
}

/** Groups whose operations follow from one another and end where they began: made and taken back, whatever is accepted. */
function cancelledGroups(operations: readonly Operation[], find: (path: string) => string): ReadonlySet<string> {
  const chains = new Map<string, { readonly first: FileVersion | undefined; last: FileVersion | undefined }>();
  const open = new Set<string>();
  const step = (path: string, before: FileVersion | undefined, after: FileVersion | undefined): void => {
    const chain = chains.get(path);
    if (chain === undefined) chains.set(path, { first: before, last: after });
    else {
      if (!isSameVersion(chain.last, before)) open.add(find(path));
      chain.last = after;
    }
  };
  for (const { edit } of operations) {
    if (edit.kind === "move") {
      step(edit.from, edit.before, undefined);
      step(edit.path, undefined, edit.after);
    } else step(edit.path, "before" in edit ? edit.before : undefined, "after" in edit ? edit.after : undefined);
  }
  for (const [path, { first, last }] of chains) if (!isSameVersion(first, last)) open.add(find(path));
  return new Set(Array.from(chains.keys(), find).filter((group) => !open.has(group)));
}

/** From `accepted` to `tree`. A file counts as moved when it left its first path and its last one was free. */
function netChanges(accepted: Tree, tree: Tree, origins: ReadonlyMap<string, string>): readonly FileEdit[] {
  const edits: FileEdit[] = [];
  const movedAway = new Set<string>();
  for (const [path, after] of tree) {
    const before = accepted.get(path);
    if (before !== undefined) {
      if (before.hash !== after.hash) edits.push({ kind: "modify", path, before, after });
      else if (before.mode !== after.mode) edits.push({ kind: "mode", path, before, after });
      continue;
    }
    const from = origins.get(path);
    const source = from === undefined || tree.has(from) || movedAway.has(from) ? undefined : accepted.get(from);
    if (from === undefined || source === undefined) edits.push({ kind: "create", path, after });
    else {
      movedAway.add(from);
      edits.push({ kind: "move", path, from, before: source, after });
    }
  }
  for (const [path, before] of accepted) {
    if (!tree.has(path) && !movedAway.has(path)) edits.push({ kind: "delete", path, before });
  }
  return edits.toSorted((one, other) => compareByCodePoint(one.path, other.path));
}

/**
 * Paths that belong together have one representative: the two of a move, and a path with those below it, since a file and
 * a folder of one name cannot both be there.
 */
function groupByPaths(operations: readonly Operation[]): { readonly find: (path: string) => string } {
  const parents = new Map<string, string>();
  const find = (path: string): string => {
    let root = path;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent;
    for (let step = path; step !== root;) {
      const next = parents.get(step)!;
      parents.set(step, root);
      step = next;
    }
    return root;
  };
  const tie = (path: string, otherPath: string): void => {
    const [one, other] = [find(path), find(otherPath)];
    if (one !== other) parents.set(one, other);
  };
  const paths = new Set<string>();
  for (const { edit } of operations) {
    paths.add(edit.path);
    if (edit.kind !== "move") continue;
    paths.add(edit.from);
    tie(edit.from, edit.path);
  }
  for (const path of paths) {
    for (let end = path.indexOf("/"); end !== -1; end = path.indexOf("/", end + 1)) {
      const above = path.slice(0, end);
      if (paths.has(above)) tie(above, path);
    }
  }
  return { find };
}
