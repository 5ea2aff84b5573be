import type { StoredEvent } from "./event-store.ts";
import type { TabEvent } from "./events.ts";
import { TabError } from "./tab-error.ts";

/** Throws `INVALID_ARGUMENT` unless the id can tell calls apart. */
export function requireCallId(callId: string): void {
  if (typeof callId === "string" && callId.length > 0 && callId.length <= 512) return;
  throw new TabError("INVALID_ARGUMENT", {
    message: "Every call and observation needs a call id of 1 to 512 characters; it makes a retry harmless.",
    data: { callId },
  });
}

/**
 * A retry decides on the same events as the first time, but for the clock. Different ones mean that a harness gave two
 * calls one id; answering the second from the first would lose it without a word.
 */
export function requireSameCall(callId: string, batch: readonly StoredEvent[], repeated: readonly TabEvent[]): void {
  const first = batch.map(({ event }) => withoutStamp(event));
  if (JSON.stringify(first) === JSON.stringify(repeated.map(withoutStamp))) return;
  throw new TabError("CALL_ID_REUSED", {
    message: `Call id ${JSON.stringify(callId)} already stands for another call of this task. Give every call an id of its own, for instance with the turn in front.`,
    data: { callId, recorded: first.map((event) => event.type), repeated: repeated.map((event) => event.type) },
  });
}

function withoutStamp(event: TabEvent): Pick<TabEvent, "type"> {
  const { at: _at, actor: _actor, ...rest } = event;
  return sorted(rest);
}

/** Key order is no difference: a store may bring an event back in another one. */
function sorted<T extends object>(value: T): T {
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, field]) => [key, isPlain(field) ? sorted(field) : field])) as T;
}

function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
