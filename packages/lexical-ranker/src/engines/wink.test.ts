import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createReferenceEngine, createWasmEngine, rankDocuments, type RankedDocument } from "../index.ts";

/** Recorded by `scripts/record-wink.ts`. */
interface Recorded {
  readonly parameters: { readonly k1: number; readonly b: number };
  readonly documents: readonly RankedDocument[];
  readonly answers: readonly {
    readonly query: string;
    readonly scores: readonly (readonly [id: string, score: number])[];
  }[];
}

const file = new URL("./__fixtures__/wink.json", import.meta.url);
const { parameters, documents, answers } = JSON.parse(readFileSync(file, "utf8")) as Recorded;

/** wink rounds what a term adds to nine decimals, and a query has at most five terms. */
const rounding = 5 * 0.5e-9 + 1e-12;

/**
 * wink-bm25-text-search by its own authors has the same variants of the formula: idf = ln(1 + (N − df + 0.5) / (df + 0.5))
 * (its `k` is 1), and tf · (k1 + 1) over the normalised sum.
 */
describe("scores as wink-bm25-text-search computes them, over plain ASCII,", () => {
  it.each([
    ["reference", createReferenceEngine],
    ["wasm", createWasmEngine],
  ] as const)("come from the %s engine, too", async (_, create) => {
    const engine = create(parameters);
    await engine.add(documents);
    for (const { query, scores } of answers) {
      const expected = new Map(scores);
      const hits = await engine.search(query, { limit: documents.length });
      expect(hits.map(({ id }) => id).toSorted(), query).toEqual([...expected.keys()].toSorted());
      for (const { id, score } of hits) expect(Math.abs(score - expected.get(id)!)).toBeLessThan(rounding);
    }
  });

  it("come from the ranker of small collections, too", () => {
    for (const { query, scores } of answers) {
      const ranked = rankDocuments(query, documents, documents.length, parameters);
      const expected = new Map(scores);
      expect(ranked).toHaveLength(expected.size);
      for (const { id, score } of ranked) expect(Math.abs(score - expected.get(id)!)).toBeLessThan(rounding);
    }
  });

  it("were recorded for enough documents and queries to mean something", () => {
    expect(documents).toHaveLength(60);
    expect(answers.filter(({ scores }) => scores.length > 20).length).toBeGreaterThan(15);
  });
});
