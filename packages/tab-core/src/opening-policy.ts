/** What was done since the last task ended, or ever, while none is open. */
export interface WorkSoFar {
  /** Log entries that show a workspace file's text. */
  readonly reads: number;
  /** Files that calls wrote, each as often as it was written. */
  readonly writes: number;
}

/** Says when work that nobody called a task has become one, in a harness that goes from prompt to prompt. */
export interface OpeningPolicy {
  readonly specVersion: 1;
  readonly name: string;
  /** Asked after each observation while no task is open. Must not throw. */
  opens(soFar: WorkSoFar): boolean;
}
