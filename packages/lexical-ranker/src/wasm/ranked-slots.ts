import { inverseDocumentFrequency, saturatedFrequency, type Bm25Parameters } from "../bm25.ts";
import { compareCodePoints } from "../canonical-order.ts";
import { explainTerm, type TermShare } from "../term-share.ts";
import type { FoundTerm, TermIndex, WeightedTerm } from "./term-index.ts";

/** What the scores need to know of the documents. */
export interface DocumentTable {
  readonly size: number;
  readonly averageLength: number;
  idAt(slot: number): string;
  lengthAt(slot: number): number;
}

export interface RankedSlot {
  readonly id: string;
  readonly score: number;
  /** The query's terms that the document holds, in canonical order. */
  readonly terms: readonly string[];
}

interface RankedTerm extends WeightedTerm {
  readonly term: string;
  readonly idf: number;
}

/** Candidates whose frequencies are read at a time: bounds the memory that they take. */
const candidatesAtOnce = 4_096;

/**
 * The `k` best documents with exact scores: those that the module finds in single precision, scored again in double
 * precision, terms in the canonical order they are given in.
 */
export function rankSlots(
  index: TermIndex,
  documents: DocumentTable,
  terms: readonly FoundTerm[],
  parameters: Bm25Parameters,
  k: number,
): readonly RankedSlot[] {
  if (terms.length === 0) return [];
  const weighted = weigh(terms, documents, parameters);
  return scoreSlots(index, documents, weighted, parameters, index.candidates(weighted, k)).slice(0, k);
}

/** The documents in these slots (ascending) that hold one of the terms, best first. */
export function rankChosenSlots(
  index: TermIndex,
  documents: DocumentTable,
  terms: readonly FoundTerm[],
  parameters: Bm25Parameters,
  slots: Uint32Array,
): readonly RankedSlot[] {
  if (terms.length === 0) return [];
  const scored = scoreSlots(index, documents, weigh(terms, documents, parameters), parameters, slots);
  return scored.filter(({ terms: held }) => held.length > 0);
}

function weigh(terms: readonly FoundTerm[], documents: DocumentTable, { k1 }: Bm25Parameters): readonly RankedTerm[] {
  return terms.map(({ term, entry, documentFrequency }) => {
    const idf = inverseDocumentFrequency(documents.size, documentFrequency);
    return { term, entry, idf, weight: idf * (k1 + 1) };
  });
}

function scoreSlots(
  index: TermIndex,
  documents: DocumentTable,
  weighted: readonly RankedTerm[],
  parameters: Bm25Parameters,
  candidates: Uint32Array,
): readonly RankedSlot[] {
  const ranked: RankedSlot[] = [];
  for (let start = 0; start < candidates.length; start += candidatesAtOnce) {
    const slots = candidates.subarray(start, start + candidatesAtOnce);
    const frequencies = index.frequencies(weighted, slots);
    for (let row = 0; row < slots.length; row++) {
      const slot = slots[row]!;
      const held: string[] = [];
      let score = 0;
      for (let column = 0; column < weighted.length; column++) {
        const frequency = frequencies[column * slots.length + row]!;
        if (frequency === 0) continue;
        const { term, idf } = weighted[column]!;
        held.push(term);
        score += idf * saturatedFrequency(frequency, documents.lengthAt(slot), documents.averageLength, parameters);
      }
      ranked.push({ id: documents.idAt(slot), score, terms: held });
    }
  }
  return ranked.sort((a, b) => b.score - a.score || compareCodePoints(a.id, b.id));
}

/** The shares of the terms that the document in a slot holds, in the order given: the order in which they are added. */
export function explainSlot(
  index: TermIndex,
  documents: DocumentTable,
  terms: readonly FoundTerm[],
  parameters: Bm25Parameters,
  slot: number,
): readonly TermShare[] {
  const weighted = terms.map((term) => ({ ...term, weight: 1 }));
  const frequencies = index.frequencies(weighted, Uint32Array.of(slot));
  const lengths = [documents.lengthAt(slot)];
  return terms.flatMap(({ term, documentFrequency }, column) => {
    const frequency = frequencies[column]!;
    if (frequency === 0) return [];
    const held = { term, frequency, documentFrequency, lengths };
    return explainTerm(held, documents.size, [documents.averageLength], { ...parameters, fields: [] });
  });
}
