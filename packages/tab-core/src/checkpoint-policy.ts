/** Where a task stands when a checkpoint may come. */
export interface CheckpointMoment {
  readonly turn: number;
  readonly turnsSinceUse: number | undefined;
  /** Part of the budget that is used, 0 to 1, where the harness counts one. */
  readonly budgetUsed?: number;
  /** The agent has written something that will be handed over. */
  readonly writesDeliverable?: boolean;
  /** Names of the checkpoints there were. */
  readonly passed: ReadonlySet<string>;
}

/** Decides whether the review is shown unasked, and under which name; each name comes once a task. */
export interface CheckpointPolicy {
  readonly specVersion: 1;
  readonly name: string;
  /** A name of 1 to 60 characters on one line finishes the sentence `Review …`, such as `at 50 % of the budget`. */
  due(moment: CheckpointMoment): string | undefined;
}
