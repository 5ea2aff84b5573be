import type { Analyzer } from "@runningtab/terms";
import {
  checkAnalyzer,
  checkDocuments,
  checkIds,
  checkMethods,
  checkOptions,
  checkParameters,
  checkSearch,
} from "../arguments.ts";
import type { Bm25Parameters } from "../bm25.ts";
import { compareHits } from "../canonical-order.ts";
import { idFilter } from "../id-filter.ts";
import { createQueue } from "../queue.ts";
import type { Hit, RankEngine } from "../rank-engine.ts";

/** The part of `@orama/orama` that is used, so that a caller may hand in a version of its own. */
export interface OramaLibrary {
  create(options: object): unknown;
  insert(index: unknown, document: object): unknown;
  remove(index: unknown, id: string): unknown;
  search(index: unknown, query: object): unknown;
}

export interface OramaEngineOptions extends Partial<Bm25Parameters> {
  /** `await import("@orama/orama")`, version 3. */
  readonly orama: OramaLibrary;
  /** Default: the standard analyzer, in place of Orama's tokenizer, which drops letters other than Latin ones. */
  readonly analyzer?: Analyzer;
}

interface OramaHit {
  readonly id: string;
  readonly score: number;
}

/**
 * Orama behind the port, for those who have it already. Its scores are its own and differ from BM25 as the README says.
 * Orama also finds words that only begin like the query's; hits that share no whole term are left out here.
 * Throws `INVALID_PARAMETER`.
 */
export function createOramaEngine(options: OramaEngineOptions): RankEngine {
  checkOptions(options);
  const { orama } = options;
  const wanted = '`await import("@orama/orama")`, version 3';
  checkMethods("orama", orama, ["create", "insert", "remove", "search"], wanted);
  const analyzer = checkAnalyzer(options.analyzer);
  const { k1, b } = checkParameters(options);
  const tokenizer = {
    language: "english",
    normalizationCache: new Map<string, string>(),
    // Each once, as Orama's own tokenizer does: it counts documents by occurrences, and repeats made its idf negative.
    tokenize: (text: string) => [...new Set(analyzer.terms(text))],
  };
  const index = orama.create({ schema: { text: "string" }, components: { tokenizer } });
  const documents = new Map<string, { readonly oramaId: string; readonly terms: ReadonlySet<string> }>();
  const idByOramaId = new Map<string, string>();
  const inOrder = createQueue();
  let nextId = 0;

  const remove = async (id: string): Promise<void> => {
    const known = documents.get(id);
    if (known === undefined) return;
    await orama.remove(index, known.oramaId);
    documents.delete(id);
    idByOramaId.delete(known.oramaId);
  };

  return {
    specVersion: 1,
    name: "orama",
    get size() {
      return documents.size;
    },
    async add(added) {
      const batch = checkDocuments(added);
      await inOrder(async () => {
        for (const { id, text } of batch) {
          const terms = new Set(analyzer.terms(text));
          await remove(id);
          // Orama makes up an id of its own for an empty one.
          const oramaId = `d${nextId++}`;
          await orama.insert(index, { id: oramaId, text });
          documents.set(id, { oramaId, terms });
          idByOramaId.set(oramaId, id);
        }
      });
    },
    async remove(ids) {
      const batch = checkIds(ids);
      await inOrder(async () => {
        for (const id of batch) await remove(id);
      });
    },
    async search(text, options) {
      const { query, limit, signal, choice } = checkSearch(text, options);
      const accepts = idFilter(choice) ?? (() => true);
      signal?.throwIfAborted();
      const terms = [...new Set(analyzer.terms(query))];
      if (terms.length === 0 || documents.size === 0) return [];
      // All hits: Orama orders equal scores by insertion, and some are left out.
      const relevance = { k: k1, b, d: 0 };
      const found = (await orama.search(index, {
        term: query,
        threshold: 1,
        limit: documents.size,
        relevance,
      })) as {
        readonly hits: readonly OramaHit[];
      };
      signal?.throwIfAborted();
      const hits: Hit[] = [];
      for (const { id: oramaId, score } of found.hits) {
        const id = idByOramaId.get(oramaId)!;
        const held = documents.get(id)!.terms;
        const shared = terms.filter((term) => held.has(term));
        if (shared.length > 0 && accepts(id)) hits.push({ id, score, terms: shared });
      }
      return hits.toSorted(compareHits).slice(0, limit);
    },
  };
}
