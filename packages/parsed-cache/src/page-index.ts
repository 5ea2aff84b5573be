/** A page as an index sees it. */
export interface IndexedPage {
  readonly id: string;
  readonly text: string;
  /** Texts that count apart from `text`, by the names that `DocumentsOptions.pageFields` gives. */
  readonly fields?: Readonly<Record<string, string>>;
}

export interface PageQuery {
  readonly limit?: number;
  readonly filter?: (id: string) => boolean;
  readonly signal?: AbortSignal;
}

/**
 * The search index over page texts that the cache fills and queries: the structural twin of `RankEngine` in
 * `@runningtab/lexical-ranker`, so that any of its engines can be handed in.
 */
export interface PageIndex {
  /** Names the engine in what is saved of it. */
  readonly name?: string;
  add(pages: readonly IndexedPage[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  search(
    query: string,
    options?: PageQuery,
  ): Promise<readonly { readonly id: string; readonly score: number; readonly terms: readonly string[] }[]>;
  /** The index as bytes; with `load`, what makes it outlive the process. */
  save?(): Promise<Uint8Array>;
  /** Replaces all pages by those of saved bytes. Rejects, and changes nothing, for bytes that it cannot take. */
  load?(saved: Uint8Array): Promise<void>;
}

/** Finds pages that mean what a query means: the structural twin of `VectorEngine` in `@runningtab/lexical-ranker`. */
export interface VectorIndex {
  add(pages: readonly IndexedPage[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  search(query: string, options?: PageQuery): Promise<readonly { readonly id: string; readonly score: number }[]>;
}

/** The fields of a page that an index may rank beside its text. */
export type PageField = "heading" | "title";

/**
 * How pages rank well in a BM25F engine, as options for one of `@runningtab/lexical-ranker`: what a page is headed with
 * counts three times as much as what it says, and its length little (`b`), since pages of figures are long and say one
 * thing. Found on the questions of `npm run bench -- officeqa`; neighbouring values do as well there.
 */
export const PAGE_RANKING: {
  readonly b: number;
  readonly fields: Readonly<Record<PageField, { readonly weight: number; readonly b: number }>>;
} = { b: 0.3, fields: { heading: { weight: 3, b: 0.5 }, title: { weight: 1, b: 0.5 } } };
