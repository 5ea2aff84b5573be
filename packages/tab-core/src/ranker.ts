/** Ranks a small collection, synchronously: a tab's few dozen excerpts, a few hundred paths. */
export interface Ranker {
  /** Best first, at most `topK`, only documents that share a term with the query; equal scores in the order given. */
  rank(
    query: string,
    documents: readonly { readonly id: string; readonly text: string }[],
    topK: number,
  ): readonly { readonly id: string; readonly score: number }[];
}
