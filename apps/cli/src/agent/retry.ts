import { faultOf, retryAfterMs } from "../models/model-fault.ts";

export interface RetryOptions {
  /** Tries in all, the first included; default 5. */
  readonly attempts?: number;
  /** Delay before the second try, doubled each time; default 1,000 ms, at most a minute. `Retry-After` wins. */
  readonly firstDelayMs?: number;
  readonly signal: AbortSignal;
  /** Told before each wait. */
  readonly onRetry?: (attempt: number, delayMs: number, cause: unknown) => void;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Milliseconds since the epoch: servers may ask to wait until a date. */
  readonly now: () => number;
  /** A number in [0, 1), for jitter. */
  readonly random: () => number;
}

const MAX_DELAY_MS = 60_000;

/** Runs a model step, and again after 429, 5xx and broken connections, also in mid-stream, with growing delays. */
export async function withRetries<T>(step: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { attempts = 5, firstDelayMs = 1_000, signal, onRetry, sleep, now, random } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      return await step();
    } catch (cause) {
      if (attempt >= attempts || signal.aborted || faultOf(cause) !== "passing") throw cause;
      const backoff = firstDelayMs * 2 ** (attempt - 1) * (0.75 + random() / 2);
      const delayMs = Math.min(MAX_DELAY_MS, retryAfterMs(cause, now()) ?? backoff);
      onRetry?.(attempt, delayMs, cause);
      await sleep(delayMs, signal);
    }
  }
}
