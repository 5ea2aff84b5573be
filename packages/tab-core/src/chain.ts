import { sha256 } from "./sha256.ts";

/**
 * The hash chain over a task's events. Each link covers the link before it, so that no event can be changed, moved, left
 * out or put in without every later link telling:
 *
 *   link(0)   = sha256(task name)
 *   link(seq) = sha256(JSON [link(seq - 1), seq, key, body, excerpt])
 *
 * `body` is the event as the JSON text that is stored; `excerpt` the sha256 of the excerpt's JSON text, or null for an
 * event without one. All digests are hexadecimal. Who rewrites everything can compute it anew: only a head kept elsewhere
 * tells.
 */
export interface ChainedEvent {
  readonly seq: number;
  readonly key: string;
  readonly body: string;
  /** JSON text of the excerpt that is stored beside the event. */
  readonly excerpt: string | undefined;
}

export function chainStart(task: string): string {
  return sha256(task);
}

export function chainLink(previous: string, { seq, key, body, excerpt }: ChainedEvent): string {
  return sha256(JSON.stringify([previous, seq, key, body, excerpt === undefined ? null : sha256(excerpt)]));
}
