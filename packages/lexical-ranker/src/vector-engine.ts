import type { RankedDocument, SearchOptions } from "./rank-engine.ts";

/** One document by closeness of meaning. */
export interface VectorHit {
  readonly id: string;
  /** Higher is closer; any scale, since only the order is used. */
  readonly score: number;
}

/** `ids` and `idPrefix` of a search arrive as a part of `filter`. */
export type VectorSearchOptions = Omit<SearchOptions, "ids" | "idPrefix">;

/**
 * Finds documents that mean what a query means, by whatever embeds texts. The port only: no engine of this kind is built
 * in, because the models behind it are large or away. See `createHybridEngine` for using one.
 */
export interface VectorEngine {
  readonly specVersion: 1;
  /** Lower-case, stable, printed in traces. */
  readonly name: string;
  /** Adds documents, replacing those with the same id. Resolves once later searches can see them. */
  add(documents: readonly RankedDocument[]): Promise<void>;
  /** Forgets these ids; an unknown id is no error. */
  remove(ids: readonly string[]): Promise<void>;
  /** Closest first, at most `limit` (default 10), only ids that `filter` accepts. Rejects when `signal` aborts. */
  search(query: string, options?: VectorSearchOptions): Promise<readonly VectorHit[]>;
}
