import { chainLink, chainStart } from "./chain.ts";
import type { EventStore, LogId, StoredEvent, TaskId } from "./event-store.ts";
import { TabError } from "./tab-error.ts";

/** Of the lines below. A reader refuses a higher one. */
export const exportVersion = 1;

/** The lines of an export, each a JSON object: one header, one line per event, one end. docs/formats/tab-export.md. */
export interface ExportHeader {
  readonly type: "tab";
  readonly version: typeof exportVersion;
  readonly task: TaskId;
}

export interface ExportedEvent extends StoredEvent {
  readonly type: "event";
  /** Verbatim text of the entry that the event records. */
  readonly excerpt?: string;
  /** The link of the hash chain here, over the event as it stands in this line. */
  readonly chain: string;
}

export interface ExportEnd {
  readonly type: "end";
  readonly events: number;
}

/**
 * A task's whole history as lines of JSON, without line ends: events, keys and excerpts, in order, chained, so that
 * `importTask` finds what was changed or cut off on the way. Rejects with `INVALID_ARGUMENT` for an unknown task and with
 * `STORE_CORRUPT` when the store finds the task damaged.
 */
export async function* exportTask(store: EventStore, task: TaskId): AsyncGenerator<string, void> {
  const events = await store.read(task, 0);
  if (events.length === 0) {
    throw new TabError("INVALID_ARGUMENT", {
      message: `There is no task ${JSON.stringify(task)} to export. \`tasks\` lists those that there are.`,
      data: { task },
    });
  }
  const verification = await store.verify?.(task);
  if (verification !== undefined && verification.damageCount > 0) {
    throw new TabError("STORE_CORRUPT", {
      message: `Task ${task} is not exported: ${verification.damage[0]?.found ?? "it is damaged"}. Restore the store from a backup, or export another task.`,
      data: { task, damage: verification.damage },
    });
  }
  yield JSON.stringify({ type: "tab", version: exportVersion, task } satisfies ExportHeader);
  let chain = chainStart(task);
  for (const { seq, key, event } of events) {
    const excerpt = event.type === "read.recorded" ? await store.excerpt(task, event.entry.id) : undefined;
    chain = linkOf(chain, { seq, key, event }, excerpt);
    yield JSON.stringify({
      type: "event",
      seq,
      key,
      event,
      ...(excerpt !== undefined && { excerpt }),
      chain,
    } satisfies ExportedEvent);
  }
  yield JSON.stringify({ type: "end", events: events.length } satisfies ExportEnd);
}

/** Over values, not over the line: how a line was escaped on its way makes no difference. */
export function linkOf(previous: string, { seq, key, event }: StoredEvent, excerpt: string | undefined): string {
  const text = excerpt === undefined ? undefined : JSON.stringify(excerpt);
  return chainLink(previous, { seq, key, body: JSON.stringify(event), excerpt: text });
}

/** The log entry whose text an event brings. */
export function entryOf({ event }: StoredEvent): LogId | undefined {
  return event.type === "read.recorded" ? event.entry.id : undefined;
}
