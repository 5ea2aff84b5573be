import { createSmallRanker } from "@runningtab/tab-core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

const documents = [
  { id: "a", text: "reimbursement of travel expenses" },
  { id: "b", text: "travel travel travel and a long text about parking at the office in winter" },
  { id: "c", text: "soup and salad" },
  { id: "d", text: "reimbursement of travel expenses" },
];

describe("the small ranker", () => {
  it("ranks by BM25, leaves out what shares nothing, and keeps ties in the order given", () => {
    const hits = createSmallRanker().rank("travel reimbursement", documents, 10);
    expect(hits.map(({ id }) => id)).toEqual(["a", "d", "b"]);
    expect(hits[0]!.score).toBe(hits[1]!.score);
  });

  it("computes the textbook score", () => {
    const ranker = createSmallRanker({ k1: 1.2, b: 0.75 });
    const [hit] = ranker.rank(
      "soup",
      [
        { id: "x", text: "soup soup salad" },
        { id: "y", text: "parking" },
      ],
      1,
    );
    // N = 2, df = 1, tf = 2, length 3, average length 2.
    const idf = Math.log(1 + (2 - 1 + 0.5) / (1 + 0.5));
    expect(hit!.score).toBeCloseTo((idf * 2 * 2.2) / (2 + 1.2 * (0.25 + (0.75 * 3) / 2)), 12);
  });

  it("answers nothing for a query of stop-words, no documents, or no room", () => {
    const ranker = createSmallRanker();
    expect(ranker.rank("the of and", documents, 10)).toEqual([]);
    expect(ranker.rank("travel", [], 10)).toEqual([]);
    expect(ranker.rank("travel", documents, 0)).toEqual([]);
  });

  it("gives the same answer warm and cold, best first, at most topK", () => {
    const words = fc.array(fc.constantFrom("travel", "soup", "差旅费", "2024", "the", "rules"), { maxLength: 12 });
    const texts = fc.array(
      words.map((list) => list.join(" ")),
      { maxLength: 12 },
    );
    const warm = createSmallRanker();
    fc.assert(
      fc.property(texts, words, fc.integer({ min: 0, max: 15 }), (bodies, query, topK) => {
        const collection = bodies.map((text, index) => ({ id: String(index), text }));
        const hits = warm.rank(query.join(" "), collection, topK);
        expect(createSmallRanker().rank(query.join(" "), collection, topK)).toEqual(hits);
        expect(hits.length).toBeLessThanOrEqual(topK);
        hits.forEach((hit, index) => expect(hit.score).toBeLessThanOrEqual(hits[index - 1]?.score ?? Infinity));
      }),
      { numRuns: 100 },
    );
  });
});
