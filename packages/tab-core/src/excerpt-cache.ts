import type { EventStore, LogId, TaskId } from "./event-store.ts";
import { limits } from "./limits.ts";

/** The excerpts that one tab looked at last, up to a bound on characters; the store has all of them. */
export interface ExcerptCache {
  get(id: LogId): Promise<string>;
}

export function createExcerptCache(store: EventStore, task: TaskId): ExcerptCache {
  // In order of last use: a Map keeps the order of insertion, and what is used is inserted anew.
  const kept = new Map<LogId, string>();
  let characters = 0;

  const forget = (id: LogId): void => {
    characters -= kept.get(id)?.length ?? 0;
    kept.delete(id);
  };
  return {
    async get(id) {
      const excerpt = kept.get(id) ?? (await store.excerpt(task, id)) ?? "";
      forget(id);
      kept.set(id, excerpt);
      characters += excerpt.length;
      for (const oldest of kept.keys()) {
        if (characters <= limits.cachedExcerpts || oldest === id) break;
        forget(oldest);
      }
      return excerpt;
    },
  };
}
