import { diffManifests } from "../diff-manifests.ts";
import { type FileEdit, type FileVersion, isSameVersion, type Tree } from "../journal/operation.ts";
import type { IntendedWrite } from "../journal/journal.ts";
import type { Manifest } from "../manifest.ts";
import { compareByCodePoint } from "../path-order.ts";

export function treeOf(manifest: Manifest): Tree {
  return new Map(Array.from(manifest, ([path, { hash, size, mode }]) => [path, { hash, size, mode }]));
}

/** What turns one tree into the other, moves found by content, in path order. */
export function diffTrees(before: Tree, after: Tree): readonly FileEdit[] {
  return diffManifests(manifestOf(before), manifestOf(after)).map((change): FileEdit => {
    const { path } = change;
    switch (change.kind) {
      case "create":
        return { kind: "create", path, after: versionOf(change.after) };
      case "delete":
        return { kind: "delete", path, before: versionOf(change.before) };
      case "move":
        return {
          kind: "move",
          path,
          from: change.from,
          before: versionOf(change.before),
          after: versionOf(change.after),
        };
      default:
        return { kind: change.kind, path, before: versionOf(change.before), after: versionOf(change.after) };
    }
  });
}

/** The tree after the edits; each path is taken for what the edit says it is. */
export function applyEdits(tree: Tree, edits: Iterable<FileEdit>): Tree {
  const result = new Map(tree);
  const list = Array.from(edits);
  for (const edit of list) {
    if (edit.kind === "delete") result.delete(edit.path);
    if (edit.kind === "move") result.delete(edit.from);
  }
  for (const edit of list) if (edit.kind !== "delete") result.set(edit.path, edit.after);
  return result;
}

/** The files to write and to take away for one tree to become the other, in path order. */
export function writesBetween(before: Tree, after: Tree): readonly IntendedWrite[] {
  return Array.from(new Set([...before.keys(), ...after.keys()]))
    .filter((path) => !isSameVersion(before.get(path), after.get(path)))
    .toSorted(compareByCodePoint)
    .map((path) => ({ path, before: before.get(path), after: after.get(path) }));
}

function manifestOf(tree: Tree): Manifest {
  return new Map(Array.from(tree, ([path, version]) => [path, { path, ...version, modifiedAtMs: 0 }]));
}

function versionOf({ hash, size, mode }: FileVersion): FileVersion {
  return { hash, size, mode };
}

/** What of a tree a folder can hold: not what lies below a file, where people put something below a file of the branch. */
export function placeable(tree: Tree): Tree {
  return new Map(Array.from(tree).filter(([path]) => !foldersOf(path).some((folder) => tree.has(folder))));
}

/** `a`, `a/b` of `a/b/c`. */
export function foldersOf(path: string): readonly string[] {
  const segments = path.split("/");
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join("/"));
}
