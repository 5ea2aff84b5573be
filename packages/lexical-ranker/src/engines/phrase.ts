import type { Analyzer } from "@runningtab/terms";
import {
  checkAnalyzer,
  checkDocument,
  checkDocuments,
  checkEngine,
  checkFunction,
  checkId,
  checkIds,
  checkLimit,
  checkNumber,
  checkOptions,
  checkQuery,
  checkSearch,
  checkWhole,
} from "../arguments.ts";
import { canonicalTerms, compareHits } from "../canonical-order.ts";
import type { TermShare } from "../term-share.ts";
import { countPhrase, nearness } from "../phrase/nearness.ts";
import { readQuotes } from "../phrase/quoted.ts";
import type { Hit, RankedDocument, RankEngine } from "../rank-engine.ts";

export interface PhraseEngineOptions {
  /** Finds the candidates; filled through the phrase engine or on its own. */
  readonly engine: RankEngine;
  /** The document with an id, as it was added. One that is not there any more holds no phrase and is not raised. */
  documentOf(id: string): RankedDocument | undefined | Promise<RankedDocument | undefined>;
  /** That of the engine; default: the standard analyzer. */
  readonly analyzer?: Analyzer;
  /** How much a hit is raised whose terms stand in a row: its score times 1 + this. 0 (never) to 10; default 0.5. */
  readonly boost?: number;
  /** Within how many terms two of them count as near: a whole number from 2 to 1,000; default 16. */
  readonly window?: number;
  /** How many of the engine's hits can be raised: a whole number of at least 1; default 50. */
  readonly depth?: number;
}

/** What a document's text says about a query beyond its terms. */
export interface PhraseShare {
  /** Each text in quotes, and how often it stands in the document, all fields together. */
  readonly phrases: readonly { readonly phrase: string; readonly occurrences: number }[];
  /** 0 to 1: see `nearness`. The best of text and fields. */
  readonly nearness: number;
  /** What the engine's score is multiplied with: 1 + boost · nearness among its first `depth` hits, 1 beyond. */
  readonly factor: number;
}

export interface PhraseEngine extends RankEngine {
  /** Why a document is left out or raised; absent without such a document. */
  explainPhrases(query: string, id: string): Promise<PhraseShare | undefined>;
}

const defaults = { boost: 0.5, window: 16, depth: 50 };
/** How many more candidates are asked for when too few hold the phrases. */
const growth = 4;

/**
 * A second look at the texts of what another engine finds. Words in quotes must stand in a row, in the text or in one
 * field, or the document is left out. And the first `depth` hits are raised by how near the query's terms stand to each
 * other: score · (1 + boost · nearness).
 *
 * Positions are those of terms: words that the analyzer drops (stop-words) part nothing, and inflections match. Costs the
 * analysis of as many texts a search as there are candidates. Throws `INVALID_PARAMETER` and `INVALID_LIMIT`; searches reject
 * with `INVALID_DOCUMENT` when `documentOf` answers anything but a document or `undefined`.
 */
export function createPhraseEngine(options: PhraseEngineOptions): PhraseEngine {
  checkOptions(options);
  const engine = checkEngine("engine", options.engine);
  checkFunction("documentOf", options.documentOf);
  const analyzer = checkAnalyzer(options.analyzer);
  const { boost = defaults.boost, window = defaults.window, depth = defaults.depth } = options;
  checkNumber("boost", boost, 0, 10);
  checkWhole("window", window, 2, 1_000);
  checkLimit(depth, 1);

  const read = (query: string): ReadQuery => {
    const { words, quoted } = readQuotes(query);
    const phrases = quoted.map((text) => ({ phrase: text, terms: analyzer.terms(text) }));
    const asked = phrases.filter(({ terms }) => terms.length > 0);
    return { words, phrases: asked, wanted: new Set(canonicalTerms(analyzer.terms(words))) };
  };

  const look = async ({ phrases, wanted }: ReadQuery, id: string, isNearTop: boolean) => {
    const answer = await options.documentOf(id);
    if (answer === undefined) return undefined;
    const document = checkDocument(answer, "answer of documentOf", { id });
    const texts = [document.text, ...Object.values(document.fields ?? {})].map((text) => analyzer.terms(text));
    const near = Math.max(...texts.map((text) => nearness(text, wanted, window)));
    const share: PhraseShare = {
      phrases: phrases.map(({ phrase, terms }) => ({
        phrase,
        occurrences: texts.reduce((sum, text) => sum + countPhrase(text, terms), 0),
      })),
      nearness: near,
      factor: isNearTop ? 1 + boost * near : 1,
    };
    return share;
  };

  /** The hit as it is to be shown; `undefined` when it lacks a phrase. */
  const judge = async (query: ReadQuery, hit: Hit, rank: number): Promise<Hit | undefined> => {
    if (query.phrases.length === 0 && (rank >= depth || query.wanted.size < 2)) return hit;
    const share = await look(query, hit.id, rank < depth);
    if (share === undefined) return query.phrases.length === 0 ? hit : undefined;
    if (share.phrases.some(({ occurrences }) => occurrences === 0)) return undefined;
    return { ...hit, score: hit.score * share.factor };
  };

  const search: RankEngine["search"] = async (text, searchOptions) => {
    const { query, limit, signal, choice } = checkSearch(text, searchOptions);
    const asked = read(query);
    const kept: Hit[] = [];
    let judged = 0;
    for (let count = Math.max(limit, depth); ; count *= growth) {
      const hits = await engine.search(asked.words, { ...choice, limit: count, signal });
      for (const [rank, hit] of hits.entries()) {
        // Every ranking is the beginning of the longer ones.
        if (rank < judged) continue;
        signal?.throwIfAborted();
        const shown = await judge(asked, hit, rank);
        if (shown !== undefined) kept.push(shown);
      }
      judged = hits.length;
      if (kept.length >= limit || hits.length < count) break;
    }
    return kept.toSorted(compareHits).slice(0, limit);
  };

  const explainPhrases = async (query: string, id: string): Promise<PhraseShare | undefined> => {
    const asked = read(checkQuery(query));
    checkId(id);
    const top = await engine.search(asked.words, { limit: depth });
    const isNearTop = top.some((hit) => hit.id === id);
    return look(asked, id, isNearTop);
  };

  const explain = async (query: string, id: string): Promise<readonly TermShare[]> => {
    const { phrases, factor } = (await explainPhrases(query, id)) ?? { phrases: [], factor: 1 };
    if (phrases.some(({ occurrences }) => occurrences === 0)) return [];
    const shares = await engine.explain!(read(query).words, id);
    return shares.map((share) => ({
      ...share,
      score: share.score * factor,
      fields: share.fields.map((field) => ({ ...field, score: field.score * factor })),
    }));
  };

  return {
    specVersion: 1,
    name: `phrase-${engine.name}`,
    get size() {
      return engine.size;
    },
    add: async (documents) => engine.add(checkDocuments(documents, "another's")),
    remove: async (ids) => engine.remove(checkIds(ids)),
    search,
    explainPhrases,
    ...(engine.explain && { explain }),
  };
}

interface ReadQuery {
  readonly words: string;
  readonly phrases: readonly { readonly phrase: string; readonly terms: readonly string[] }[];
  readonly wanted: ReadonlySet<string>;
}
