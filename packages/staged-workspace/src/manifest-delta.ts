import { diffManifests } from "./diff-manifests.ts";
import type { FileSight } from "./known-folder.ts";
import type { FileChange, Manifest, ManifestEntry } from "./manifest.ts";
import { compareByCodePoint } from "./path-order.ts";

/** What a manifest differs in from a fixed one, kept up in the time that the changed files take, not all of them. */
export interface ManifestDelta {
  changes(): readonly FileChange[];
  with(sights: readonly FileSight[]): ManifestDelta;
}

export function createManifestDelta(baseline: Manifest, now: Manifest): ManifestDelta {
  const differing = new Map<string, ManifestEntry | undefined>();
  if (now === baseline) return deltaOf(baseline, differing);
  for (const [path, entry] of now) if (!isSame(baseline.get(path), entry)) differing.set(path, entry);
  for (const path of baseline.keys()) if (!now.has(path)) differing.set(path, undefined);
  return deltaOf(baseline, differing);
}

function deltaOf(baseline: Manifest, differing: ReadonlyMap<string, ManifestEntry | undefined>): ManifestDelta {
  return {
    changes: () => diffPairs(Array.from(differing, ([path, after]) => ({ path, before: baseline.get(path), after }))),
    with(sights) {
      const next = new Map(differing);
      for (const { path, after } of sights) {
        if (isSame(baseline.get(path), after?.entry)) next.delete(path);
        else next.set(path, after?.entry);
      }
      return deltaOf(baseline, next);
    },
  };
}

/** The changes that a scan found. */
export function changesOf(sights: readonly FileSight[]): readonly FileChange[] {
  return diffPairs(sights.map(({ path, before, after }) => ({ path, before: before?.entry, after: after?.entry })));
}

/** `diffManifests` of all files; those that are equal on both sides take no part in it. */
function diffPairs(
  pairs: readonly {
    readonly path: string;
    readonly before: ManifestEntry | undefined;
    readonly after: ManifestEntry | undefined;
  }[],
): readonly FileChange[] {
  const [before, after] = [new Map<string, ManifestEntry>(), new Map<string, ManifestEntry>()];
  for (const pair of pairs.toSorted((one, other) => compareByCodePoint(one.path, other.path))) {
    if (pair.before !== undefined) before.set(pair.path, pair.before);
    if (pair.after !== undefined) after.set(pair.path, pair.after);
  }
  return diffManifests(before, after);
}

/** Times do not count. */
function isSame(one: ManifestEntry | undefined, other: ManifestEntry | undefined): boolean {
  return one === other || (one !== undefined && one.hash === other?.hash && one.mode === other.mode);
}
