import { setTimeout as sleep } from "node:timers/promises";
import type { EventStore, LogId, StoredEvent, TaskId } from "./event-store.ts";
import type { TabEvent } from "./events.ts";
import { FOLD_VERSION, emptyProjection, fold, type Projection } from "./fold.ts";
import { limits } from "./limits.ts";
import { decodeSnapshot, encodeSnapshot } from "./snapshot.ts";
import { TabError } from "./tab-error.ts";

/** Events to append, decided on one state of the tab. */
export interface Decision {
  readonly events: readonly TabEvent[];
  readonly excerpts?: ReadonlyMap<LogId, string>;
}

/** One task's events beside their projection, which follows what any process appends. */
export interface Ledger {
  /** Runs one step at a time, so that nobody advances the projection while another renders from it. */
  exclusive<T>(step: () => Promise<T>): Promise<T>;
  /** The projection, after reading on. Only for use inside `exclusive`, as are the two below. */
  current(): Promise<Projection>;
  /**
   * Appends what `decide` decides on the state as it is now; asks it again when another process was first.
   * `nothing`: it decided on no events, and the key is not known. `tab` is the state right after the batch, so that what
   * is rendered from it is what a retry renders, whatever others appended meanwhile.
   */
  commit(
    key: string,
    decide: (tab: Projection) => Decision | undefined | Promise<Decision | undefined>,
  ): Promise<{ readonly status: "appended" | "duplicate" | "nothing"; readonly tab: Projection }>;
  /** Whether a batch with this key is there: `duplicate` or `nothing`. */
  probe(key: string): ReturnType<Ledger["commit"]>;
  /** A batch appended before, and the tab as it was just before it. */
  recall(key: string): Promise<{ readonly before: Projection; readonly batch: readonly StoredEvent[] }>;
}

export function createLedger(store: EventStore, task: TaskId): Ledger {
  let projection: Projection | undefined;
  /** What a process that starts from the newest snapshot known here has to fold. */
  let unkept = 0;
  let queue: Promise<unknown> = Promise.resolve();

  const load = async (): Promise<Projection> => {
    const snapshot = await store.loadSnapshot(task, FOLD_VERSION);
    const decoded = snapshot && decodeSnapshot(snapshot.state);
    return decoded ?? emptyProjection();
  };

  const current = async (): Promise<Projection> => {
    projection ??= await load();
    const events = await store.read(task, projection.seq);
    unkept += workOf(events);
    return fold(events, projection);
  };

  const keepSnapshot = async (tab: Projection): Promise<void> => {
    // Writing a large one takes longer than folding a few events, so it comes when a share of the tab is new.
    const size = tab.log.length + tab.candidates.size;
    if (unkept < Math.max(limits.snapshotEvery, size / limits.snapshotShare)) return;
    unkept = 0;
    try {
      await store.saveSnapshot(task, FOLD_VERSION, tab.seq, encodeSnapshot(tab));
    } catch {
      // The events are stored; without this snapshot the next process merely folds more of them.
    }
  };

  return {
    exclusive(step) {
      const result = queue.then(step);
      queue = result.catch(() => undefined);
      return result;
    },
    current,
    async commit(key, decide) {
      let head = 0;
      let readsBehind = 0;
      for (let attempt = 0; attempt < limits.conflictRetries; attempt++) {
        const tab = await current();
        // A purge in between looks the same once; that a head stays ahead of its rows is damage.
        readsBehind = tab.seq < head ? readsBehind + 1 : 0;
        if (readsBehind >= limits.readsBehindHead) {
          throw new TabError("STORE_CORRUPT", {
            message: `Task ${task} has ${head} events by its head, but only ${tab.seq} can be read. Verify the store, and restore the task from an export.`,
            data: { task, head, read: tab.seq },
          });
        }
        const { events, excerpts } = (await decide(tab)) ?? { events: [] };
        const expectedSeq = tab.seq;
        const { status, seq } = await store.append(task, { key, expectedSeq, events, ...(excerpts && { excerpts }) });
        // A head only grows. Going on would show entries of a history that is gone under the ids of a new one.
        if (status === "conflict" && seq < expectedSeq) {
          throw new TabError("TASK_PURGED", {
            message: `Task ${task} was purged while this tab was open. Create a new tab for it.`,
            data: { task },
          });
        }
        head = seq;
        if (status === "duplicate") return { status, tab };
        if (status === "appended") {
          if (events.length === 0) return { status: "nothing", tab };
          const stored = events.map((event, index) => ({ seq: expectedSeq + index + 1, key, event }));
          unkept += workOf(stored);
          fold(stored, tab);
          await keepSnapshot(tab);
          return { status, tab };
        }
        await sleep(Math.random() * Math.min(50, 2 * attempt));
      }
      throw new TabError("CONFLICT_UNRESOLVED", {
        message: `Task ${task}: other processes appended first ${limits.conflictRetries} times in a row. Try the call again with the same call id.`,
        data: { task, key },
      });
    },
    async probe(key) {
      const tab = await current();
      // Without events nothing is appended, and a known key is a duplicate whatever the state.
      const { status } = await store.append(task, { key, expectedSeq: tab.seq, events: [] });
      return { status: status === "duplicate" ? status : "nothing", tab };
    },
    async recall(key) {
      const events = await store.read(task, 0);
      const batch = events.filter((event) => event.key === key);
      return { before: fold(events.slice(0, (batch[0]?.seq ?? 1) - 1)), batch };
    },
  };
}

/** Events, and the paths that they list: each is compared with the task's text, which is most of the work of a fold. */
function workOf(events: readonly StoredEvent[]): number {
  return events.reduce((sum, { event }) => sum + 1 + (event.type === "candidates.listed" ? event.paths.length : 0), 0);
}
