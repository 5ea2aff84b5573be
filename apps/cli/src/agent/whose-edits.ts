import type { Operation } from "@runningtab/staged-workspace";

/** Paths by who edited them, in the branch that a run worked on. */
export interface WhoseEdits {
  readonly ofRun: ReadonlySet<string>;
  /** Edited by a person since the run began, and not by the run. */
  readonly ofPersonAlone: ReadonlySet<string>;
  /** Edited by the run, and by another run since it began: the ids of those runs. */
  readonly alsoByRuns: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * @param operations All of the branch.
 * @param run Its id, which begins the names of its patches, and the number of the last operation from before it.
 */
export function whoseEdits(
  operations: readonly Operation[],
  run: { readonly runId: string; readonly beganAfter: number },
): WhoseEdits {
  const pathsOf = (isWanted: (operation: Operation) => boolean): readonly string[] =>
    operations.filter(isWanted).map(({ edit }) => edit.path);
  const ofRun = new Set(pathsOf(({ patch }) => patch.startsWith(`${run.runId}/`)));
  const ofPerson = pathsOf(({ actor, seq }) => actor === "person" && seq > run.beganAfter);
  const alsoByRuns = new Map<string, Set<string>>();
  for (const { edit, patch, seq } of operations) {
    const [other, turn] = patch.split("/");
    if (seq <= run.beganAfter || other === undefined || turn === undefined || other === run.runId) continue;
    if (ofRun.has(edit.path)) alsoByRuns.set(edit.path, (alsoByRuns.get(edit.path) ?? new Set()).add(other));
  }
  return { alsoByRuns, ofRun, ofPersonAlone: new Set(ofPerson.filter((path) => !ofRun.has(path))) };
}

/** Paths of files that runs made and nobody else has changed since: theirs to replace, and no source of what they say. */
export function filesOfRuns(operations: readonly Operation[]): ReadonlySet<string> {
  const byPath = Map.groupBy(operations, ({ edit }) => edit.path);
  const isOfRuns = ([, ofPath]: readonly [string, readonly Operation[]]): boolean =>
    ofPath.find(({ edit }) => edit.kind === "create")?.actor === "agent" &&
    ofPath.every(({ actor }) => actor === "agent");
  return new Set([...byPath].filter(isOfRuns).map(([path]) => path));
}
