import { saturatedFrequency } from "./bm25.ts";
import type { FieldedBm25, FieldParameters } from "./fields.ts";

/**
 * Simple BM25F (Robertson, Zaragoza and Taylor, "Simple BM25 Extension to Multiple Weighted Fields", 2004, with a length
 * normalisation for each field as in Robertson and Zaragoza, 2009, section 3.6.1): the occurrences of a term are added up
 * over the fields, each by its weight and its field's length, and saturate together. Adding up the fields' scores instead
 * would let a word that stands in title and text count nearly twice.
 */

/** How often a term stands in a document: in the text alone, or else in the text and in each field. */
export type Frequency = number | readonly number[];

/** weight · tf / (1 − b + b · length / average length) */
export function weightedFrequency(
  termFrequency: number,
  length: number,
  averageLength: number,
  { weight, b }: FieldParameters,
): number {
  return (weight * termFrequency) / (1 - b + (b * length) / averageLength);
}

/** The weighted frequencies of the text and of each field. */
export function weightedFrequencies(
  frequencies: readonly number[],
  lengths: readonly number[],
  averageLengths: readonly number[],
  { b, fields }: FieldedBm25,
): readonly number[] {
  return frequencies.map((frequency, index) => {
    if (frequency === 0) return 0;
    const field = index === 0 ? { weight: 1, b } : fields[index - 1]!;
    return weightedFrequency(frequency, lengths[index]!, averageLengths[index]!, field);
  });
}

/**
 * What a term's idf is multiplied with. A term in the text alone is scored by the formula for texts, to the last bit,
 * which is the same mathematically; so documents without fields score as if there were none.
 */
export function saturatedFields(
  frequency: Frequency,
  lengths: readonly number[],
  averageLengths: readonly number[],
  parameters: FieldedBm25,
): number {
  if (typeof frequency === "number") {
    return saturatedFrequency(frequency, lengths[0]!, averageLengths[0]!, parameters);
  }
  let weighted = 0;
  for (const share of weightedFrequencies(frequency, lengths, averageLengths, parameters)) weighted += share;
  return (weighted * (parameters.k1 + 1)) / (weighted + parameters.k1);
}
