import type { ContentHash } from "@runningtab/content-hash";
import { keyText } from "./parsed-record.ts";
import type { RecordStore } from "./record-store.ts";
import { createMemoryStore } from "./stores/memory.ts";
import { createSqliteStore } from "./stores/sqlite.ts";

export interface RecordStoreOptions {
  /** Path of a SQLite file; without it records live in memory. */
  readonly file?: string;
  /** Whether a content must stay, because something cites it. Asked at each eviction; must not throw. Default: none. */
  readonly isPinned?: (hash: ContentHash) => boolean;
  /** Bytes that the records may take together; default 1 GB. Pinned ones may exceed it. */
  readonly maxBytes?: number;
}

const GIGABYTE = 1024 ** 3;

/** A record store that stays within a size: when a record is put, the oldest that nothing cites make room for it. */
export function createRecordStore(options: RecordStoreOptions = {}): RecordStore {
  const { file, isPinned = () => false, maxBytes = GIGABYTE } = options;
  const store = file === undefined ? createMemoryStore() : createSqliteStore({ file });
  /** Bytes of all records, counted once and then kept by addition; a second count before anything is dropped sets it right. */
  let total: number | undefined;

  const dropOldest = async (own: string): Promise<number> => {
    const summaries = await store.list();
    let bytes = summaries.reduce((sum, summary) => sum + summary.bytes, 0);
    for (const summary of summaries) {
      if (bytes <= maxBytes) break;
      if (keyText(summary.key) === own || isPinned(summary.key.hash)) continue;
      await store.delete(summary.key);
      bytes -= summary.bytes;
    }
    return bytes;
  };

  return {
    ...store,
    async put(record) {
      await store.put(record);
      const own = keyText(record.key);
      const alike = await store.list(record.key.hash);
      const added = alike.find(({ key }) => keyText(key) === own)?.bytes ?? 0;
      total = total === undefined ? Infinity : total + added;
      if (total > maxBytes) total = await dropOldest(own);
    },
  };
}
