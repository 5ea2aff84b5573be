import { hashBytesSync } from "@runningtab/content-hash/node";
import type { ContentHash } from "@runningtab/content-hash";
import type { FileEdit, FileVersion } from "../journal/operation.ts";
import type { Conflict, PlannedChange, Reduction } from "../journal/reduce.ts";
import { isRiskyPath } from "./risky-paths.ts";
import { foldersOf } from "./trees.ts";

/** What `promote` would do, as it was shown. */
export interface Plan {
  /**
   * Names exactly these changes to exactly this accepted tree. An approval is given to it, and means nothing for any other
   * version of any file.
   */
  readonly id: string;
  readonly branch: string;
  /** In path order. */
  readonly changes: readonly PlannedChange[];
  /** What stays staged, and why. In path order. */
  readonly conflicts: readonly Conflict[];
  /** Every file that would be written or go, in path order; of a move, both paths. */
  readonly touched: readonly string[];
  /** Changes that need an approval of their own, because other programs run such files. */
  readonly risky: readonly RiskyChange[];
}

export interface RiskyChange {
  readonly path: string;
  readonly hash: ContentHash;
}

/** `paths`: only changes to these, with what belongs together with them; absent: all. */
export function makePlan(
  branch: string,
  acceptedSeq: number,
  { plan, conflicts, tree }: Pick<Reduction, "plan" | "conflicts" | "tree">,
  paths?: readonly string[],
): Plan {
  const wanted = paths && new Set(paths);
  // A file in the place of a folder that people put files in meanwhile waits until these are gone, with all tied to it.
  const folders = new Set([...tree.keys()].flatMap(foldersOf));
  const waiting = plan.filter(({ edit }) => afterOf(edit) !== undefined && folders.has(edit.path));
  const held = new Set(waiting.flatMap(({ operations }) => operations));
  const free = plan.filter(({ operations }) => !operations.some((seq) => held.has(seq)));
  const named = free.filter(({ edit }) => wanted === undefined || pathsOf(edit).some((path) => wanted.has(path)));
  // Changes that belong together, such as a file in a folder's place and what was in the folder, go together.
  const together = new Set(named.flatMap(({ operations }) => operations));
  const changes = free.filter((change) => named.includes(change) || change.operations.some((seq) => together.has(seq)));
  const versions = changes.map(({ edit }) => [
    edit.kind,
    ...pathsOf(edit),
    stamp(beforeOf(edit)),
    stamp(afterOf(edit)),
  ]);
  const id = hashBytesSync(new TextEncoder().encode(JSON.stringify([branch, acceptedSeq, versions])));
  return {
    id,
    branch,
    changes,
    conflicts,
    touched: changes.flatMap(({ edit }) => pathsOf(edit)).toSorted(),
    risky: changes.flatMap(({ edit }) => {
      const after = afterOf(edit);
      return after !== undefined && isRiskyPath(edit.path, after.mode) ? [{ path: edit.path, hash: after.hash }] : [];
    }),
  };
}

export function pathsOf(edit: FileEdit): readonly string[] {
  return edit.kind === "move" ? [edit.from, edit.path] : [edit.path];
}

export function beforeOf(edit: FileEdit): FileVersion | undefined {
  return edit.kind === "create" ? undefined : edit.before;
}

export function afterOf(edit: FileEdit): FileVersion | undefined {
  return edit.kind === "delete" ? undefined : edit.after;
}

function stamp(version: FileVersion | undefined): readonly [string, number] | null {
  return version === undefined ? null : [version.hash, version.mode];
}
