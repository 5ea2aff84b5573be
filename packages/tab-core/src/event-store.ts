import type { TabEvent } from "./events.ts";

/** Names one task's tab: 1 to 128 letters, digits, `-`, `_` and `.`. */
export type TaskId = string;

/** `L1`, `L2`, … : an entry of the read log. Dense, never reused. */
export type LogId = `L${number}`;

/** `r1`, `r2`, … : a requirement. Dense, never reused. */
export type RequirementId = `r${number}`;

/** An event as stored. `seq` starts at 1 and is dense in one task. */
export interface StoredEvent {
  readonly seq: number;
  /** Idempotency key of the batch that the event came in. */
  readonly key: string;
  readonly event: TabEvent;
}

export interface AppendBatch {
  /** The call id: a retried hook that appends the same key again is a duplicate and changes nothing. */
  readonly key: string;
  /** The last `seq` that the caller had seen when it decided on these events; 0 for a new task. */
  readonly expectedSeq: number;
  readonly events: readonly TabEvent[];
  /** Verbatim text of log entries, stored in the same transaction. Each belongs to a `read.recorded` of this batch. */
  readonly excerpts?: ReadonlyMap<LogId, string>;
  /** The fold's state after this batch, kept in the same transaction by a store with `loadCells`; others pass over it. */
  readonly cells?: CellChanges;
}

/** What changed in a fold's state, which the tab cuts into cells: texts by key. */
export interface CellChanges {
  /** Of the fold; states of different versions have nothing to do with each other. */
  readonly version: number;
  /**
   * The event at which the state was read that `changed` leads on from; 0 when `changed` is all of it. The store passes
   * over changes onto a state that it does not hold or that is older than `base`: cells between would be missing.
   */
  readonly base: number;
  readonly changed: ReadonlyMap<string, string>;
}

/** A fold's state as it was kept, or some cells of it. */
export interface KeptCells {
  /** The event that the cells stand at. */
  readonly seq: number;
  /** The task's last event. */
  readonly head: number;
  readonly cells: ReadonlyMap<string, string>;
}

export interface AppendResult {
  /** `conflict`: somebody appended since `expectedSeq`; read on, decide again, and give up after a bounded number of tries. */
  readonly status: "appended" | "duplicate" | "conflict";
  /** The last `seq` of the task afterwards. */
  readonly seq: number;
}

/**
 * Keeps the events of tasks: append-only, in order, durable once `append` resolves. Used by many processes at once.
 * Every method rejects with a `TabError` for I/O and corruption.
 */
export interface EventStore {
  readonly specVersion: 1;
  /** Events with `seq` above `afterSeq`, in order and in their present form (`upcastEvent`); empty for an unknown task. */
  read(task: TaskId, afterSeq: number): Promise<readonly StoredEvent[]>;
  /**
   * All of the batch or nothing. A known `key` is a `duplicate`, whatever else the batch says; then `expectedSeq` is
   * compared. A batch without events appends nothing and leaves no key, so it asks whether a key is known.
   */
  append(task: TaskId, batch: AppendBatch): Promise<AppendResult>;
  /**
   * The state that was kept last for this `version` of the fold: the cells with these keys, without `keys` all of them.
   * Keys that it does not have are left out. `undefined` when none was kept, or when what was kept is damaged: it may go
   * at any time and only saves folding. Absent when the store keeps none: tabs then fold a task's events once.
   */
  loadCells?(task: TaskId, version: number, keys?: readonly string[]): Promise<KeptCells | undefined>;
  /** Verbatim text of a log entry. */
  excerpt(task: TaskId, id: LogId): Promise<string | undefined>;
  /**
   * Tasks held, newest first, each with the time and text that it was opened with last; with the time of its first event
   * and no text where it never was.
   */
  tasks(): Promise<readonly { readonly task: TaskId; readonly openedAt: string; readonly text: string }[]>;
  /**
   * Reads every stored byte of one task, or of all tasks and the store itself, and tells what is not as it was written.
   * Absent when the store has no way to know. Damage is an answer, not an error.
   */
  verify?(task?: TaskId): Promise<Verification>;
  /**
   * Deletes tasks with their excerpts and snapshots for good, so that none of their text is left in the store's files.
   * Unknown tasks are passed over; without tasks it only reclaims what an interrupted purge left. Absent when the store
   * cannot forget. A purged task may be opened again and starts at 1.
   */
  purge?(tasks: readonly TaskId[]): Promise<PurgeReport>;
  close(): Promise<void>;
}

export interface Verification {
  /** Tasks looked at. */
  readonly tasks: readonly VerifiedTask[];
  /** What is wrong: nothing when this is empty. At most 100; `damageCount` counts all. */
  readonly damage: readonly Damage[];
  readonly damageCount: number;
}

export interface VerifiedTask {
  readonly task: TaskId;
  readonly events: number;
  readonly excerpts: number;
  /**
   * The last link of the task's hash chain, hexadecimal. It covers the whole history: kept elsewhere, it also tells of a
   * history that was rewritten from end to end, which the store alone cannot know.
   */
  readonly head: string;
}

export interface Damage {
  /** Absent when the damage belongs to no one task. */
  readonly task?: TaskId;
  /** The event where it shows, if it is in one. */
  readonly seq?: number;
  /** What is wrong, as a sentence without its full stop. */
  readonly found: string;
}

export interface PurgeReport {
  /** Tasks that were there and are gone. */
  readonly tasks: readonly TaskId[];
  /** What the store's files took, in bytes. */
  readonly bytesBefore: number;
  readonly bytesAfter: number;
}
