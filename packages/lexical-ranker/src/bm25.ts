/**
 * Okapi BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009, formula 3.15), with
 * an idf that stays above 0 for words that most documents hold. The one place for the formula: every engine's scores are
 * these numbers, in double precision, summed over the query's distinct terms in canonical order. Arithmetic alone, inside of
 * every search: nothing is checked here, and what is no number gives `NaN`.
 */

/** How fast repeats stop counting, and how much long documents lose. */
export interface Bm25Parameters {
  /** Saturation of term frequency, 0 to 1,000; 0 counts a term once however often it stands there. Default 1.2. */
  readonly k1: number;
  /** Length normalisation, 0 (none) to 1 (full). Default 0.75. */
  readonly b: number;
}

export const defaultBm25: Bm25Parameters = { k1: 1.2, b: 0.75 };

/** What a collection knows about one term in one document. */
export interface TermStatistics {
  /** Occurrences in the document, at least 1. */
  readonly termFrequency: number;
  /** Terms in the document, repeats counted; the engines leave out figures (see the README). */
  readonly documentLength: number;
  /** Mean of `documentLength` over all documents. */
  readonly averageLength: number;
  /** Documents in the collection. */
  readonly documentCount: number;
  /** Documents that hold the term. */
  readonly documentFrequency: number;
}

/** ln(1 + (N − df + 0.5) / (df + 0.5)): above 0 for every df from 0 to N. */
export function inverseDocumentFrequency(documentCount: number, documentFrequency: number): number {
  return Math.log(1 + (documentCount - documentFrequency + 0.5) / (documentFrequency + 0.5));
}

/** What one term's idf is multiplied with: tf · (k1 + 1) / (tf + k1 · (1 − b + b · length / average length)). */
export function saturatedFrequency(
  termFrequency: number,
  documentLength: number,
  averageLength: number,
  { k1, b }: Bm25Parameters,
): number {
  const normalisation = k1 * (1 - b + (b * documentLength) / averageLength);
  return (termFrequency * (k1 + 1)) / (termFrequency + normalisation);
}

/** One term's share of a document's score. */
export function scoreBm25(statistics: TermStatistics, parameters: Bm25Parameters = defaultBm25): number {
  const { termFrequency, documentLength, averageLength, documentCount, documentFrequency } = statistics;
  const idf = inverseDocumentFrequency(documentCount, documentFrequency);
  return idf * saturatedFrequency(termFrequency, documentLength, averageLength, parameters);
}
