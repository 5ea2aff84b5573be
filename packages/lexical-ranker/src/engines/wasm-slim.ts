import type { Analyzer } from "@runningtab/terms";
import {
  checkAnalyzer,
  checkDocuments,
  checkFieldedParameters,
  checkId,
  checkIds,
  checkMaxBytes,
  checkModule,
  checkOptions,
  checkQuery,
  checkSearch,
} from "../arguments.ts";
import type { Bm25Parameters } from "../bm25.ts";
import { canonicalTerms } from "../canonical-order.ts";
import type { Fields } from "../fields.ts";
import { createQueue, nextTurn } from "../queue.ts";
import type { Hit, RankEngine } from "../rank-engine.ts";
import { createDocumentIndex } from "../wasm/document-index.ts";
import type { TermShare } from "../term-share.ts";
import type { CompiledModule } from "../wasm/web-assembly.ts";

export interface WasmEngineOptions extends Partial<Bm25Parameters> {
  /**
   * Default: the standard analyzer. Documents and queries go through the same one. One with `termsOfToken` costs a call
   * for each distinct token; others are handed every text.
   */
  readonly analyzer?: Analyzer;
  /** The fields that documents may have beside their text; default `defaultFields`: `path`, `title` and `heading`. */
  readonly fields?: Fields;
  /**
   * Most memory for documents and terms in bytes, at least 1 MiB; default and most is 4 GiB, less 64 KiB. Searching and
   * saving take some more while they run.
   */
  readonly maxBytes?: number;
}

/** A rank engine that can be kept: what it saved, another one loads without analysing any text. */
export interface WasmEngine extends RankEngine {
  explain(query: string, id: string): Promise<readonly TermShare[]>;
  /** The index as bytes (docs/formats/rank-index.md), with all changes asked for before. */
  save(): Promise<Uint8Array>;
  /**
   * Replaces all documents by those of a saved index; k1, b and weights stay those of this engine. Rejects with `DAMAGED_INDEX`,
   * `UNKNOWN_INDEX_FORMAT`, `ANALYZER_MISMATCH`, `FIELDS_MISMATCH` or `INDEX_FULL`, and then nothing has changed.
   */
  load(saved: Uint8Array): Promise<void>;
  /** Memory that the index takes, in bytes, without the ids. */
  memoryBytes(): number;
}

/** UTF-16 units indexed between two turns of the event loop: some 50 ms of work. */
const unitsPerTurn = 2_000_000;

/**
 * BM25 in WebAssembly: an inverted index that takes documents, replacements and removals at any time. Scores, order and
 * terms are those of the reference engine. `module` is the one of this package (`wasmModuleBase64`), compiled.
 *
 * Changes are applied one after another in the order of the calls; a long `add` gives way to other work, and a search in
 * the meantime sees each document wholly or not at all. Throws `INVALID_PARAMETER`; `add` rejects with `INDEX_FULL`, and
 * then holds the documents before the one that did not fit.
 */
export function createSlimWasmEngine(module: CompiledModule, options: WasmEngineOptions = {}): WasmEngine {
  checkModule(module);
  checkOptions(options);
  const analyzer = checkAnalyzer(options.analyzer);
  const parameters = checkFieldedParameters(options);
  const maxBytes = checkMaxBytes(options.maxBytes);
  const index = createDocumentIndex(module, analyzer, parameters, maxBytes);
  const inOrder = createQueue();

  return {
    specVersion: 1,
    name: "wasm",
    get size() {
      return index.size;
    },
    async add(documents) {
      const batch = checkDocuments(documents, parameters.fields);
      await inOrder(async () => {
        index.expect(batch.reduce((sum, { text }) => sum + text.length, 0));
        let units = 0;
        for (const document of batch) {
          index.put(document);
          units += document.text.length;
          if (units < unitsPerTurn) continue;
          units = 0;
          await nextTurn();
        }
      });
    },
    async remove(ids) {
      const batch = checkIds(ids);
      await inOrder(() => {
        for (const id of batch) index.remove(id);
      });
    },
    explain: async (query, id) => index.explain(canonicalTerms(analyzer.terms(checkQuery(query))), checkId(id)),
    save: () => inOrder(() => index.save()),
    load: (saved) => inOrder(() => index.load(saved)),
    memoryBytes: () => index.memoryBytes(),
    async search(text, options) {
      const { query, limit, signal, choice } = checkSearch(text, options);
      signal?.throwIfAborted();
      const terms = [...new Set(analyzer.terms(query))];
      const best = index.search(canonicalTerms(terms), limit, choice);
      signal?.throwIfAborted();
      return best.map(({ id, score, terms: held }): Hit => {
        const shared = new Set(held);
        return { id, score, terms: terms.filter((term) => shared.has(term)) };
      });
    },
  };
}
