import { isSecretPath } from "../secret-paths.ts";
import { mergeText } from "../merge/merge-text.ts";
import type { FileVersion, Operation } from "../journal/operation.ts";
import type { Conflict } from "../journal/reduce.ts";
import type { Stage } from "./stage.ts";
import { pathsOf } from "./plan.ts";

export interface MergedFile {
  readonly bytes: Uint8Array;
  /** Permission bits. */
  readonly mode: number;
}

/**
 * What a conflict comes to when both changes are kept; `undefined` where they cannot be: there is no text on all three
 * sides, they overlap, one of the versions was not kept, or moves are part of it.
 */
export async function mergeConflict(
  { contentOf }: Pick<Stage, "contentOf">,
  { path, base, accepted, proposed }: Conflict,
  operations: readonly Operation[],
): Promise<MergedFile | undefined> {
  if (base === undefined || accepted === undefined || proposed === undefined) return undefined;
  // A merged secret would have to be kept to be written.
  if (isSecretPath(path) || operations.some(({ edit }) => pathsOf(edit).some((one) => one !== path))) return undefined;
  const mode = mergeMode(base, accepted, proposed);
  if (mode === undefined) return undefined;
  const [before, theirs, ours] = [
    await contentOf(path, base),
    await contentOf(path, accepted),
    await contentOf(path, proposed),
  ];
  if (before === undefined || theirs === undefined || ours === undefined) return undefined;
  const bytes = mergeText(before, theirs, ours);
  return bytes && { bytes, mode };
}

function mergeMode(base: FileVersion, one: FileVersion, other: FileVersion): number | undefined {
  if (one.mode === base.mode) return other.mode;
  return other.mode === base.mode || other.mode === one.mode ? one.mode : undefined;
}
