import type { ContentHash } from "@runningtab/content-hash";
import type { FileChange, Manifest, ManifestEntry } from "./manifest.ts";
import { compareByCodePoint } from "./path-order.ts";

/**
 * What turns `before` into `after`, in the order of `path` (of a move: where the file is now). A file that is gone and one
 * that is new with the same content are a move; among several such pairs, equal file names are paired first, then the
 * paths in their order. Empty files are never moves: their content says nothing. Times do not count as changes.
 */
export function diffManifests(before: Manifest, after: Manifest): readonly FileChange[] {
  const changes: FileChange[] = [];
  const created: ManifestEntry[] = [];
  const deleted = new Map<ContentHash, ManifestEntry[]>();
  for (const entry of before.values()) {
    if (after.has(entry.path)) continue;
    const sameContent = deleted.get(entry.hash);
    if (sameContent === undefined) deleted.set(entry.hash, [entry]);
    else sameContent.push(entry);
  }
  for (const entry of after.values()) {
    const earlier = before.get(entry.path);
    if (earlier === undefined) created.push(entry);
    else if (earlier.hash !== entry.hash)
      changes.push({ kind: "modify", path: entry.path, before: earlier, after: entry });
    else if (earlier.mode !== entry.mode)
      changes.push({ kind: "mode", path: entry.path, before: earlier, after: entry });
  }
  const moved = pairMoves(created, deleted);
  for (const entry of created) {
    const { path } = entry;
    const source = moved.get(entry);
    if (source === undefined) changes.push({ kind: "create", path, after: entry });
    else changes.push({ kind: "move", path, from: source.path, before: source, after: entry });
  }
  for (const entries of deleted.values()) {
    for (const entry of entries) changes.push({ kind: "delete", path: entry.path, before: entry });
  }
  return changes.toSorted((one, other) => compareByCodePoint(one.path, other.path));
}

/** Takes the sources it finds out of `deleted`. */
function pairMoves(
  created: readonly ManifestEntry[],
  deleted: ReadonlyMap<ContentHash, ManifestEntry[]>,
): ReadonlyMap<ManifestEntry, ManifestEntry> {
  const moved = new Map<ManifestEntry, ManifestEntry>();
  const pair = (entry: ManifestEntry, isSource: (candidate: ManifestEntry) => boolean): void => {
    const candidates = deleted.get(entry.hash);
    const index = candidates === undefined || entry.size === 0 ? -1 : candidates.findIndex(isSource);
    if (index >= 0) moved.set(entry, candidates!.splice(index, 1)[0]!);
  };
  for (const entry of created) pair(entry, (candidate) => fileName(candidate.path) === fileName(entry.path));
  for (const entry of created) if (!moved.has(entry)) pair(entry, () => true);
  return moved;
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
