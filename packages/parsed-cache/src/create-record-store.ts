import type { ContentHash } from "@runningtab/content-hash";
import { keyText } from "./parsed-record.ts";
import type { RecordStore, RecordSummary } from "./record-store.ts";
import { createMemoryStore } from "./stores/memory.ts";
import { createSqliteStore } from "./stores/sqlite.ts";

export interface RecordStoreOptions {
  /** Path of a SQLite file; without it records live in memory. */
  readonly file?: string;
  /** Whether a content must stay, because something cites it. Asked before a record is dropped; must not throw. Default: none. */
  readonly isPinned?: (hash: ContentHash) => boolean | Promise<boolean>;
  /** Bytes that the records may take together; default 1 GB. Pinned ones may exceed it. */
  readonly maxBytes?: number;
}

const GIGABYTE = 1024 ** 3;

/**
 * A record store that stays within a size: when a record is put, others that nothing cites make room for it. First go
 * those whose content nobody asked this store for since it was opened, the oldest first, then the least recently used.
 */
export function createRecordStore(options: RecordStoreOptions = {}): RecordStore {
  const { file, isPinned = () => false, maxBytes = GIGABYTE } = options;
  const store = file === undefined ? createMemoryStore() : createSqliteStore({ file });
  /** Bytes of all records, counted once and then kept by addition; a second count before anything is dropped sets it right. */
  let total: number | undefined;
  /** Contents that were asked for or put, the last one last. Not kept in the file: a write for every read would cost more than it saves. */
  const used = new Set<ContentHash>();

  const use = (hash: ContentHash): void => {
    used.delete(hash);
    used.add(hash);
  };

  const byUse = (summaries: readonly RecordSummary[]): readonly RecordSummary[] => {
    const ranks = new Map([...used].map((hash, index) => [hash, index]));
    const rank = ({ key }: RecordSummary): number => ranks.get(key.hash) ?? -1;
    return summaries.toSorted((a, b) => rank(a) - rank(b));
  };

  const makeRoom = async (own: string): Promise<number> => {
    const summaries = await store.list();
    let bytes = summaries.reduce((sum, summary) => sum + summary.bytes, 0);
    for (const summary of byUse(summaries)) {
      if (bytes <= maxBytes) break;
      if (keyText(summary.key) === own || (await isPinned(summary.key.hash))) continue;
      await store.delete(summary.key);
      bytes -= summary.bytes;
    }
    return bytes;
  };

  return {
    ...store,
    async get(key) {
      use(key.hash);
      return store.get(key);
    },
    async list(hash) {
      if (hash !== undefined) use(hash);
      return store.list(hash);
    },
    async put(record) {
      await store.put(record);
      use(record.key.hash);
      const own = keyText(record.key);
      const alike = await store.list(record.key.hash);
      const added = alike.find(({ key }) => keyText(key) === own)?.bytes ?? 0;
      total = total === undefined ? Infinity : total + added;
      if (total > maxBytes) total = await makeRoom(own);
    },
  };
}
