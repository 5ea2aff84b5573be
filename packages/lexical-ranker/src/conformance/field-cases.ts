import { scoreBm25 } from "../bm25.ts";
import type { RankedDocument } from "../rank-engine.ts";
import * as assert from "./assert.ts";
import { assertScore, documents, type EngineCase, found, ids, orchard } from "./orchard.ts";

/**
 * Texts of 2, 4 and 1 terms, titles of 1 and 2, one heading of 2. `apple` is in all three: in title and text, in the
 * text alone, in the heading alone.
 */
const labelled: readonly RankedDocument[] = [
  { id: "a", text: "apple banana", fields: { title: "Apple" } },
  { id: "b", text: "apple apple lemon grape", fields: { title: "Fruit of the season" } },
  { id: "c", text: "cherry", fields: { heading: "apple cherry" } },
];
const labelledIdf = Math.log(1 + 0.5 / 3.5);

/** The score of a weighted frequency with k1 = 1.2. */
function saturated(idf: number, weighted: number): number {
  return (idf * weighted * 2.2) / (weighted + 1.2);
}

const requires = "fields";

export const fieldCases: readonly EngineCase[] = [
  {
    id: "fields/never-ignored",
    title: "either finds the words of a document's fields, or refuses the document",
    async run(engine) {
      const refused = await engine.add([labelled[2]!]).then(
        () => false,
        () => true,
      );
      assert.equal(engine.size, refused ? 0 : 1);
      assert.deepEqual(await found(engine, "apple"), refused ? [] : ["c"]);
    },
  },
  {
    id: "fields/hand-computed",
    title: "gives the scores of a calculation by hand: weights, and the length of each field by its own mean",
    requires,
    async run(engine) {
      await engine.add(labelled);
      const hits = new Map((await engine.search("apple")).map(({ id, score }) => [id, score]));
      // a: title 3 · 1 / (0.5 + 0.5 · 1 / 1.5) and text 1 / (0.25 + 0.75 · 2 / (7 / 3)); c: heading 2 · 1 / (0.5 + 0.5).
      assertScore(hits.get("a"), saturated(labelledIdf, 3 / (0.5 + 0.5 / 1.5) + 1 / (0.25 + 4.5 / 7)));
      assertScore(hits.get("c"), saturated(labelledIdf, 2));
      const inB = { termFrequency: 2, documentLength: 4, averageLength: 7 / 3 };
      assertScore(hits.get("b"), scoreBm25({ ...inB, documentCount: 3, documentFrequency: 3 }));
    },
  },
  {
    id: "fields/order",
    title: "puts a word in a title before the same word in a path, and that before one in the text",
    requires,
    async run(engine) {
      await engine.add([
        { id: "text", text: "apple grape", fields: { title: "melon", path: "lemon" } },
        { id: "path", text: "grape grape", fields: { title: "melon", path: "apple" } },
        { id: "title", text: "grape grape", fields: { title: "apple", path: "lemon" } },
      ]);
      assert.deepEqual(ids(await engine.search("apple")), ["title", "path", "text"]);
    },
  },
  {
    id: "fields/one-document-frequency",
    title: "counts a document once for a term, in however many fields it stands",
    requires,
    async run(engine) {
      await engine.add([
        { id: "a", text: "apple", fields: { title: "apple", heading: "apple", path: "apple" } },
        { id: "b", text: "grape", fields: { title: "lemon" } },
      ]);
      const [hit] = await engine.search("apple");
      // One of two documents; every field has its mean length.
      assertScore(hit?.score, saturated(Math.log(2), 1 + 3 + 2 + 2));
      assert.deepEqual(hit?.terms, ["appl"]);
    },
  },
  {
    id: "fields/plain-documents",
    title: "scores documents without fields as if there were none",
    requires,
    async run(engine) {
      await engine.add(orchard);
      const plain = await engine.search("apple lemon cherry");
      await engine.remove(["a", "b", "c"]);
      await engine.add(orchard.map((document) => ({ ...document, fields: {} })));
      assert.deepEqual(await engine.search("apple lemon cherry"), plain);
      await engine.remove(["a", "b", "c"]);
      await engine.add(orchard.map((document) => ({ ...document, fields: { title: "", path: "…" } })));
      assert.deepEqual(await engine.search("apple lemon cherry"), plain);
    },
  },
  {
    id: "fields/empty-text",
    title: "finds a document by its fields alone",
    requires,
    async run(engine) {
      await engine.add([{ id: "a", text: "", fields: { title: "apple" } }, ...documents({ b: "grape" })]);
      assert.deepEqual(await found(engine, "apple"), ["a"]);
    },
  },
  {
    id: "fields/replace",
    title: "forgets the fields of a document that was replaced or removed, and their lengths",
    requires,
    async run(engine) {
      await engine.add([
        ...labelled,
        { id: "d", text: "fig", fields: { title: "plum plum plum plum", path: "quince" } },
      ]);
      await engine.add([{ id: "d", text: "fig", fields: { heading: "pear" } }]);
      assert.deepEqual(await found(engine, "plum quince"), []);
      await engine.remove(["d"]);
      assert.deepEqual(await found(engine, "pear"), []);
      const [hit] = (await engine.search("apple")).filter(({ id }) => id === "a");
      assertScore(hit?.score, saturated(labelledIdf, 3 / (0.5 + 0.5 / 1.5) + 1 / (0.25 + 4.5 / 7)));
    },
  },
  {
    id: "fields/many",
    title: "ranks hundreds of documents with and without fields as the formula says",
    requires,
    async run(engine) {
      const many = Array.from({ length: 400 }, (_, number): RankedDocument => {
        const text = `apple ${"grape ".repeat(number % 9)}`;
        return number % 3 === 0
          ? { id: `d${number}`, text, fields: { title: "apple lemon" } }
          : { id: `d${number}`, text };
      });
      await engine.add(many);
      const lengths = many.map((_, number) => 1 + (number % 9));
      const mean = lengths.reduce((sum, length) => sum + length) / many.length;
      const idf = Math.log(1 + 0.5 / 400.5);
      const hits = await engine.search("apple", { limit: 400 });
      assert.equal(hits.length, 400);
      for (const { id, score } of hits) {
        const number = Number(id.slice(1));
        const inText = 1 / (0.25 + (0.75 * lengths[number]!) / mean);
        assertScore(score, saturated(idf, number % 3 === 0 ? inText + 3 : inText));
      }
    },
  },
  {
    id: "fields/unknown",
    title: "refuses a field that it does not rank, and adds nothing of that call",
    requires,
    async run(engine) {
      for (const field of ["body", "footer", "constructor", ""]) {
        const wrong = { id: "b", text: "apple", fields: { [field]: "apple" } };
        await assert.rejects(engine.add([orchard[0]!, wrong]), `a field ${field}`);
      }
      assert.equal(engine.size, 0);
    },
  },
];
