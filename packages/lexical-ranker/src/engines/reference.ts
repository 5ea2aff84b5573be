import { standardAnalyzer, type Analyzer } from "@runningtab/terms";
import { checkDocuments, checkLimit, checkParameters, defaultLimit } from "../arguments.ts";
import { inverseDocumentFrequency, saturatedFrequency, type Bm25Parameters } from "../bm25.ts";
import { canonicalTerms, compareCodePoints } from "../canonical-order.ts";
import type { Hit, RankEngine } from "../rank-engine.ts";
import { createQueue, nextTurn } from "../queue.ts";
import { createInvertedIndex, type InvertedIndex } from "./inverted-index.ts";

export interface ReferenceEngineOptions extends Partial<Bm25Parameters> {
  /** Default: the standard analyzer. Documents and queries go through the same one. */
  readonly analyzer?: Analyzer;
}

/** UTF-16 units analysed between two turns of the event loop: about 50 ms of work. */
const unitsPerTurn = 500_000;

/**
 * BM25 in plain TypeScript: an inverted index, every matching document scored, all of them sorted. The oracle for faster
 * engines, and fast enough for some ten thousand pages. Holds terms and counts, not the texts.
 *
 * Changes are applied one after another in the order of the calls; a long `add` gives way to other work, and a search in
 * the meantime sees the documents added so far. Throws `INVALID_PARAMETER` for a `k1` or `b` outside its range.
 */
export function createReferenceEngine(options: ReferenceEngineOptions = {}): RankEngine {
  const analyzer = options.analyzer ?? standardAnalyzer;
  const parameters = checkParameters(options);
  const index = createInvertedIndex();
  const inOrder = createQueue();

  return {
    specVersion: 1,
    name: "reference",
    get size() {
      return index.size;
    },
    async add(documents) {
      checkDocuments(documents);
      const batch = [...documents];
      await inOrder(async () => {
        let units = 0;
        for (const { id, text } of batch) {
          index.put(id, analyzer.terms(text));
          units += text.length;
          if (units < unitsPerTurn) continue;
          units = 0;
          await nextTurn();
        }
      });
    },
    async remove(ids) {
      const batch = [...ids];
      await inOrder(() => {
        for (const id of batch) index.remove(id);
      });
    },
    async search(query, { limit = defaultLimit, filter, signal } = {}) {
      signal?.throwIfAborted();
      checkLimit(limit, 1);
      const terms = [...new Set(analyzer.terms(query))];
      const scores = scoreDocuments(index, terms, parameters);
      const best = bestSlots(index, scores, limit, filter);
      signal?.throwIfAborted();
      return best.map((slot): Hit => {
        const shared = terms.filter((term) => holds(index, term, slot));
        return { id: index.idAt(slot)!, score: scores[slot]!, terms: shared };
      });
    },
  };
}

/** Score by slot; 0 for documents that hold no term and for removed ones. */
function scoreDocuments(index: InvertedIndex, terms: readonly string[], parameters: Bm25Parameters): Float64Array {
  const scores = new Float64Array(index.slotCount);
  const { averageLength } = index;
  for (const term of canonicalTerms(terms)) {
    const postings = index.postings(term);
    if (postings === undefined) continue;
    const { slots, frequencies, documentFrequency } = postings;
    const idf = inverseDocumentFrequency(index.size, documentFrequency);
    for (let position = 0; position < slots.length; position++) {
      const slot = slots[position]!;
      if (index.idAt(slot) === undefined) continue;
      scores[slot]! +=
        idf * saturatedFrequency(frequencies[position]!, index.lengthAt(slot), averageLength, parameters);
    }
  }
  return scores;
}

function bestSlots(
  index: InvertedIndex,
  scores: Float64Array,
  limit: number,
  filter: ((id: string) => boolean) | undefined,
): readonly number[] {
  const found: number[] = [];
  for (let slot = 0; slot < scores.length; slot++) {
    if (scores[slot]! > 0 && (filter === undefined || filter(index.idAt(slot)!))) found.push(slot);
  }
  found.sort((a, b) => scores[b]! - scores[a]! || compareCodePoints(index.idAt(a)!, index.idAt(b)!));
  return found.slice(0, limit);
}

/** Binary search: slots are ascending. */
function holds(index: InvertedIndex, term: string, slot: number): boolean {
  const slots = index.postings(term)?.slots ?? [];
  let low = 0;
  let high = slots.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (slots[middle]! < slot) low = middle + 1;
    else high = middle;
  }
  return slots[low] === slot;
}
