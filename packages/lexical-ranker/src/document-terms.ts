import type { Analyzer } from "@runningtab/terms";
import type { Frequency } from "./bm25f.ts";
import { countTerms } from "./count-terms.ts";
import type { NamedField } from "./fields.ts";
import type { RankedDocument } from "./rank-engine.ts";

/** One text as the formulas see it. */
export interface CountedText {
  /** Terms without figures, repeats counted; 1 when there are only figures. */
  readonly length: number;
  readonly frequencies: ReadonlyMap<string, number>;
}

/** A document with all its fields. */
export interface CountedDocument {
  /** Of the text and of each field; the text's alone for a document without fields. */
  readonly lengths: readonly number[];
  readonly frequencies: ReadonlyMap<string, Frequency>;
}

export function countText(analyzer: Analyzer, text: string): CountedText {
  const frequencies = countTerms(analyzer.terms(text));
  let length = 0;
  for (const [term, count] of frequencies) if (!isFigure(term)) length += count;
  return { length: Math.max(length, frequencies.size > 0 ? 1 : 0), frequencies };
}

const year = /^(?:18|19|20)[0-9][0-9]$/;

/**
 * Whether a term is a number other than a year from 1800 to 2099: such are no part of a document's length. A third of the
 * terms of a report's pages are figures in tables, and counting them takes the words around them most of their weight (see
 * the README). Terms that UTF-8 cannot hold, or with a NUL, are none, as in the module.
 */
export function isFigure(term: string): boolean {
  const first = term.charCodeAt(0);
  return first >= 48 && first <= 57 && !year.test(term) && term.isWellFormed() && !term.includes("\0");
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
