import { compareCodePoints } from "./canonical-order.ts";
import type { Bm25Parameters } from "./bm25.ts";

/** How much a field of a document counts beside its text. */
export interface FieldParameters {
  /** What one occurrence counts, where one in the text counts 1: 0.001 to 1,000. */
  readonly weight: number;
  /** Length normalisation, 0 (none) to 1 (full), against the mean of the documents that have the field. */
  readonly b: number;
}

/** The fields that an engine's documents may have, by name. `body` is none of them: it names the document's text. */
export type Fields = Readonly<Record<string, FieldParameters>>;

/**
 * The fields of an engine that was given none. The weights are the usual ones, tuned to no collection. `b` is lower than
 * the text's, because a long title is no sign of many subjects.
 */
export const defaultFields: Fields = {
  heading: { weight: 2, b: 0.5 },
  path: { weight: 2, b: 0.5 },
  title: { weight: 3, b: 0.5 },
};

/** What a document's text is called where fields are told apart. */
export const body = "body";

export interface NamedField extends FieldParameters {
  readonly name: string;
}

/** The parameters of text and fields. Wherever lengths or counts stand by field, the text's are first, then these. */
export interface FieldedBm25 extends Bm25Parameters {
  /** In the order of their names' code points. */
  readonly fields: readonly NamedField[];
}

/** Fields in the order that everything by field is in. */
export function inFieldOrder(fields: Fields): readonly NamedField[] {
  return Object.entries(fields)
    .map(([name, { weight, b }]): NamedField => ({ name, weight, b }))
    .toSorted((left, right) => compareCodePoints(left.name, right.name));
}
