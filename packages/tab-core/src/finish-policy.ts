/** Decides whether a stop with something owed is sent back. */
export interface FinishPolicy {
  readonly specVersion: 1;
  readonly name: string;
  /** Most checks a task may get; shown in the message as `Finish check 1 of at most N`. */
  readonly atMost: number;
  sendBack(stop: { readonly checksSoFar: number; readonly owed: number }): boolean;
}
