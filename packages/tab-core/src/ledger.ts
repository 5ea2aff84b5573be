import { changedCells, cellsAbout, projectionOf } from "./cells.ts";
import type { EventStore, LogId, StoredEvent, TaskId } from "./event-store.ts";
import type { TabEvent } from "./events.ts";
import { FOLD_VERSION, emptyProjection, fold, nothingTouched, type Projection } from "./fold.ts";
import { limits } from "./limits.ts";
import { TabError } from "./tab-error.ts";

/** Events to append, decided on one state of the tab. */
export interface Decision {
  readonly events: readonly TabEvent[];
  readonly excerpts?: ReadonlyMap<LogId, string>;
}

/**
 * What was done about a key. `nothing`: no events were decided on, and the key is not known. `tab` is the state right
 * after the batch, so that what is rendered from it is what a retry renders, whatever others appended meanwhile.
 */
export type Committed =
  | { readonly status: "appended" | "nothing"; readonly tab: Projection }
  | { readonly status: "duplicate" };

/** One task's events beside their projection, which follows what any process appends. */
export interface Ledger {
  /** Runs one step at a time, so that nobody advances the projection while another renders from it. */
  exclusive<T>(step: () => Promise<T>): Promise<T>;
  /**
   * The projection, after reading on. With `paths` it may be a part that knows the counts and these paths, which costs
   * the same on any tab. Only for use inside `exclusive`, as is what follows.
   */
  current(paths?: readonly string[]): Promise<Projection>;
  /** Appends what `decide` decides on the state as it is now; asks it again when another process was first. */
  commit(
    key: string,
    decide: (tab: Projection) => Decision | undefined | Promise<Decision | undefined>,
    paths?: readonly string[],
  ): Promise<Committed>;
  /** Whether a batch with this key is there: `duplicate` or `nothing`. */
  probe(key: string): Promise<Committed>;
  /** A batch appended before, and the tab as it was just before it. */
  recall(key: string): Promise<{ readonly before: Projection; readonly batch: readonly StoredEvent[] }>;
}

export function createLedger(store: EventStore, task: TaskId): Ledger {
  let whole: Projection | undefined;
  let lastSeen = 0;
  let queue: Promise<unknown> = Promise.resolve();

  /** Only a state that stands at the head can be a part: events after it would have to find the rest. */
  const loadPart = async (paths: readonly string[]): Promise<Projection | undefined> => {
    if (whole !== undefined) return undefined;
    const kept = await store.loadCells?.(task, FOLD_VERSION, cellsAbout(paths));
    return kept !== undefined && kept.seq === kept.head ? projectionOf(kept) : undefined;
  };

  const loadWhole = async (): Promise<Projection> => {
    const kept = await store.loadCells?.(task, FOLD_VERSION);
    return (kept && projectionOf(kept)) ?? emptyProjection();
  };

  const current = async (paths?: readonly string[]): Promise<Projection> => {
    const part = paths && (await loadPart(paths));
    if (part === undefined) {
      whole ??= await loadWhole();
      fold(await store.read(task, whole.seq), whole);
    }
    const tab = part ?? whole!;
    // Going on would show entries of a history that is gone under the ids of a new one.
    if (tab.seq === 0 && lastSeen > 0) throw purged(task);
    lastSeen = Math.max(lastSeen, tab.seq);
    return tab;
  };

  /** Appends events that were decided on `tab`, and advances it. A tab that was advanced in vain is of no more use. */
  const append = async (key: string, tab: Projection, { events, excerpts }: Decision) => {
    const expectedSeq = tab.seq;
    const batch = { key, expectedSeq, events, ...(excerpts && { excerpts }) };
    if (events.length === 0) return store.append(task, batch);
    let isAppended = false;
    try {
      fold(
        events.map((event, index) => ({ seq: expectedSeq + index + 1, key, event })),
        tab,
      );
      const cells = store.loadCells && { version: FOLD_VERSION, base: tab.base, changed: changedCells(tab) };
      const result = await store.append(task, { ...batch, ...(cells && { cells }) });
      isAppended = result.status === "appended";
      if (isAppended) [tab.base, tab.touched, lastSeen] = [tab.seq, nothingTouched(), tab.seq];
      return result;
    } finally {
      if (!isAppended && tab === whole) whole = undefined;
    }
  };

  return {
    exclusive(step) {
      const result = queue.then(step);
      queue = result.catch(() => undefined);
      return result;
    },
    current,
    async commit(key, decide, paths) {
      let head = 0;
      let readsBehind = 0;
      for (let attempt = 0; attempt < limits.conflictRetries; attempt++) {
        const tab = await current(paths);
        // A purge in between looks the same once; that a head stays ahead of its rows is damage.
        readsBehind = tab.seq < head ? readsBehind + 1 : 0;
        if (readsBehind >= limits.readsBehindHead) {
          throw new TabError("STORE_CORRUPT", {
            message: `Task ${task} has ${head} events by its head, but only ${tab.seq} can be read. Verify the store, and restore the task from an export.`,
            data: { task, head, read: tab.seq },
          });
        }
        const decision = (await decide(tab)) ?? { events: [] };
        const expectedSeq = tab.seq;
        const { status, seq } = await append(key, tab, decision);
        // A head only grows.
        if (status === "conflict" && seq < expectedSeq) throw purged(task);
        head = seq;
        if (status === "duplicate") return { status };
        if (status === "appended") return { status: decision.events.length === 0 ? "nothing" : status, tab };
        await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(50, 2 * attempt)));
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
      return status === "duplicate" ? { status } : { status: "nothing", tab };
    },
    async recall(key) {
      const events = await store.read(task, 0);
      const batch = events.filter((event) => event.key === key);
      return { before: fold(events.slice(0, (batch[0]?.seq ?? 1) - 1)), batch };
    },
  };
}

function purged(task: TaskId): TabError {
  return new TabError("TASK_PURGED", {
    message: `Task ${task} was purged while this tab was open. Create a new tab for it.`,
    data: { task },
  });
}
