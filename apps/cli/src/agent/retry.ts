import { APICallError } from "ai";
import { messageOf } from "../cli-error.ts";

export interface RetryOptions {
  /** Tries in all, the first included; default 5. */
  readonly attempts?: number;
  /** Delay before the second try, doubled each time; default 1,000 ms, at most a minute. `Retry-After` wins. */
  readonly firstDelayMs?: number;
  readonly signal: AbortSignal;
  /** Told before each wait. */
  readonly onRetry?: (attempt: number, delayMs: number, cause: unknown) => void;
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** A number in [0, 1), for jitter. */
  readonly random: () => number;
}

const MAX_DELAY_MS = 60_000;

/** Runs a model step, and again after 429, 5xx and broken connections, also in mid-stream, with growing delays. */
export async function withRetries<T>(step: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { attempts = 5, firstDelayMs = 1_000, signal, onRetry, sleep, random } = options;
  for (let attempt = 1; ; attempt++) {
    try {
      return await step();
    } catch (cause) {
      if (attempt >= attempts || signal.aborted || !isPassing(cause)) throw cause;
      const backoff = firstDelayMs * 2 ** (attempt - 1) * (0.75 + random() / 2);
      const delayMs = Math.min(MAX_DELAY_MS, retryAfterMs(cause) ?? backoff);
      onRetry?.(attempt, delayMs, cause);
      await sleep(delayMs, signal);
    }
  }
}

/** Whether trying again may help: not for a refused key, a malformed request or an abort. */
function isPassing(cause: unknown): boolean {
  if (isRefusedPort(cause)) return false;
  if (APICallError.isInstance(cause)) return cause.isRetryable;
  // What fetch throws for refused, reset and dropped connections.
  if (cause instanceof TypeError) return true;
  const code = (cause as { readonly code?: unknown } | undefined)?.code;
  return typeof code === "string" && /^(ECONN|ETIMEDOUT|EPIPE|ENETUNREACH|EAI_AGAIN|UND_ERR)/.test(code);
}

/** `fetch` never connects to the ports of mail, name and window servers. */
function isRefusedPort(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  return cause.message.endsWith("bad port") || isRefusedPort(cause.cause);
}

/** Why a step failed, for a person: with the address, where it could not be reached. */
export function stepFailure(cause: unknown): string {
  const said = messageOf(cause);
  if (!APICallError.isInstance(cause) || cause.statusCode !== undefined) return said;
  const why = isRefusedPort(cause)
    ? "web clients never connect to this port, which belongs to another kind of server; choose another one"
    : said;
  return `The model at ${cause.url} could not be reached: ${why}`;
}

function retryAfterMs(cause: unknown): number | undefined {
  if (!APICallError.isInstance(cause)) return undefined;
  const header = cause.responseHeaders?.["retry-after"];
  if (header === undefined) return undefined;
  const seconds = Number(header);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds * 1_000 : undefined;
}
