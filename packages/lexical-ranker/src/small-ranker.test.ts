import { pathAnalyzer, type Analyzer, standardAnalyzer } from "@runningtab/terms";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createReferenceEngine, createSmallRanker, rankDocuments, RankerError } from "./index.ts";

const documents = [
  { id: "L1", text: "Lunch menu of the canteen" },
  { id: "L2", text: "Article 7 Standards for Reimbursement of Business Travel Expenses" },
  { id: "L3", text: "Travel calendar" },
];

describe("the small ranker", () => {
  it("puts the best match first and leaves out what shares no term", () => {
    const ranked = rankDocuments("reimbursement standards for travel", documents, 10);
    expect(ranked.map(({ id }) => id)).toEqual(["L2", "L3"]);
  });

  it("keeps the order given for equal scores", () => {
    const same = ["z", "a", "m"].map((id) => ({ id, text: "travel" }));
    expect(rankDocuments("travel", same, 3).map(({ id }) => id)).toEqual(["z", "a", "m"]);
    expect(rankDocuments("travel", same, 2).map(({ id }) => id)).toEqual(["z", "a"]);
  });

  it("returns nothing without documents, terms or room", () => {
    expect(rankDocuments("travel", [], 5)).toEqual([]);
    expect(rankDocuments("the of", documents, 5)).toEqual([]);
    expect(rankDocuments("travel", documents, 0)).toEqual([]);
    expect(rankDocuments("travel", [{ id: "a", text: "" }], 5)).toEqual([]);
  });

  it("takes another analyzer", () => {
    const paths = ["policies/travelExpense_2024.docx", "policies/menu.docx"].map((path) => ({ id: path, text: path }));
    const ranked = rankDocuments("travel expenses 2024", paths, 5, { analyzer: pathAnalyzer });
    expect(ranked.map(({ id }) => id)).toEqual(["policies/travelExpense_2024.docx"]);
  });

  it("scores exactly as the reference engine does", async () => {
    const words = fc.array(fc.constantFrom("fig", "plum", "pear", "报销标准", "25%", "policies"), { maxLength: 9 });
    const text = words.map((list) => list.join(" "));
    const fields = fc.option(fc.record({ title: text, path: text }, { requiredKeys: [] }), { nil: undefined });
    const ranker = createSmallRanker();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, fields), { maxLength: 12 }), text, async (texts, query) => {
        const collection = texts.map(([each, given], index) => ({
          id: String(index + 100),
          text: each,
          ...(given && { fields: given }),
        }));
        const engine = createReferenceEngine();
        await engine.add(collection);
        const hits = await engine.search(query, { limit: 100 });
        const expected = hits.map(({ id, score }) => ({ id, score }));
        expect(ranker.rank(query, collection, 100)).toEqual(expected);
      }),
    );
  });

  it("analyses a text once while it is remembered, and forgets the one used longest ago", () => {
    let analysed = 0;
    const counting: Analyzer = {
      name: "counting",
      version: 1,
      terms(text) {
        analysed++;
        return standardAnalyzer.terms(text);
      },
    };
    const ranker = createSmallRanker({ analyzer: counting });
    ranker.rank("travel", documents, 5);
    ranker.rank("menu", documents, 5);
    expect(analysed).toBe(2 + documents.length);
    const others = Array.from({ length: 2_500 }, (_, number) => ({ id: `n${number}`, text: `text ${number}` }));
    ranker.rank("travel", others, 5);
    analysed = 0;
    ranker.rank("travel", documents, 5);
    expect(analysed).toBe(1 + documents.length);
  });

  it("refuses a topK without meaning", () => {
    for (const topK of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => rankDocuments("travel", documents, topK)).toThrow(RankerError);
    }
  });
});
