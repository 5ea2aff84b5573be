import type { Analyzer } from "@runningtab/terms";
import {
  checkAnalyzer,
  checkDocuments,
  checkFieldedParameters,
  checkId,
  checkIds,
  checkOptions,
  checkQuery,
  checkSearch,
} from "../arguments.ts";
import { inverseDocumentFrequency, type Bm25Parameters } from "../bm25.ts";
import { type Frequency, saturatedFields } from "../bm25f.ts";
import { canonicalTerms, compareHits } from "../canonical-order.ts";
import { countDocument, type CountedText, countText } from "../document-terms.ts";
import type { FieldedBm25, Fields } from "../fields.ts";
import { firstIndex } from "../first-index.ts";
import { chosenIds, idFilter } from "../id-filter.ts";
import { createIdOrder } from "../id-order.ts";
import type { Hit, RankEngine } from "../rank-engine.ts";
import { createQueue, nextTurn } from "../queue.ts";
import { explainTerm, type TermShare } from "../term-share.ts";
import { createInvertedIndex, type InvertedIndex } from "./inverted-index.ts";

export interface ReferenceEngineOptions extends Partial<Bm25Parameters> {
  /** Default: the standard analyzer. Documents and queries go through the same one. */
  readonly analyzer?: Analyzer;
  /** The fields that documents may have beside their text; default `defaultFields`: `path`, `title` and `heading`. */
  readonly fields?: Fields;
}

export interface ReferenceEngine extends RankEngine {
  explain(query: string, id: string): Promise<readonly TermShare[]>;
}

/** UTF-16 units analysed between two turns of the event loop: about 50 ms of work. */
const unitsPerTurn = 500_000;

/**
 * BM25 in plain TypeScript: an inverted index, every matching document scored, all of them sorted. The oracle for faster
 * engines, and fast enough for some ten thousand pages. Holds terms and counts, not the texts.
 *
 * Changes are applied one after another in the order of the calls; a long `add` gives way to other work, and a search in
 * the meantime sees the documents added so far. Throws `INVALID_PARAMETER` for options outside their range or of another type.
 */
export function createReferenceEngine(options: ReferenceEngineOptions = {}): ReferenceEngine {
  checkOptions(options);
  const analyzer = checkAnalyzer(options.analyzer);
  const parameters = checkFieldedParameters(options);
  const index = createInvertedIndex();
  const order = createIdOrder({ has: (id) => index.slotOf(id) !== undefined, keys: () => index.ids() });
  const inOrder = createQueue();
  const count = (text: string): CountedText => countText(analyzer, text);

  return {
    specVersion: 1,
    name: "reference",
    get size() {
      return index.size;
    },
    async add(documents) {
      const batch = checkDocuments(documents, parameters.fields);
      await inOrder(async () => {
        let units = 0;
        for (const document of batch) {
          order.changed(document.id);
          index.put(document.id, countDocument(document, parameters.fields, count));
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
        for (const id of batch) {
          order.changed(id);
          index.remove(id);
        }
      });
    },
    async search(text, options) {
      const { query, limit, signal, choice } = checkSearch(text, options);
      signal?.throwIfAborted();
      const terms = [...new Set(analyzer.terms(query))];
      const chosen = chosenIds(choice, order, index.size);
      const scored =
        chosen === undefined
          ? scoreAll(index, terms, parameters, idFilter(choice))
          : scoreChosen(index, terms, parameters, chosen);
      scored.sort(compareHits);
      signal?.throwIfAborted();
      return scored.slice(0, limit).map(({ id, score, slot }): Hit => {
        return { id, score, terms: terms.filter((term) => frequencyAt(index, term, slot) !== undefined) };
      });
    },
    async explain(text, id) {
      const query = checkQuery(text);
      const slot = index.slotOf(checkId(id));
      if (slot === undefined) return [];
      const lengths = index.lengthsAt(slot);
      const averages = index.averageLengths();
      return canonicalTerms(analyzer.terms(query)).flatMap((term) => {
        const frequency = frequencyAt(index, term, slot);
        if (frequency === undefined) return [];
        const { documentFrequency } = index.postings(term)!;
        return explainTerm({ term, frequency, documentFrequency, lengths }, index.size, averages, parameters);
      });
    },
  };
}

interface ScoredSlot {
  readonly slot: number;
  readonly id: string;
  /** Above 0. */
  readonly score: number;
}

/** All documents that hold a term, a term at a time. */
function scoreAll(
  index: InvertedIndex,
  terms: readonly string[],
  parameters: FieldedBm25,
  accepts: ((id: string) => boolean) | undefined,
): ScoredSlot[] {
  const scores = new Float64Array(index.slotCount);
  const averages = index.averageLengths();
  for (const term of canonicalTerms(terms)) {
    const postings = index.postings(term);
    if (postings === undefined) continue;
    const { slots, frequencies, documentFrequency } = postings;
    const idf = inverseDocumentFrequency(index.size, documentFrequency);
    for (let position = 0; position < slots.length; position++) {
      const slot = slots[position]!;
      if (index.idAt(slot) === undefined) continue;
      scores[slot]! += idf * saturatedFields(frequencies[position]!, index.lengthsAt(slot), averages, parameters);
    }
  }
  const scored: ScoredSlot[] = [];
  for (let slot = 0; slot < scores.length; slot++) {
    if (scores[slot] === 0) continue;
    const id = index.idAt(slot)!;
    if (accepts === undefined || accepts(id)) scored.push({ slot, id, score: scores[slot]! });
  }
  return scored;
}

/** These documents and no others, a document at a time. */
function scoreChosen(
  index: InvertedIndex,
  terms: readonly string[],
  parameters: FieldedBm25,
  ids: readonly string[],
): ScoredSlot[] {
  const averages = index.averageLengths();
  const known = canonicalTerms(terms).filter((term) => index.postings(term) !== undefined);
  return ids.flatMap((id) => {
    const slot = index.slotOf(id);
    if (slot === undefined) return [];
    let score = 0;
    for (const term of known) {
      const frequency = frequencyAt(index, term, slot);
      if (frequency === undefined) continue;
      const idf = inverseDocumentFrequency(index.size, index.postings(term)!.documentFrequency);
      score += idf * saturatedFields(frequency, index.lengthsAt(slot), averages, parameters);
    }
    return score === 0 ? [] : { slot, id, score };
  });
}

/** How often a document holds a term; slots are ascending. */
function frequencyAt(index: InvertedIndex, term: string, slot: number): Frequency | undefined {
  const { slots, frequencies } = index.postings(term) ?? { slots: [], frequencies: [] };
  const place = firstIndex(slots, (each) => each >= slot);
  return slots[place] === slot ? frequencies[place] : undefined;
}
