import { standardAnalyzer, type Analyzer } from "@runningtab/terms";
import { checkLimit, checkParameters } from "./arguments.ts";
import { scoreBm25, type Bm25Parameters } from "./bm25.ts";
import { canonicalTerms } from "./canonical-order.ts";
import { countTerms } from "./count-terms.ts";
import type { RankedDocument } from "./rank-engine.ts";

export interface SmallRankerOptions extends Partial<Bm25Parameters> {
  /** Default: the standard analyzer. */
  readonly analyzer?: Analyzer;
}

/** One document that shares a term with the query. `score` is BM25 over the documents handed in with it. */
export interface ScoredDocument {
  readonly id: string;
  readonly score: number;
}

/** Ranks a collection that is handed in with each question: a few dozen excerpts, some hundred paths. */
export interface SmallRanker {
  /**
   * Best first, at most `topK` (a whole number of at least 0), only documents that share a term with the query; equal
   * scores in the order given. Throws `INVALID_LIMIT` for another `topK`.
   */
  rank(query: string, documents: readonly RankedDocument[], topK: number): readonly ScoredDocument[];
}

interface AnalyzedText {
  readonly length: number;
  readonly frequencies: ReadonlyMap<string, number>;
}

/** Bounds of the memory for analysed texts: entries, and the length up to which a text is kept (UTF-16 units). */
const maxCachedTexts = 2_000;
const maxCachedLength = 50_000;

/**
 * A small ranker that remembers the terms of the last 2,000 texts it saw, so that ranking the same excerpts for the next
 * question costs microseconds. Throws `INVALID_PARAMETER` for a `k1` or `b` outside its range.
 */
export function createSmallRanker(options: SmallRankerOptions = {}): SmallRanker {
  const parameters = checkParameters(options);
  const analyzer = options.analyzer ?? standardAnalyzer;
  const analyzed = new Map<string, AnalyzedText>();

  const analyze = (text: string): AnalyzedText => {
    const known = analyzed.get(text);
    if (known !== undefined) {
      // Re-inserting keeps the texts in use at the end, away from eviction.
      analyzed.delete(text);
      analyzed.set(text, known);
      return known;
    }
    const result = analyzeText(analyzer, text);
    if (text.length <= maxCachedLength) {
      if (analyzed.size >= maxCachedTexts) analyzed.delete(analyzed.keys().next().value!);
      analyzed.set(text, result);
    }
    return result;
  };

  return {
    rank(query, documents, topK) {
      checkLimit(topK, 0);
      const terms = canonicalTerms(analyzer.terms(query));
      if (terms.length === 0 || topK === 0) return [];
      const texts = documents.map(({ text }) => analyze(text));
      const scores = scoreTexts(terms, texts, parameters);
      return documents
        .map(({ id }, index): ScoredDocument => ({ id, score: scores[index]! }))
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score)
        .slice(0, topK);
    },
  };
}

/** Ranks documents once, without keeping anything; see `SmallRanker.rank`. */
export function rankDocuments(
  query: string,
  documents: readonly RankedDocument[],
  topK: number,
  options: SmallRankerOptions = {},
): readonly ScoredDocument[] {
  return createSmallRanker(options).rank(query, documents, topK);
}

function analyzeText(analyzer: Analyzer, text: string): AnalyzedText {
  const terms = analyzer.terms(text);
  return { length: terms.length, frequencies: countTerms(terms) };
}

function scoreTexts(
  terms: readonly string[],
  texts: readonly AnalyzedText[],
  parameters: Bm25Parameters,
): readonly number[] {
  const documentCount = texts.length;
  const averageLength = texts.reduce((sum, { length }) => sum + length, 0) / documentCount;
  const scores = texts.map(() => 0);
  for (const term of terms) {
    const holders = [...texts.keys()].filter((index) => texts[index]!.frequencies.has(term));
    for (const index of holders) {
      const { length: documentLength, frequencies } = texts[index]!;
      const termFrequency = frequencies.get(term)!;
      const statistics = { termFrequency, documentLength, averageLength, documentCount };
      scores[index]! += scoreBm25({ ...statistics, documentFrequency: holders.length }, parameters);
    }
  }
  return scores;
}
