import type { Analyzer } from "@runningtab/terms";
import {
  checkAnalyzer,
  checkDocuments,
  checkFieldedParameters,
  checkLimit,
  checkOptions,
  checkQuery,
} from "./arguments.ts";
import { inverseDocumentFrequency, type Bm25Parameters } from "./bm25.ts";
import { saturatedFields } from "./bm25f.ts";
import { canonicalTerms } from "./canonical-order.ts";
import { countDocument, type CountedDocument, type CountedText, countText } from "./document-terms.ts";
import type { FieldedBm25, Fields } from "./fields.ts";
import { createMeanLengths } from "./mean-lengths.ts";
import type { RankedDocument } from "./rank-engine.ts";

export interface SmallRankerOptions extends Partial<Bm25Parameters> {
  /** Default: the standard analyzer. */
  readonly analyzer?: Analyzer;
  /** The fields that documents may have beside their text; default `defaultFields`: `path`, `title` and `heading`. */
  readonly fields?: Fields;
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
   * scores in the order given. Throws `INVALID_LIMIT` for another `topK`, `INVALID_ARGUMENT`, `INVALID_DOCUMENT` and
   * `UNKNOWN_FIELD`.
   */
  rank(query: string, documents: readonly RankedDocument[], topK: number): readonly ScoredDocument[];
}

/** Bounds of the memory for analysed texts: entries, and the length up to which a text is kept (UTF-16 units). */
const maxCachedTexts = 2_000;
const maxCachedLength = 50_000;

/**
 * A small ranker that remembers the terms of the last 2,000 texts it saw, so that ranking the same excerpts for the next
 * question costs microseconds. Throws `INVALID_PARAMETER` for options outside their range or of another type.
 */
export function createSmallRanker(options: SmallRankerOptions = {}): SmallRanker {
  checkOptions(options);
  const parameters = checkFieldedParameters(options);
  const analyzer = checkAnalyzer(options.analyzer);
  const analyzed = new Map<string, CountedText>();

  const analyze = (text: string): CountedText => {
    const known = analyzed.get(text);
    if (known !== undefined) {
      // Re-inserting keeps the texts in use at the end, away from eviction.
      analyzed.delete(text);
      analyzed.set(text, known);
      return known;
    }
    const result = countText(analyzer, text);
    if (text.length <= maxCachedLength) {
      if (analyzed.size >= maxCachedTexts) analyzed.delete(analyzed.keys().next().value!);
      analyzed.set(text, result);
    }
    return result;
  };

  return {
    rank(query, documents, topK) {
      checkLimit(topK, 0);
      const batch = checkDocuments(documents, parameters.fields);
      const terms = canonicalTerms(analyzer.terms(checkQuery(query)));
      if (terms.length === 0 || topK === 0) return [];
      const counted = batch.map((document) => countDocument(document, parameters.fields, analyze));
      const scores = scoreDocuments(terms, counted, parameters);
      return batch
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

function scoreDocuments(
  terms: readonly string[],
  documents: readonly CountedDocument[],
  parameters: FieldedBm25,
): readonly number[] {
  const meanLengths = createMeanLengths();
  for (const { lengths } of documents) meanLengths.add(lengths);
  const means = meanLengths.means();
  const scores = documents.map(() => 0);
  for (const term of terms) {
    const holders = [...documents.keys()].filter((index) => documents[index]!.frequencies.has(term));
    const idf = inverseDocumentFrequency(documents.length, holders.length);
    for (const index of holders) {
      const { lengths, frequencies } = documents[index]!;
      scores[index]! += idf * saturatedFields(frequencies.get(term)!, lengths, means, parameters);
    }
  }
  return scores;
}
