import type { Analyzer } from "@runningtab/terms";
import type { Frequency } from "./bm25f.ts";
import { countTerms } from "./count-terms.ts";
import type { NamedField } from "./fields.ts";
import type { RankedDocument } from "./rank-engine.ts";

/** One text as the formulas see it. */
export interface CountedText {
  /** Terms, repeats counted. */
  readonly length: number;
  readonly frequencies: ReadonlyMap<string, number>;
}

/** A document with all its fields. */
export interface CountedDocument {
  /** Terms in the text and in each field; the text's alone for a document without fields. */
  readonly lengths: readonly number[];
  readonly frequencies: ReadonlyMap<string, Frequency>;
}

export function countText(analyzer: Analyzer, text: string): CountedText {
  const terms = analyzer.terms(text);
  return { length: terms.length, frequencies: countTerms(terms) };
}

/** Counts the texts of a document, `count` those of one of them. `known` are all fields of the engine. */
export function countDocument(
  { text, fields }: RankedDocument,
  known: readonly NamedField[],
  count: (text: string) => CountedText,
): CountedDocument {
  const { length, frequencies } = count(text);
  if (fields === undefined) return { lengths: [length], frequencies };
  const given = new Map(Object.entries(fields));
  const lengths = [length];
  const byField = new Map<string, Frequency>(frequencies);
  for (const [index, { name }] of known.entries()) {
    const field = count(given.get(name) ?? "");
    lengths.push(field.length);
    for (const [term, frequency] of field.frequencies) {
      byField.set(term, spread(byField.get(term) ?? 0, known.length).with(index + 1, frequency));
    }
  }
  return { lengths, frequencies: byField };
}

function spread(frequency: Frequency, fields: number): readonly number[] {
  if (typeof frequency !== "number") return frequency;
  return [frequency, ...Array.from({ length: fields }, () => 0)];
}
