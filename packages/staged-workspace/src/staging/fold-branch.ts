import type { ContentHash } from "@runningtab/content-hash";
import type { Operation, Tree } from "../journal/operation.ts";
import { reduce, type Reduction } from "../journal/reduce.ts";
import type { SameContent } from "../workspace.ts";

/**
 * `reduce`, with the question whether a rewrite touched more than the container asked where it decides about a conflict.
 * Answers are remembered: a pair of hashes never changes.
 */
export function createBranchFold(
  sameContent: SameContent | undefined,
  bytesOf: (hash: ContentHash) => Promise<Uint8Array | undefined>,
): (accepted: Tree, operations: readonly Operation[]) => Promise<Reduction> {
  const answers = new Map<string, boolean>();
  const pairOf = (one: ContentHash, other: ContentHash): string => [one, other].toSorted().join(" ");
  return async (accepted, operations) => {
    for (;;) {
      const reduction = reduce(accepted, operations, {
        isContainerOnly: (one, other) => answers.get(pairOf(one, other)) ?? false,
      });
      if (sameContent === undefined) return reduction;
      let isNews = false;
      for (const { base, accepted: found } of reduction.conflicts) {
        if (base === undefined || found === undefined) continue;
        const pair = pairOf(base.hash, found.hash);
        if (answers.has(pair)) continue;
        const isSame = await sameContent(base.hash, found.hash, bytesOf);
        answers.set(pair, isSame);
        // One conflict less may bring the next one on the same path to light.
        isNews ||= isSame;
      }
      if (!isNews) return reduction;
    }
  };
}
