/** How long synchronous work keeps the thread before others have a turn. */
const TURN_MS = 10;

/**
 * For loops of many short synchronous steps: the function it returns is awaited between steps, lets others have the thread
 * every 10 ms, and rejects with the signal's reason once that is aborted.
 */
export function createTurns(signal?: AbortSignal): () => Promise<void> | undefined {
  let endsAt = 0;
  const nextTurn = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    endsAt = performance.now() + TURN_MS;
  };
  // Most steps end within the turn; those wait for no promise.
  return () => (performance.now() < endsAt ? undefined : nextTurn());
}
