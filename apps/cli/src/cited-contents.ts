import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ContentHash } from "@runningtab/content-hash";
import type { EventStore } from "@runningtab/tab-core";

export interface CitedContents {
  /** Whether a log entry of any of the workspace's tabs was read from this content. True also when the tabs cannot be read. */
  has(hash: ContentHash): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * The contents that the tabs of a workspace cite: all that their logs name, since any entry may yet be given as evidence.
 * Tabs are opened at the first question, and later questions read only the events that came in between.
 */
export function createCitedContents({ stateFolder }: { readonly stateFolder: string }): CitedContents {
  const file = join(stateFolder, "tab.sqlite");
  const cited = new Set<string>();
  /** How far each task was read. The time of its opening is part of the name: a purged task begins anew. */
  const lastSeq = new Map<string, number>();
  let opened: Promise<EventStore> | undefined;

  const readOn = async (store: EventStore): Promise<void> => {
    for (const { task, openedAt } of await store.tasks()) {
      const name = `${task} ${openedAt}`;
      for (const { seq, event } of await store.read(task, lastSeq.get(name) ?? 0)) {
        if (event.type === "read.recorded" && event.entry.hash !== undefined) cited.add(event.entry.hash);
        lastSeq.set(name, seq);
      }
    }
  };

  return {
    async has(hash) {
      // Asking must not make the file of a workspace that has no task.
      if (!cited.has(hash) && existsSync(file)) {
        try {
          opened ??= import("@runningtab/tab-core/stores/sqlite").then(({ createSqliteStore }) =>
            createSqliteStore({ file }),
          );
          await readOn(await opened);
        } catch {
          // The reason is for whoever opens the tab; here a record too many is the lesser harm.
          return true;
        }
      }
      return cited.has(hash);
    },
    async close() {
      await (await opened)?.close();
    },
  };
}
