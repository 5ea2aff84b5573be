import type { ContentHash } from "@runningtab/content-hash";
import { parseAddress } from "../address.ts";
import type { Freshness, ImageAnswer, SearchAnswer, ViewAnswer } from "../answers.ts";
import { builtInParsers } from "../built-in-parsers.ts";
import type { Limits, ParserEntry } from "../document-parser.ts";
import { createParserPool, type ParserPool } from "../jail/parser-pool.ts";
import { withLimits } from "../limits.ts";
import type { PageField, PageIndex, VectorIndex } from "../page-index.ts";
import { ParsedCacheError } from "../parsed-cache-error.ts";
import { keyText, type ParsedRecord, type RecordKey } from "../parsed-record.ts";
import type { ParsedPart } from "../parts.ts";
import type { RecordStore } from "../record-store.ts";
import { createMemoryStore } from "../stores/memory.ts";
import { createFileTable, type FileState, type SkippedSource, type SourceFile } from "./file-table.ts";
import { type FileSearchOptions, searchFiles } from "./file-search.ts";
import { type GrepOptions, grepPages } from "./grep.ts";
import { createIndexedPages, type IndexedPages } from "./indexed-pages.ts";
import { createPageReader } from "./page-reader.ts";
import { createPageSearch, type SearchMode, type SearchOptions } from "./page-search.ts";
import { createParseQueue, needsParsing, type ParseProgress } from "./parse-queue.ts";
import { unreadPages } from "./search-scope.ts";
import { createSourceReader, type ReadSource } from "./source-reader.ts";
import { type FallbackText, refuseCompanion, viewFile, type ViewOptions } from "./view.ts";
import { viewPageImage } from "./view-image.ts";
import { workspacePath } from "./workspace-path.ts";

export interface DocumentsOptions {
  /** Absolute path of the workspace folder. Either this or `read`. */
  readonly root?: string;
  /** Gives the bytes of a file and their hash, where they do not lie in a folder. */
  readonly read?: ReadSource;
  /** Default: records in memory. A store that is handed in is not closed with the documents. */
  readonly store?: RecordStore;
  /** Ranks pages for `search`, which rejects without one. Empty; filled and emptied by the documents alone. */
  readonly index?: PageIndex;
  /** The fields that `index` ranks beside a page's text; default none. */
  readonly pageFields?: readonly PageField[];
  /**
   * Where the index is kept between processes, if it can save itself: written by `close`, read when it is first needed,
   * brought in step with the records then. One that is damaged or was made otherwise is built anew. Default: nowhere.
   */
  readonly indexFile?: string;
  /** Finds pages by meaning, for the modes `vector` and `hybrid` of `search`. Default: these modes reject. */
  readonly vectors?: VectorIndex;
  /** Told what a user may want to know, such as that the index is built anew. Must not throw. */
  readonly onNote?: (text: string) => void;
  /** Default: the parsers of this package. */
  readonly parsers?: readonly ParserEntry[];
  readonly limits?: Partial<Limits>;
  /** Default: a pool of two children, closed with the documents. */
  readonly pool?: ParserPool;
  /**
   * Why the content of a path must not be read, in a few lower-case words, such as `secret by name`; `undefined` where it
   * may be. Refused files are never parsed, what the store holds of them is deleted, and answers name them as skipped.
   * Default: everything may be read.
   */
  readonly refuse?: (path: string) => string | undefined;
  /** Plain text to show where there is no record. */
  readonly fallback?: FallbackText;
  /** Milliseconds since 1970; default `Date.now`. */
  readonly now?: () => number;
}

export interface SyncOptions {
  /**
   * What is there and cannot be in the manifest, each with its reason; searches name it, so that no hits prove nothing.
   * Replaces what the sync before was told. Default: none.
   */
  readonly skipped?: readonly SkippedSource[];
  /**
   * `all` (default) that is new or changed is parsed from now on; `asked-for`: only what a view, `text` or `parts` asks for,
   * when it does, so that searches see no more than what was parsed before.
   */
  readonly parse?: "all" | "asked-for";
  /** Resolve only when every file that is to be parsed is parsed or has failed; default false. */
  readonly wait?: boolean;
  /** Ends this sync's waiting and parsing. Files that were not parsed stay pending until the next sync. */
  readonly signal?: AbortSignal;
  /** Called for each file that this sync settles by parsing. Must not throw. */
  readonly onProgress?: (progress: ParseProgress) => void;
}

/**
 * The documents of one workspace: parsed once per content, shown and searched by address. Every answer says of which
 * version it is, as of the last `sync`.
 */
export interface Documents {
  /**
   * Takes the whole manifest. What changed is stale or pending when this resolves, and only that is parsed; a file with
   * contents that are known already is current at once. Rejects on abort and for files without a content hash.
   */
  sync(files: Iterable<SourceFile>, options?: SyncOptions): Promise<void>;
  freshness(path: string): Freshness;
  /**
   * What stands at an address: a path, a page, lines, a cell. A file that cannot be shown is an answer that says why.
   * Rejects with `path-outside`, `address-invalid` and, for a parsed copy of a known document, `companion-path`.
   */
  view(address: string, options?: ViewOptions): Promise<ViewAnswer>;
  /**
   * A page as an image: of a PDF, or of an office file as LibreOffice prints it. A page that cannot be drawn, also for want
   * of programs, is an answer that says why. Rejects as `view` does.
   */
  viewImage(
    address: string,
    options?: { readonly pages?: string; readonly signal?: AbortSignal },
  ): Promise<ImageAnswer>;
  /** Lines that match a regular expression; rejects with `pattern-invalid`. */
  grep(pattern: string, options?: GrepOptions): Promise<SearchAnswer>;
  /** Pages ranked for a query; rejects with `unsupported` when no index was handed in. */
  search(query: string, options?: SearchOptions): Promise<SearchAnswer>;
  /** The modes that `search` can answer here. */
  readonly searchModes: readonly SearchMode[];
  /** Brings the index of `search` in step now, so that the next search need not. Nothing without an index. */
  indexPages(options?: { readonly signal?: AbortSignal }): Promise<void>;
  /** Files by name. */
  files(query: string, options?: FileSearchOptions): Promise<SearchAnswer>;
  /** The whole text of the version that the path has now, or why there is none. Waits for it to be parsed. */
  text(path: string, options?: { readonly signal?: AbortSignal }): Promise<DocumentText>;
  /**
   * The structured parts of the version that the path has now, or of the version `hash` if its record is kept.
   * Throws `unsupported` with the reason when there are none.
   */
  parts(
    path: string,
    options?: { readonly hash?: ContentHash; readonly signal?: AbortSignal },
  ): AsyncIterable<ParsedPart>;
  /** The record that the path shows now, of whichever version. */
  record(path: string): Promise<ParsedRecord | undefined>;
  /** Ends parsing and releases what was not handed in. Nothing may be called afterwards. */
  close(): Promise<void>;
}

export type DocumentText =
  | {
      readonly text: string;
      readonly hash: ContentHash;
      /** What of the document the text lacks, in words: a limit that cut it off, pages that are images. Absent when nothing. */
      readonly missing?: string;
    }
  | { readonly text: undefined; readonly reason: string };

export function createDocuments(options: DocumentsOptions): Documents {
  const { root, store = createMemoryStore(), index, parsers = builtInParsers(), fallback, now = Date.now } = options;
  const read = options.read ?? (root === undefined ? undefined : createSourceReader(root));
  if (read === undefined) throw new TypeError("createDocuments needs either root or read.");
  const limits = withLimits(options.limits);
  const pool = options.pool ?? createParserPool({ parsers, limits });
  const table = createFileTable(options.refuse);
  const reader = createPageReader(store, forget);
  const queue = createParseQueue({ table, store, pool, read, settings: { parsers, limits, now } });
  const { pageFields, indexFile, vectors, onNote } = options;
  const lexical = index && createIndexedPages({ index, table, reader, fields: pageFields, file: indexFile, onNote });
  const vector = vectors && createIndexedPages({ index: vectors, table, reader });
  const pageSearch = createPageSearch({ table, reader, lexical, vector });
  /** Parses under way of records that were lost. */
  const repairs = new Set<Promise<void>>();
  let syncing: Promise<unknown> = Promise.resolve();

  /** A lost record is parsed again: the files that showed it are pending. */
  function forget(key: RecordKey): void {
    for (const state of table.all()) {
      if (state.shown === undefined || keyText(state.shown.key) !== keyText(key)) continue;
      table.update(state.path, { shown: undefined });
      if (state.hash !== key.hash) continue;
      // A failure is an outcome in the table.
      const repair = queue.parse(state).catch(() => undefined);
      repairs.add(repair);
      void repair.then(() => repairs.delete(repair));
    }
  }

  /** Asks; if records turned out to be lost, asks once more when they are parsed again. */
  const onWholeRecords = async <Answer>(ask: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> => {
    const answer = await ask();
    if (repairs.size === 0) return answer;
    await Promise.race([Promise.all(repairs), aborted(signal)]);
    return ask();
  };

  /** Takes the manifest and what the store already has; answers the files that have to be parsed. */
  const takeManifest = async (
    files: Iterable<SourceFile>,
    skipped: readonly SkippedSource[],
  ): Promise<readonly FileState[]> => {
    table.replace(files, skipped);
    await forgetRefused();
    const unparsed: FileState[] = [];
    for (const state of table.all()) {
      if (needsParsing(state) && !(await queue.adopt(state))) unparsed.push(state);
    }
    return unparsed;
  };

  /** Waits until the version that the path has now is settled, before all files that nobody waits for. */
  const settled = async (path: string, signal?: AbortSignal): Promise<FileState | undefined> => {
    const state = table.get(path);
    if (state === undefined || !needsParsing(state)) return state;
    await Promise.race([queue.parse(state, undefined, true), aborted(signal)]);
    return table.get(path);
  };

  return {
    async sync(files, { skipped = [], parse = "all", wait = false, signal, onProgress } = {}) {
      signal?.throwIfAborted();
      const taken = syncing.then(() => takeManifest(files, skipped));
      syncing = taken.catch(() => undefined);
      const unparsed = parse === "all" ? await taken : (await taken).slice(0, 0);
      let done = 0;
      const parseOne = async (state: FileState): Promise<void> => {
        await queue.parse(state, signal);
        const { state: outcome, reason } = table.freshness(state.path);
        const status = outcome === "failed" ? "failed" : "ok";
        done += 1;
        onProgress?.({
          path: state.path,
          status,
          ...(reason !== undefined && { reason }),
          done,
          total: unparsed.length,
        });
      };
      // Few wait at the pool at a time: all that wait are looked through for urgent ones whenever a child is free.
      const left = unparsed.values();
      const takeTurns = async (): Promise<void> => {
        for (const state of left) await parseOne(state);
      };
      const all = Promise.all(Array.from({ length: 2 * pool.size }, takeTurns));
      // Without `wait` an abort leaves files pending, which is all there is to say.
      if (wait) await all;
      else all.catch(() => undefined);
    },

    freshness: (path) => table.freshness(workspacePath(path, root)),

    async view(address, viewOptions = {}) {
      const { path: written, place } = parseAddress(address);
      const path = workspacePath(written, root);
      refuseCompanion(path, table);
      if (viewOptions.wait !== false) await settled(path, viewOptions.signal);
      const show = () => viewFile(path, place, viewOptions, table, reader, fallback);
      return viewOptions.wait === false ? show() : onWholeRecords(show, viewOptions.signal);
    },

    async viewImage(address, { pages, signal } = {}) {
      const { path: written, place } = parseAddress(address);
      const path = workspacePath(written, root);
      refuseCompanion(path, table);
      return viewPageImage({ path, place, pages, table, read, limits, signal });
    },

    grep: (pattern, grepOptions = {}) =>
      onWholeRecords(
        () => grepPages(pattern, grepOptions, table, reader, async (record) => lexical?.gist(record)),
        grepOptions.signal,
      ),

    search: (query, searchOptions) =>
      onWholeRecords(() => pageSearch.search(query, searchOptions), searchOptions?.signal),

    searchModes: modesOf(lexical, vector),

    indexPages: async ({ signal } = {}) => lexical?.bringInStep(signal),

    files: async (query, fileOptions = {}) => searchFiles(query, fileOptions, table),

    async text(path, { signal } = {}) {
      const name = workspacePath(path, root);
      await settled(name, signal);
      const { state, reason } = table.freshness(name);
      const shown = table.get(name)?.shown;
      const pages = state === "current" && shown !== undefined ? await reader.read(shown.key) : undefined;
      if (pages === undefined) return { text: undefined, reason: reason ?? `its text is ${state}` };
      const missing = unreadPages(pages);
      const text = pages.pages.map((page) => page.text).join("\n\n");
      return { text, hash: shown!.key.hash, ...(missing !== undefined && { missing }) };
    },

    async *parts(path, { hash, signal } = {}) {
      const name = workspacePath(path, root);
      const state = await settled(name, signal);
      const wanted = hash ?? state?.hash;
      const key = state?.shown?.key.hash === wanted ? state?.shown?.key : await keyOfVersion(wanted);
      const record = key === undefined ? undefined : await reader.record(key);
      if (record === undefined || record.status === "failed") {
        const reason = record?.reason ?? table.freshness(name).reason ?? `there is no record of ${wanted ?? "it"}`;
        throw new ParsedCacheError({
          code: "unsupported",
          message: `${name} has no parts: ${reason}`,
          data: { path: name },
        });
      }
      yield* record.parts;
    },

    async record(path) {
      const key = table.get(workspacePath(path, root))?.shown?.key;
      return key === undefined ? undefined : reader.record(key);
    },

    async close() {
      await lexical?.save();
      if (options.pool === undefined) await pool.close();
      if (options.store === undefined) await store.close();
    },
  };

  /** An earlier release, or an earlier name of the file, may have left its text in the store. */
  async function forgetRefused(): Promise<void> {
    for (const { hash, refused } of table.all()) {
      if (refused === undefined || table.withHash(hash).some((other) => other.refused === undefined)) continue;
      for (const { key } of await store.list(hash)) {
        await store.delete(key);
        await lexical?.forgetSaved();
      }
    }
  }

  async function keyOfVersion(hash: ContentHash | undefined): Promise<RecordKey | undefined> {
    if (hash === undefined) return undefined;
    return (await store.list(hash)).findLast(({ status }) => status === "ok")?.key;
  }
}

function modesOf(lexical: IndexedPages | undefined, vector: IndexedPages | undefined): readonly SearchMode[] {
  return [
    ...(lexical === undefined ? [] : (["lexical"] as const)),
    ...(vector === undefined ? [] : (["vector"] as const)),
    ...(lexical === undefined || vector === undefined ? [] : (["hybrid"] as const)),
  ];
}

/** Never resolves; rejects with the signal's reason once it aborts. */
function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal === undefined) return;
    if (signal.aborted) return reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
