import { scoreBm25 } from "../bm25.ts";
import * as assert from "./assert.ts";
import { assertScore, changingDocuments, documents, type EngineCase, found, orchard, orchardMean } from "./orchard.ts";

/** The score of `cherry` in `c` when the orchard is all there is. */
const cherryScore = scoreBm25({ ...orchardMean, documentFrequency: 1, documentLength: 6, termFrequency: 1 });

export const indexCases: readonly EngineCase[] = [
  {
    id: "port/shape",
    title: "says which contract it keeps and what it is called",
    async run(engine) {
      assert.equal(engine.specVersion, 1);
      assert.ok(/^[a-z][a-z0-9-]*$/.test(engine.name), `the name is ${engine.name}`);
    },
  },
  {
    id: "index/visible-after-add",
    title: "finds a document once its add has resolved, and counts it",
    async run(engine) {
      await engine.add(orchard);
      assert.equal(engine.size, 3);
      assert.deepEqual(await found(engine, "cherry"), ["c"]);
      await engine.add(documents({ d: "cherry" }));
      assert.equal(engine.size, 4);
      assert.deepEqual(await found(engine, "cherry"), ["c", "d"]);
    },
  },
  {
    id: "index/nothing-to-do",
    title: "takes an empty list of documents or ids",
    async run(engine) {
      await engine.add([]);
      await engine.remove([]);
      assert.equal(engine.size, 0);
    },
  },
  {
    id: "index/empty-text",
    title: "holds a document without terms and never returns it",
    async run(engine) {
      await engine.add(documents({ empty: "", marks: "— … !", word: "apple" }));
      assert.equal(engine.size, 3);
      assert.deepEqual(await found(engine, "apple"), ["word"]);
    },
  },
  {
    id: "index/any-id",
    title: "takes any string as an id",
    async run(engine) {
      const odd = ["", " ", "__proto__", "constructor", "a\nb", "报告.pdf#p3", "😀", "\u0000"];
      await engine.add(odd.map((id) => ({ id, text: "apple" })));
      assert.equal(engine.size, odd.length);
      assert.deepEqual(await found(engine, "apple"), odd.toSorted());
    },
  },
  {
    id: "index/any-term",
    title: "takes words that are names of object members",
    async run(engine) {
      await engine.add(documents({ a: "constructor __proto__ toString hasOwnProperty", b: "apple" }));
      for (const word of ["constructor", "toString", "hasOwnProperty"]) {
        assert.deepEqual(await found(engine, word), ["a"], word);
      }
    },
  },
  {
    id: "index/replace",
    title: "replaces the document with the same id, text and statistics",
    async run(engine) {
      await engine.add(documents({ a: "lemon lemon lemon melon", b: "apple grape", c: orchard[2]!.text }));
      await engine.add([orchard[0]!]);
      assert.equal(engine.size, 3);
      assert.deepEqual(await found(engine, "lemon"), ["a", "c"]);
      assert.deepEqual(await found(engine, "melon"), ["c"]);
      const statistics = { ...orchardMean, documentFrequency: 2, documentLength: 4, termFrequency: 2 };
      assertScore((await engine.search("apple"))[0]?.score, scoreBm25(statistics));
    },
  },
  {
    id: "index/replace-in-one-add",
    title: "keeps the last of several documents with one id in one add",
    async run(engine) {
      await engine.add([
        { id: "a", text: "apple" },
        { id: "a", text: "grape" },
      ]);
      assert.equal(engine.size, 1);
      assert.deepEqual(await found(engine, "apple"), []);
      assert.deepEqual(await found(engine, "grape"), ["a"]);
    },
  },
  {
    id: "index/remove",
    title: "forgets a removed document, its terms and its length",
    async run(engine) {
      await engine.add([...orchard, ...documents({ d: "apple cherry cherry cherry cherry cherry cherry" })]);
      await engine.remove(["d"]);
      assert.equal(engine.size, 3);
      assert.deepEqual(await found(engine, "cherry"), ["c"]);
      assertScore((await engine.search("cherry"))[0]?.score, cherryScore);
    },
  },
  {
    id: "index/remove-unknown",
    title: "takes ids that it does not know",
    async run(engine) {
      await engine.add(orchard);
      await engine.remove(["nobody", "a", "a"]);
      assert.equal(engine.size, 2);
    },
  },
  {
    id: "index/remove-all",
    title: "is as good as new after everything was removed",
    async run(engine) {
      await engine.add(orchard);
      await engine.remove(["a", "b", "c"]);
      assert.equal(engine.size, 0);
      assert.deepEqual(await engine.search("apple lemon"), []);
      await engine.add(orchard);
      assertScore((await engine.search("cherry"))[0]?.score, cherryScore);
    },
  },
  {
    id: "index/many-changes",
    title: "ends with the scores of a new index after many replacements and removals",
    async run(engine) {
      for (let round = 0; round < 6; round++) {
        await engine.add(changingDocuments(round));
        await engine.remove(Array.from({ length: 30 }, (_, number) => `d${number * 2}`));
      }
      assert.equal(engine.size, 30);
      assert.deepEqual(await engine.search("round3"), []);
      const kept = changingDocuments(5).filter((_, number) => number % 2 === 1);
      const lengths = new Map(kept.map(({ id, text }) => [id, text.trim().split(/\s+/).length]));
      const averageLength = [...lengths.values()].reduce((sum, length) => sum + length) / 30;
      const statistics = { documentCount: 30, documentFrequency: 30, averageLength, termFrequency: 1 };
      const hits = await engine.search("apple", { limit: 30 });
      assert.equal(hits.length, 30);
      for (const { id, score } of hits)
        assertScore(score, scoreBm25({ ...statistics, documentLength: lengths.get(id)! }));
    },
  },
  {
    id: "index/order-of-calls",
    title: "applies changes in the order of the calls, also when nobody waits in between",
    async run(engine) {
      await Promise.all([
        engine.add(documents({ a: "apple", b: "grape" })),
        engine.remove(["a"]),
        engine.add(documents({ b: "melon" })),
      ]);
      assert.equal(engine.size, 1);
      assert.deepEqual(await found(engine, "apple grape melon"), ["b"]);
      assert.deepEqual(await found(engine, "grape"), []);
    },
  },
  {
    id: "index/starts-empty",
    title: "starts without documents, whatever other instances hold",
    async run(engine) {
      assert.equal(engine.size, 0);
      assert.deepEqual(await engine.search("apple lemon cherry"), []);
    },
  },
];
