import { type Analyzer, standardAnalyzer } from "@runningtab/terms";
import type { Ranker } from "./ranker.ts";

export interface SmallRankerOptions {
  /** Default: the standard analyzer of `@runningtab/terms`. */
  readonly analyzer?: Analyzer;
  /** Term saturation, at least 0; default 1.2. */
  readonly k1?: number;
  /** Length normalisation, 0 to 1; default 0.75. */
  readonly b?: number;
}

interface Analyzed {
  readonly length: number;
  readonly frequencies: ReadonlyMap<string, number>;
}

/** Documents stay analysed between calls up to this many characters, since a tab ranks the same excerpts again and again. */
const cachedCharacters = 8_000_000;

/**
 * BM25 over documents given per call, after Robertson and Zaragoza (2009), with the idf that is never negative:
 * `ln(1 + (N − df + 0.5) / (df + 0.5))`. Linear in the text it has not seen lately.
 */
export function createSmallRanker(options: SmallRankerOptions = {}): Ranker {
  const { analyzer = standardAnalyzer, k1 = 1.2, b = 0.75 } = options;
  const cache = new Map<string, Analyzed>();
  let cached = 0;

  const analyze = (text: string): Analyzed => {
    const known = cache.get(text);
    if (known) return known;
    const frequencies = new Map<string, number>();
    const terms = analyzer.terms(text);
    for (const term of terms) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
    const analyzed = { length: terms.length, frequencies };
    if (cached + text.length > cachedCharacters) {
      cache.clear();
      cached = 0;
    }
    cache.set(text, analyzed);
    cached += text.length;
    return analyzed;
  };

  return {
    rank(query, documents, topK) {
      const wanted = [...new Set(analyzer.terms(query))].toSorted();
      if (wanted.length === 0 || topK < 1) return [];
      const analyzed = documents.map((document) => analyze(document.text));
      const averageLength = analyzed.reduce((sum, one) => sum + one.length, 0) / analyzed.length;
      const idf = wanted.map((term) => {
        const df = analyzed.reduce((count, one) => count + Number(one.frequencies.has(term)), 0);
        return Math.log(1 + (analyzed.length - df + 0.5) / (df + 0.5));
      });
      const score = ({ length, frequencies }: Analyzed): number =>
        wanted.reduce((sum, term, index) => {
          const tf = frequencies.get(term) ?? 0;
          if (tf === 0) return sum;
          return sum + (idf[index]! * tf * (k1 + 1)) / (tf + k1 * (1 - b + (b * length) / averageLength));
        }, 0);
      // A stable sort: equal scores stay in the order given.
      return documents
        .map((document, index) => ({ id: document.id, score: score(analyzed[index]!) }))
        .filter((hit) => hit.score > 0)
        .toSorted((one, other) => other.score - one.score)
        .slice(0, topK);
    },
  };
}
