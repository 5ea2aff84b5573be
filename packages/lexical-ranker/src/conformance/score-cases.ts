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
];
