import type { DocumentHit, SearchAnswer } from "../answers.ts";
import { formatAddress } from "../address.ts";
import type { PageIndex } from "../page-index.ts";
import { keyText } from "../parsed-record.ts";
import { freshnessOf, type FileTable } from "./file-table.ts";
import type { PageReader } from "./page-reader.ts";
import { searchScope, unreadPages } from "./search-scope.ts";
import { bestLine } from "./snippet.ts";

export interface SearchOptions {
  /** Most hits: a whole number of at least 1; default 10. */
  readonly limit?: number;
  /** Files and folders to search in; default all. */
  readonly paths?: readonly string[];
  readonly signal?: AbortSignal;
}

export interface PageSearch {
  search(query: string, options?: SearchOptions): Promise<SearchAnswer>;
}

interface IndexedRecord {
  readonly name: string;
  readonly ids: readonly string[];
  /** What of it no search can see. */
  readonly unread: string | undefined;
}

const DEFAULT_LIMIT = 10;

/**
 * Ranks pages. The index holds each record once, however many paths show it, and is brought in step when it is asked:
 * pages of records that no path shows any more leave it first, so a deleted file is never found.
 */
export function createPageSearch(index: PageIndex, table: FileTable, reader: PageReader): PageSearch {
  const indexed = new Map<string, IndexedRecord>();
  /** Where a document of the index stands: the ids are short, because engines keep them. */
  const placeOf = new Map<string, { readonly name: string; readonly page: number }>();
  let nextId = 0;
  let inStep: Promise<void> = Promise.resolve();

  const bringInStep = async (): Promise<void> => {
    const shown = new Map(
      table
        .all()
        .flatMap(({ shown: record }) => (record?.status === "ok" ? [[keyText(record.key), record.key] as const] : [])),
    );
    const removed = [...indexed.values()].filter(({ name }) => !shown.has(name));
    if (removed.length > 0) await index.remove(removed.flatMap(({ ids }) => ids));
    for (const { name, ids } of removed) {
      indexed.delete(name);
      for (const id of ids) placeOf.delete(id);
    }
    for (const [name, key] of shown) {
      if (indexed.has(name)) continue;
      const read = await reader.read(key);
      if (read === undefined) continue;
      const record = nextId++;
      const documents = read.pages.map(({ text }, page) => ({ id: `${record}.${page}`, text }));
      for (const [page, { id }] of documents.entries()) placeOf.set(id, { name, page });
      indexed.set(name, { name, ids: documents.map(({ id }) => id), unread: unreadPages(read) });
      await index.add(documents.filter(({ text }) => text.trim() !== ""));
    }
  };

  return {
    async search(query, { limit = DEFAULT_LIMIT, paths, signal } = {}) {
      // One at a time: two callers must not index the same record twice.
      inStep = inStep.catch(() => undefined).then(bringInStep);
      await inStep;
      signal?.throwIfAborted();
      const scope = searchScope(table, paths);
      const filesOf = Map.groupBy(scope.files, ({ shown }) => keyText(shown!.key));
      // One more than asked for tells whether there are more.
      const ranked = await index.search(query, {
        limit: limit + 1,
        filter: (id) => filesOf.has(placeOf.get(id)?.name ?? ""),
        signal,
      });
      const unreadFiles = scope.files.flatMap(({ path, shown }) => {
        const reason = indexed.get(keyText(shown!.key))?.unread;
        return reason === undefined ? [] : [{ path, reason }];
      });
      const words = wordsOf(query);
      const hits: DocumentHit[] = [];
      for (const { id, score, terms } of ranked) {
        const place = placeOf.get(id);
        for (const file of filesOf.get(place?.name ?? "") ?? []) {
          const page = (await reader.read(file.shown!.key))?.pages[place!.page];
          if (page === undefined) continue;
          const line = bestLine(page, [...words, ...terms]);
          const address = formatAddress(file.path, page.lines?.[line.index]?.address ?? page.address);
          hits.push({ address, path: file.path, freshness: freshnessOf(file), score, text: line.text });
        }
      }
      return {
        hits: hits.slice(0, limit),
        searched: scope.files.length,
        skipped: [...scope.skipped, ...unreadFiles],
        truncated: hits.length > limit,
      };
    },
  };
}

function wordsOf(query: string): string[] {
  return query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
