/**
 * The search index over page texts that the cache fills and queries: the structural twin of `RankEngine` in
 * `@runningtab/lexical-ranker`, so that any of its engines can be handed in.
 */
export interface PageIndex {
  add(documents: readonly { readonly id: string; readonly text: string }[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  search(
    query: string,
    options?: { readonly limit?: number; readonly filter?: (id: string) => boolean; readonly signal?: AbortSignal },
  ): Promise<readonly { readonly id: string; readonly score: number; readonly terms: readonly string[] }[]>;
}
