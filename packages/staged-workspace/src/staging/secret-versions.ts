import type { ContentHash } from "@runningtab/content-hash";
import type { FileVersion, Tree } from "../journal/operation.ts";
import type { BranchState } from "../journal/state.ts";
import { isSecretPath } from "../secret-paths.ts";
import { afterOf, beforeOf, pathsOf } from "./plan.ts";

/**
 * Contents that stand or stood at a path that is taken for a secret's. A copy or a move to another name makes them no less
 * secret. Of the empty content nobody can say so.
 */
export function secretHashes(trees: Iterable<Tree>, branches: Iterable<BranchState>): ReadonlySet<ContentHash> {
  const secret = new Set<ContentHash>();
  const add = (version: FileVersion | undefined): void => {
    if (version !== undefined && version.size > 0) secret.add(version.hash);
  };
  for (const tree of trees) for (const [path, version] of tree) if (isSecretPath(path)) add(version);
  for (const { history } of branches) {
    for (const { edit } of history) {
      if (!pathsOf(edit).some(isSecretPath)) continue;
      add(beforeOf(edit));
      add(afterOf(edit));
    }
  }
  return secret;
}
