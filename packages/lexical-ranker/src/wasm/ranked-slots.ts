import { inverseDocumentFrequency } from "../bm25.ts";
import { type Frequency, saturatedFields } from "../bm25f.ts";
import { compareCodePoints } from "../canonical-order.ts";
import type { FieldedBm25 } from "../fields.ts";
import { explainTerm, type TermShare } from "../term-share.ts";
import type { FoundTerm, TermIndex, WeightedTerm } from "./term-index.ts";

/** What the scores need to know of the documents. Lengths are those of the text and of each field. */
export interface DocumentTable {
  readonly size: number;
  averageLengths(): readonly number[];
  idAt(slot: number): string;
  lengthsAt(slot: number): readonly number[];
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
  parameters: FieldedBm25,
  k: number,
): readonly RankedSlot[] {
  if (terms.length === 0) return [];
  const weighted = weigh(terms, documents, parameters);
  const candidates = index.candidates(weighted, documents.averageLengths(), parameters, k);
  return scoreSlots(index, documents, weighted, parameters, candidates).slice(0, k);
}

/** The documents in these slots (ascending) that hold one of the terms, best first. */
export function rankChosenSlots(
  index: TermIndex,
  documents: DocumentTable,
  terms: readonly FoundTerm[],
  parameters: FieldedBm25,
  slots: Uint32Array,
): readonly RankedSlot[] {
  if (terms.length === 0) return [];
  const scored = scoreSlots(index, documents, weigh(terms, documents, parameters), parameters, slots);
  return scored.filter(({ terms: held }) => held.length > 0);
}

function weigh(terms: readonly FoundTerm[], documents: DocumentTable, { k1 }: FieldedBm25): readonly RankedTerm[] {
  return terms.map(({ term, entry, documentFrequency, inFields }) => {
    const idf = inverseDocumentFrequency(documents.size, documentFrequency);
    return { term, entry, inFields, idf, weight: idf * (k1 + 1) };
  });
}

function scoreSlots(
  index: TermIndex,
  documents: DocumentTable,
  weighted: readonly RankedTerm[],
  parameters: FieldedBm25,
  candidates: Uint32Array,
): readonly RankedSlot[] {
  const averages = documents.averageLengths();
  const ranked: RankedSlot[] = [];
  for (let start = 0; start < candidates.length; start += candidatesAtOnce) {
    const slots = candidates.subarray(start, start + candidatesAtOnce);
    const frequencyOf = readFrequencies(index, weighted, slots, parameters);
    for (let row = 0; row < slots.length; row++) {
      const lengths = documents.lengthsAt(slots[row]!);
      const held: string[] = [];
      let score = 0;
      for (let column = 0; column < weighted.length; column++) {
        const frequency = frequencyOf(column, row);
        if (frequency === 0) continue;
        const { term, idf } = weighted[column]!;
        held.push(term);
        score += idf * saturatedFields(frequency, lengths, averages, parameters);
      }
      ranked.push({ id: documents.idAt(slots[row]!), score, terms: held });
    }
  }
  return ranked.sort((a, b) => b.score - a.score || compareCodePoints(a.id, b.id));
}

/** How often a term (by its place among the terms) stands in a document (by its place among the slots); 0: it does not. */
function readFrequencies(
  index: TermIndex,
  terms: readonly Pick<FoundTerm, "entry" | "inFields">[],
  slots: Uint32Array,
  { fields }: FieldedBm25,
): (term: number, row: number) => Frequency {
  const entries = terms.flatMap(({ entry, inFields }) => [entry, ...inFields.map((inField) => inField.entry)]);
  const counts = index.frequencies(entries, slots);
  let next = 0;
  const firsts = terms.map(({ inFields }) => {
    const first = next;
    next += (1 + inFields.length) * slots.length;
    return first;
  });
  return (term, row) => {
    let at = firsts[term]! + row;
    const all = counts[at]!;
    const { inFields } = terms[term]!;
    if (all === 0 || inFields.length === 0) return all;
    const byField = Array.from({ length: fields.length + 1 }, () => 0);
    let elsewhere = 0;
    for (const { field } of inFields) {
      at += slots.length;
      byField[field] = counts[at]!;
      elsewhere += counts[at]!;
    }
    byField[0] = all - elsewhere;
    return elsewhere === 0 ? all : byField;
  };
}

/** The shares of the terms that the document in a slot holds, in the order given: the order in which they are added. */
export function explainSlot(
  index: TermIndex,
  documents: DocumentTable,
  terms: readonly FoundTerm[],
  parameters: FieldedBm25,
  slot: number,
): readonly TermShare[] {
  const frequencyOf = readFrequencies(index, terms, Uint32Array.of(slot), parameters);
  const lengths = documents.lengthsAt(slot);
  return terms.flatMap(({ term, documentFrequency }, column) => {
    const frequency = frequencyOf(column, 0);
    if (frequency === 0) return [];
    const held = { term, frequency, documentFrequency, lengths };
    return explainTerm(held, documents.size, documents.averageLengths(), parameters);
  });
}
