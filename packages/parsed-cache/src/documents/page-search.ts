import type { DocumentHit, SearchAnswer } from "../answers.ts";
import { formatAddress } from "../address.ts";
import { ParsedCacheError } from "../parsed-cache-error.ts";
import { keyText } from "../parsed-record.ts";
import { type FileState, freshnessOf, type FileTable } from "./file-table.ts";
import type { IndexedPages, RankedPage, RankOptions } from "./indexed-pages.ts";
import type { PageReader } from "./page-reader.ts";
import { subjectOf } from "./query-sentences.ts";
import { fuseRankings } from "./rank-fusion.ts";
import { checkCounts } from "./check-options.ts";
import { type ScopeOptions, searchScope } from "./search-scope.ts";
import { bestLine } from "./snippet.ts";

/** By what pages are ranked: the words of the query, its meaning, or both. */
export type SearchMode = "lexical" | "vector" | "hybrid";

export interface SearchOptions extends ScopeOptions {
  /** Most hits: a whole number of at least 1; default 10. */
  readonly limit?: number;
  /**
   * Most hits of one file: a whole number of at least 1. Hits then come by file, the file with the best hit first.
   * Default: no bound, and hits in the order of their scores.
   */
  readonly perFile?: number;
  /** Default `lexical`. Rejects with `unsupported` for a mode whose index was not handed in. */
  readonly mode?: SearchMode;
  readonly signal?: AbortSignal;
}

export interface PageSearch {
  search(query: string, options?: SearchOptions): Promise<SearchAnswer>;
}

export interface PageSearchParts {
  readonly table: FileTable;
  readonly reader: PageReader;
  readonly lexical?: IndexedPages | undefined;
  readonly vector?: IndexedPages | undefined;
}

const DEFAULT_LIMIT = 10;
/** Pages that each of two rankings is asked for at least: what one of them puts low may be high in the other. */
const FUSED_DEPTH = 100;

/** Answers searches from the indexes: ranked pages as hits of every path that shows them. */
export function createPageSearch({ table, reader, lexical, vector }: PageSearchParts): PageSearch {
  /** The rankings of a mode, from the indexes that it needs. */
  const indexesOf = (mode: SearchMode): readonly IndexedPages[] => {
    const needed = { lexical: [lexical], vector: [vector], hybrid: [lexical, vector] }[mode];
    const found = needed.filter((pages) => pages !== undefined);
    if (found.length === needed.length) return found;
    throw new ParsedCacheError({ code: "unsupported", message: absence(mode), data: { mode } });
  };

  const rank = async (
    indexes: readonly IndexedPages[],
    query: string,
    options: RankOptions,
  ): Promise<readonly RankedPage[]> => {
    if (indexes.length === 1) return indexes[0]!.rank(query, options);
    const deep = { ...options, limit: Math.max(options.limit, FUSED_DEPTH) };
    return fuseRankings(await Promise.all(indexes.map((pages) => pages.rank(query, deep))));
  };

  const hitOf = async (file: FileState, ranked: RankedPage, words: readonly string[]): Promise<DocumentHit[]> => {
    const page = (await reader.read(file.shown!.key))?.pages[ranked.page];
    if (page === undefined) return [];
    const line = bestLine(page, [...words, ...ranked.terms]);
    const address = formatAddress(file.path, line.address ?? page.address);
    return [
      {
        address,
        path: file.path,
        hash: file.shown!.key.hash,
        freshness: freshnessOf(file),
        score: ranked.score,
        text: line.text,
        ...(line.removed && { removed: true }),
      },
    ];
  };

  return {
    async search(query, { limit = DEFAULT_LIMIT, perFile, mode = "lexical", signal, ...within } = {}) {
      checkCounts({ limit, perFile });
      const indexes = indexesOf(mode);
      const subject = subjectOf(query);
      // Before the scope is taken: a record that turns out to be lost leaves it.
      for (const pages of indexes) await pages.bringInStep(signal);
      const scope = searchScope(table, within);
      const filesOf = Map.groupBy(scope.files, ({ shown }) => keyText(shown!.key));
      const places = await collectPlaces({
        limit,
        perFile,
        filesOf,
        rank: (depth) => rank(indexes, subject, { limit: depth, isWanted: (record) => filesOf.has(record), signal }),
      });
      const words = wordsOf(subject);
      const hits: DocumentHit[] = [];
      for (const { file, ranked } of places.slice(0, limit)) hits.push(...(await hitOf(file, ranked, words)));
      const unread = scope.files.flatMap(({ path, shown }) => {
        const reason = indexes[0]!.unread(keyText(shown!.key));
        return reason === undefined ? [] : [{ path, reason }];
      });
      return {
        hits,
        searched: scope.files.length,
        skipped: [...scope.skipped, ...unread],
        truncated: places.length > limit,
      };
    },
  };
}

interface Place {
  readonly file: FileState;
  readonly ranked: RankedPage;
}

/** The places to show and one more if there are more, in the order in which they are shown. */
async function collectPlaces(wanted: {
  readonly limit: number;
  readonly perFile: number | undefined;
  readonly filesOf: ReadonlyMap<string, readonly FileState[]>;
  readonly rank: (depth: number) => Promise<readonly RankedPage[]>;
}): Promise<readonly Place[]> {
  const { limit, perFile = Infinity, filesOf, rank } = wanted;
  // One more than asked for tells whether there are more.
  for (let depth = limit + 1; ; depth *= 4) {
    const ranked = await rank(depth);
    const places = ranked.flatMap((page) => (filesOf.get(page.record) ?? []).map((file) => ({ file, ranked: page })));
    if (perFile === Infinity) return places.slice(0, limit + 1);
    const byFile = [...Map.groupBy(places, ({ file }) => file.path).values()].map((own) => own.slice(0, perFile));
    const grouped = byFile.flat();
    // Deeper places may be of files that have none yet.
    if (grouped.length > limit || ranked.length < depth) return grouped.slice(0, limit + 1);
  }
}

function absence(mode: SearchMode): string {
  if (mode === "lexical")
    return "search needs an index: hand one to createDocuments, such as an engine of @runningtab/lexical-ranker.";
  return `A ${mode} search needs an index of meanings: hand one to createDocuments as vectors, filled by an embedding model.`;
}

function wordsOf(query: string): string[] {
  return query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
