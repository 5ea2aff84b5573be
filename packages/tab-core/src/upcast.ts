import type { TabEvent } from "./events.ts";
import { TabError } from "./tab-error.ts";

/** An event of some version, as it was stored. */
export interface AnyEvent {
  readonly version: number;
  readonly type: string;
}

/** Brings an event of one version into the form of the next. Pure and total: stored events cannot be asked about. */
export type Upcaster = (event: AnyEvent) => AnyEvent;

/**
 * What turns version 1 into 2, 2 into 3, …: one more here whenever a field changes its meaning or an event type goes. A
 * new type or a new optional field needs none.
 */
const upcasters: readonly Upcaster[] = [];

/** Of the events written now. */
export const eventVersion = upcasters.length + 1;

/**
 * A stored event in its present form. Throws `STORE_NEWER` for an event of a version that this package does not know, and
 * `STORE_CORRUPT` for what is no event.
 */
export function upcastEvent(event: unknown, steps: readonly Upcaster[] = upcasters): TabEvent {
  if (!isEvent(event)) {
    throw new TabError("STORE_CORRUPT", {
      message: "A stored event has no version or no type. Restore the store from a backup, or start another one.",
    });
  }
  const newest = steps.length + 1;
  if (event.version > newest) {
    throw new TabError("STORE_NEWER", {
      message: `An event "${event.type}" has version ${event.version}; this version reads up to ${newest}. Upgrade @runningtab/tab-core.`,
      data: { type: event.type, found: event.version, supported: newest },
    });
  }
  const present = steps.slice(event.version - 1).reduce((older, step) => step(older), event);
  // The steps end in the present form; what was written under it had passed the compiler then.
  return present as TabEvent;
}

/** Whether a value has what all events of all versions have. */
export function isEvent(value: unknown): value is AnyEvent {
  if (typeof value !== "object" || value === null || !("version" in value) || !("type" in value)) return false;
  const { version, type } = value;
  return typeof version === "number" && Number.isSafeInteger(version) && version >= 1 && typeof type === "string";
}
