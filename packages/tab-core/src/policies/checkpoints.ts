import type { CheckpointPolicy } from "../checkpoint-policy.ts";

export interface CheckpointOptions {
  /** At the first write of a deliverable; default true. */
  readonly firstWrite?: boolean;
  /** Parts of the budget, 0 to 1; default 0.5 and 0.8. */
  readonly budget?: readonly number[];
  /** Turns without tab use; default 15. 0: never. */
  readonly idleTurns?: number;
}

/** The review at the first write of a deliverable, at half and at four fifths of the budget, and after idle turns. */
export function createCheckpointPolicy(options: CheckpointOptions = {}): CheckpointPolicy {
  const { firstWrite = true, budget = [0.5, 0.8], idleTurns = 15 } = options;
  return {
    specVersion: 1,
    name: "checkpoints",
    due({ turn, turnsSinceUse, budgetUsed = 0, writesDeliverable = false, passed }) {
      const reached = budget.filter((part) => budgetUsed >= part).toSorted((one, other) => other - one)[0];
      const idle = idleTurns > 0 && turnsSinceUse !== undefined && turnsSinceUse >= idleTurns;
      const names = [
        firstWrite && writesDeliverable && "at the first write of a deliverable",
        reached !== undefined && `at ${Math.round(reached * 100)} % of the budget`,
        // By the turn of the last use, so that it comes once for each stretch of idle turns.
        idle && `after ${idleTurns} turns without tab use since turn ${turn - turnsSinceUse}`,
      ];
      return names.filter((name) => name !== false).find((name) => !passed.has(name));
    },
  };
}
