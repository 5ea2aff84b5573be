import { rm } from "node:fs/promises";
import type { PageField, PageIndex, PageQuery } from "../page-index.ts";
import { keyText } from "../parsed-record.ts";
import type { FileTable } from "./file-table.ts";
import type { TextGist } from "./grep.ts";
import { searchedText } from "../rendered-page.ts";
import { pageFields } from "./page-fields.ts";
import type { PageReader } from "./page-reader.ts";
import { readSavedIndex, type SavedRecord, writeSavedIndex } from "./saved-index.ts";
import { unreadPages } from "./search-scope.ts";
import { signatureOf } from "./text-signature.ts";

/** A page of a record, as an index ranked it. */
export interface RankedPage {
  /** `keyText` of the record. */
  readonly record: string;
  /** From 0. */
  readonly page: number;
  readonly score: number;
  /** What of the query it holds; none where meaning decided. */
  readonly terms: readonly string[];
}

export interface RankOptions {
  readonly limit: number;
  /** Records to rank pages of. */
  readonly isWanted: (record: string) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/** An index over the pages of the records that paths show now. */
export interface IndexedPages {
  /** Best first, at most `limit`, after the index was brought in step with the records. */
  rank(query: string, options: RankOptions): Promise<readonly RankedPage[]>;
  /** Adds what is new and removes what no path shows any more. */
  bringInStep(signal?: AbortSignal): Promise<void>;
  /** What of a record no search can see; of a record that is indexed. */
  unread(record: string): string | undefined;
  /** Of a record that is indexed, or was when the index was saved: the engine need not be loaded for it. */
  gist(record: string): Promise<TextGist | undefined>;
  /** Keeps the index for the next process, if it changed. */
  save(): Promise<void>;
  /** Deletes what was saved: it may hold terms of a record that must not be kept. */
  forgetSaved(): Promise<void>;
}

/** What an index of words and one of meanings have in common. */
type AnyIndex = Pick<PageIndex, "add" | "remove" | "name" | "save" | "load"> & {
  search(
    query: string,
    options: PageQuery,
  ): Promise<readonly { readonly id: string; readonly score: number; readonly terms?: readonly string[] }[]>;
};

export interface IndexedPagesOptions {
  readonly index: AnyIndex;
  readonly table: FileTable;
  readonly reader: PageReader;
  readonly fields?: readonly PageField[];
  /** Where the index outlives the process, if the engine can save itself. */
  readonly file?: string | undefined;
  readonly onNote?: ((text: string) => void) | undefined;
}

/** Raised whenever pages or fields of equal records change, so that a saved index is not taken for one of today's. */
const PAGES_VERSION = 2;

/**
 * Holds each record once, however many paths show it. Pages of records that no path shows any more leave the index
 * before it is asked, so a deleted file is never found.
 */
export function createIndexedPages(options: IndexedPagesOptions): IndexedPages {
  const { index, table, reader, fields = [], file, onNote = () => undefined } = options;
  const maker = [index.name ?? "index", PAGES_VERSION, ...fields].join(" ");
  const indexed = new Map<string, SavedRecord>();
  /** Where a document of the index stands: the ids are short, because engines keep them. */
  const recordOf = new Map<number, string>();
  let nextId = 0;
  let hasChanged = false;
  let inStep: Promise<void> = Promise.resolve();
  let saved: ReturnType<typeof readUsable> | undefined;
  let isLoaded = false;

  /** The saved index if it can be used, read once. */
  const readUsable = async () => {
    if (file === undefined || index.load === undefined) return undefined;
    const found = await readSavedIndex(file);
    if (found === undefined) return undefined;
    const problem =
      typeof found === "string" ? found : found.maker === maker ? undefined : "it was made in another way";
    if (problem !== undefined) onNote(`The search index ${file} is built anew: ${problem}.`);
    if (typeof found === "string" || problem !== undefined) return undefined;
    return { index: found.index, byKey: new Map(found.records.map((record) => [record.key, record])) };
  };

  const take = (record: SavedRecord): void => {
    indexed.set(record.key, record);
    recordOf.set(record.id, record.key);
    nextId = Math.max(nextId, record.id + 1);
  };

  const loadSaved = async (): Promise<void> => {
    if (isLoaded) return;
    isLoaded = true;
    const found = await (saved ??= readUsable());
    // What it holds is in the engine from here on.
    saved = Promise.resolve(undefined);
    if (found === undefined) return;
    try {
      await index.load!(found.index);
      for (const record of found.byKey.values()) take(record);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      onNote(`The search index ${file} is built anew: ${reason}`);
    }
  };

  const removeRecords = async (records: readonly SavedRecord[]): Promise<void> => {
    if (records.length === 0) return;
    hasChanged = true;
    await index.remove(records.flatMap(idsOf));
    for (const { key, id } of records) {
      indexed.delete(key);
      recordOf.delete(id);
    }
  };

  const bringInStep = async (signal?: AbortSignal): Promise<void> => {
    await loadSaved();
    const shown = new Map(
      table
        .all()
        .flatMap(({ shown: record }) => (record?.status === "ok" ? [[keyText(record.key), record.key] as const] : [])),
    );
    await removeRecords([...indexed.values()].filter(({ key }) => !shown.has(key)));
    for (const [key, recordKey] of shown) {
      if (indexed.has(key)) continue;
      signal?.throwIfAborted();
      const read = await reader.read(recordKey);
      if (read === undefined) continue;
      const { pages } = read;
      const unread = unreadPages(read);
      const texts = pages.map(searchedText);
      const signature = signatureOf(texts);
      const record = { key, id: nextId++, pages: pages.length, ...(unread !== undefined && { unread }), signature };
      const ids = idsOf(record);
      const fieldsOf = fields.length === 0 ? [] : pageFields(pages, fields);
      const documents = texts.map((text, page) => ({
        id: ids[page]!,
        text,
        ...(fields.length > 0 && { fields: fieldsOf[page]! as Record<string, string> }),
      }));
      hasChanged = true;
      await index.add(documents.filter(({ text }) => text.trim() !== ""));
      take(record);
    }
  };

  /** One at a time: two callers must not index the same record twice. */
  const inTurn = (signal?: AbortSignal): Promise<void> => {
    inStep = inStep.catch(() => undefined).then(() => bringInStep(signal));
    return inStep;
  };

  return {
    bringInStep: inTurn,
    unread: (record) => indexed.get(record)?.unread,
    async gist(record) {
      const held = indexed.get(record);
      if (held !== undefined || isLoaded) return held;
      return (await (saved ??= readUsable()))?.byKey.get(record);
    },
    async rank(query, { limit, isWanted, signal }) {
      await inTurn(signal);
      signal?.throwIfAborted();
      const hits = await index.search(query, {
        limit,
        filter: (id) => isWanted(recordOf.get(Number.parseInt(id, 10)) ?? ""),
        ...(signal && { signal }),
      });
      return hits.flatMap(({ id, score, terms = [] }) => {
        const [record, page] = id.split(".").map(Number) as [number, number];
        const key = recordOf.get(record);
        return key === undefined ? [] : [{ record: key, page, score, terms }];
      });
    },
    async save() {
      await inStep.catch(() => undefined);
      if (!hasChanged || file === undefined || index.save === undefined) return;
      hasChanged = false;
      await writeSavedIndex(file, { maker, records: [...indexed.values()], index: await index.save() });
    },
    async forgetSaved() {
      if (file === undefined) return;
      saved = Promise.resolve(undefined);
      hasChanged = isLoaded;
      await rm(file, { force: true });
    },
  };
}

function idsOf({ id, pages }: Pick<SavedRecord, "id" | "pages">): string[] {
  return Array.from({ length: pages }, (_, page) => `${id}.${page}`);
}
