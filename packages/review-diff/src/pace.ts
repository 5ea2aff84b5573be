/** Steps of a loop between two moments at which everything else in the process may go on. */
const STEPS = 256;

/**
 * Lets a long comparison be cancelled: call it once for each step of a loop. It rejects with the reason of an aborted
 * `signal`, and now and then gives way to timers and requests, without which no signal could be aborted meanwhile.
 */
export type Pace = () => Promise<void> | void;

export function createPace(signal: AbortSignal | undefined): Pace {
  let steps = 0;
  return () => {
    signal?.throwIfAborted();
    if (++steps % STEPS !== 0) return;
    return new Promise<void>((resolve) => void setImmediate(resolve)).then(() => signal?.throwIfAborted());
  };
}
