import {
  diffManifests,
  type Manifest,
  type ManifestEntry,
  type Operation,
  type StagedWorkspace,
} from "@runningtab/staged-workspace";

/**
 * A workspace that was opened anew for a run that had begun before, with Δ told against the files as they were when it
 * began: what the journal says has happened since is taken back, the last first.
 *
 * @param operations Since the run began, in order.
 * @param written Files that the run is known to have written, also with the bytes that they had.
 */
export function sinceRunBegan(
  workspace: StagedWorkspace,
  operations: readonly Operation[],
  written: ReadonlySet<string>,
): StagedWorkspace {
  const baseline = filesBefore(workspace.baseline, operations, written);
  // Its own members are asked for everything else; some of them are read anew each time.
  return Object.create(workspace, {
    baseline: { value: baseline },
    changesSinceBaseline: { value: () => diffManifests(baseline, workspace.manifest) },
    baselineBytes: {
      value: async (path: string) => {
        const entry = baseline.get(path);
        return entry && workspace.version(entry.hash);
      },
    },
  }) as StagedWorkspace;
}

function filesBefore(now: Manifest, operations: readonly Operation[], written: ReadonlySet<string>): Manifest {
  const files = new Map(now);
  // The time of a version that is gone is not kept. 0 is no file's time, so that it counts as written again.
  for (const path of written) {
    const entry = files.get(path);
    if (entry !== undefined) files.set(path, { ...entry, modifiedAtMs: 0 });
  }
  for (const { edit } of operations.toReversed()) {
    if (edit.kind === "create" || edit.kind === "move") files.delete(edit.path);
    if (edit.kind === "create") continue;
    const path = edit.kind === "move" ? edit.from : edit.path;
    files.set(path, { path, ...edit.before, modifiedAtMs: 0 } satisfies ManifestEntry);
  }
  const inOrder = [...files.values()].toSorted((one, other) => compareBytes(one.path, other.path));
  return new Map(inOrder.map((entry) => [entry.path, entry]));
}

/** Bytes of UTF-8 sort as code points do, which is the order of manifests. */
function compareBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
