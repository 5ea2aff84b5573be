/** What is ranked: an id and its text. Ids are unique in one engine; adding one again replaces the document. */
export interface RankedDocument {
  readonly id: string;
  readonly text: string;
}

export interface SearchOptions {
  /** Most hits to return: a whole number of at least 1; default 10. */
  readonly limit?: number;
  /** Only documents for which this answers true are scored for the result; corpus statistics stay those of all documents. */
  readonly filter?: (id: string) => boolean;
  readonly signal?: AbortSignal;
}

/** One result. `terms` are the query's terms that the document holds, in the query's order, without repeats. */
export interface Hit {
  readonly id: string;
  /** Robertson BM25, above 0; comparable inside one engine and one state of the index only. */
  readonly score: number;
  readonly terms: readonly string[];
}

/** Ranks documents for a query. Instances are independent; none share state. */
export interface RankEngine {
  readonly specVersion: 1;
  /** Lower-case, stable, printed in traces. */
  readonly name: string;
  /** Documents held now. */
  readonly size: number;
  /** Adds documents, replacing those with the same id. Resolves once later searches can see them. */
  add(documents: readonly RankedDocument[]): Promise<void>;
  /** Forgets these ids; an unknown id is no error. */
  remove(ids: readonly string[]): Promise<void>;
  /**
   * Best matches first, at most `limit`. Equal scores are ordered by id (code points). A query without known terms
   * matches nothing and is no error. Rejects only when `signal` aborts or `limit` is no whole number above 0.
   */
  search(query: string, options?: SearchOptions): Promise<readonly Hit[]>;
}
