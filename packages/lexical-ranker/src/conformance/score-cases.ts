import { inverseDocumentFrequency, scoreBm25 } from "../bm25.ts";
import * as assert from "./assert.ts";
import { assertScore, documents, type EngineCase, ids, orchard, orchardMean } from "./orchard.ts";

export const scoreCases: readonly EngineCase[] = [
  {
    id: "scores/hand-computed",
    title: "gives the scores of a calculation by hand",
    async run(engine) {
      await engine.add(orchard);
      // idf(apple) = ln(1 + 1.5 / 2.5) = ln 1.6; a: tf 2, length 4 of mean 4; b: tf 1, length 2.
      const hits = await engine.search("apple");
      assert.deepEqual(ids(hits), ["a", "b"]);
      assertScore(hits[0]?.score, (Math.log(1.6) * 2 * 2.2) / (2 + 1.2));
      assertScore(hits[1]?.score, (Math.log(1.6) * 2.2) / (1 + 1.2 * (0.25 + 0.75 * 0.5)));
      assertScore(hits[0]?.score, 0.6462549902128866);
    },
  },
  {
    id: "scores/sum",
    title: "adds up the terms of the query",
    async run(engine) {
      await engine.add(orchard);
      const inC = { ...orchardMean, documentLength: 6 };
      const melon = scoreBm25({ ...inC, documentFrequency: 1, termFrequency: 2 });
      const banana = scoreBm25({ ...inC, documentFrequency: 2, termFrequency: 1 });
      const [best] = await engine.search("banana melon");
      assert.equal(best?.id, "c");
      assertScore(best?.score, melon + banana);
    },
  },
  {
    id: "scores/common-term",
    title: "keeps the score of a term that every document holds above 0",
    async run(engine) {
      await engine.add(documents({ a: "apple", b: "apple", c: "apple" }));
      const [best] = await engine.search("apple");
      assertScore(best?.score, inverseDocumentFrequency(3, 3));
      assert.ok(best!.score > 0, `the score is ${best!.score}`);
    },
  },
  {
    id: "scores/one-document",
    title: "scores a collection of one",
    async run(engine) {
      await engine.add(documents({ a: "apple lemon" }));
      assertScore((await engine.search("lemon"))[0]?.score, Math.log(1 + 0.5 / 1.5));
    },
  },
  {
    id: "scores/figures",
    title: "counts words and years in the length of a document, and no other numbers",
    async run(engine) {
      const table = "1,250 12.5% 0010 7 3000 12345 199 20 1750";
      await engine.add(
        documents({ words: "apple pear", table: `apple ${table} pear`, years: "apple 1999 2024", figures: table }),
      );
      const statistics = { termFrequency: 1, averageLength: 2, documentCount: 4 };
      const [first, second, third] = await engine.search("apple");
      assert.deepEqual([first?.id, second?.id, third?.id], ["table", "words", "years"]);
      assertScore(first?.score, scoreBm25({ ...statistics, documentFrequency: 3, documentLength: 2 }));
      assertScore(third?.score, scoreBm25({ ...statistics, documentFrequency: 3, documentLength: 3 }));
      // Only figures: a length of 1.
      const [figure] = (await engine.search("1250")).filter(({ id }) => id === "figures");
      assertScore(figure?.score, scoreBm25({ ...statistics, documentFrequency: 2, documentLength: 1 }));
    },
  },
];
