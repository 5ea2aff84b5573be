import { inverseDocumentFrequency } from "./bm25.ts";
import { type Frequency, saturatedFields, weightedFrequencies } from "./bm25f.ts";
import { body, type FieldedBm25 } from "./fields.ts";

/** What one term of a query adds to a document's score. */
export interface TermShare {
  readonly term: string;
  /** Occurrences in the document, text and fields together, at least 1. */
  readonly termFrequency: number;
  /** Documents that hold the term. */
  readonly documentFrequency: number;
  /** Above 0. */
  readonly score: number;
  /** Where the term stands: the text (`body`) first, then fields in the order of their names. */
  readonly fields: readonly FieldShare[];
}

/** The part of one field in the score of a term. */
export interface FieldShare {
  /** The name of the field; `body` for the document's text. */
  readonly field: string;
  /** Occurrences in this field, at least 1. */
  readonly termFrequency: number;
  /** The term's score in proportion to the field's weighted frequency: they saturate together, so none has its own. */
  readonly score: number;
}

/** One term of one document, as an index has it. Lengths are those of the text and of each field, in terms. */
export interface HeldTerm {
  readonly term: string;
  readonly frequency: Frequency;
  readonly documentFrequency: number;
  readonly lengths: readonly number[];
}

/** Explains one term's share of a score, which is to the last bit what the engines add. */
export function explainTerm(
  { term, frequency, documentFrequency, lengths }: HeldTerm,
  documentCount: number,
  averageLengths: readonly number[],
  parameters: FieldedBm25,
): TermShare {
  const idf = inverseDocumentFrequency(documentCount, documentFrequency);
  const score = idf * saturatedFields(frequency, lengths, averageLengths, parameters);
  if (typeof frequency === "number") {
    const fields = [{ field: body, termFrequency: frequency, score }];
    return { term, termFrequency: frequency, documentFrequency, score, fields };
  }
  const weighted = weightedFrequencies(frequency, lengths, averageLengths, parameters);
  const total = weighted.reduce((sum, each) => sum + each, 0);
  const names = [body, ...parameters.fields.map(({ name }) => name)];
  const fields = frequency.flatMap((count, index) =>
    count === 0 ? [] : { field: names[index]!, termFrequency: count, score: (score * weighted[index]!) / total },
  );
  const termFrequency = frequency.reduce((sum, count) => sum + count, 0);
  return { term, termFrequency, documentFrequency, score, fields };
}
