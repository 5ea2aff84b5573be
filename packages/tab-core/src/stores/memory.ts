import type { EventStore, LogId, StoredEvent, TaskId } from "../event-store.ts";
import { TabError } from "../tab-error.ts";

interface TaskRecord {
  readonly events: StoredEvent[];
  readonly keys: Set<string>;
  readonly excerpts: Map<LogId, string>;
}

/** Keeps tasks in this process, for tests and for agents that need no record afterwards. Nothing is shared. */
export function createMemoryStore(): EventStore {
  const tasks = new Map<TaskId, TaskRecord>();
  let isClosed = false;

  const find = (task: TaskId): TaskRecord | undefined => {
    if (isClosed) {
      throw new TabError("STORE_CLOSED", { message: "This store was closed; create a new one.", data: { task } });
    }
    return tasks.get(task);
  };
  const findOrAdd = (task: TaskId): TaskRecord => {
    const found = find(task) ?? { events: [], keys: new Set(), excerpts: new Map() };
    tasks.set(task, found);
    return found;
  };

  return {
    specVersion: 1,
    async read(task, afterSeq) {
      return find(task)?.events.slice(Math.max(0, afterSeq)) ?? [];
    },
    async append(task, { key, expectedSeq, events, excerpts }) {
      const known = find(task);
      const seq = known?.events.length ?? 0;
      if (known?.keys.has(key)) return { status: "duplicate", seq };
      if (seq !== expectedSeq) return { status: "conflict", seq };
      if (events.length === 0) return { status: "appended", seq };
      const record = findOrAdd(task);
      record.keys.add(key);
      // Copied, as a file would: what the caller does to its objects later changes no history.
      const copies = structuredClone(events);
      copies.forEach((event, index) => record.events.push({ seq: seq + index + 1, key, event }));
      for (const [id, text] of excerpts ?? []) record.excerpts.set(id, text);
      return { status: "appended", seq: record.events.length };
    },
    async excerpt(task, id) {
      return find(task)?.excerpts.get(id);
    },
    async tasks() {
      find("");
      return [...tasks].toReversed().flatMap(([task, { events }]) => {
        const first = events[0]?.event;
        if (first === undefined) return [];
        const opened = events.findLast(({ event }) => event.type === "task.opened")?.event;
        return [{ task, openedAt: (opened ?? first).at, text: opened?.type === "task.opened" ? opened.text : "" }];
      });
    },
    async purge(names) {
      find("");
      return { tasks: [...new Set(names)].filter((name) => tasks.delete(name)), bytesBefore: 0, bytesAfter: 0 };
    },
    async close() {
      isClosed = true;
    },
  };
}
