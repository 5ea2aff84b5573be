import type { RankEngine } from "../rank-engine.ts";
import type { TermShare } from "../term-share.ts";
import * as assert from "./assert.ts";
import { assertScore, type EngineCase, orchard } from "./orchard.ts";

const requires = "explain";

async function explained(engine: RankEngine, query: string, id: string): Promise<readonly TermShare[]> {
  assert.ok(engine.explain !== undefined, "the engine has no explain");
  return engine.explain(query, id);
}

export const explainCases: readonly EngineCase[] = [
  {
    id: "explain/adds-up",
    title: "explains the score of every hit by terms whose shares add up to it",
    requires,
    async run(engine) {
      await engine.add(orchard);
      const query = "lemon apple zebra cherry apple";
      const hits = await engine.search(query);
      assert.equal(hits.length, 3);
      for (const { id, score, terms } of hits) {
        const shares = await explained(engine, query, id);
        assert.deepEqual(shares.map(({ term }) => term).toSorted(), terms.toSorted());
        assertScore(
          shares.reduce((sum, share) => sum + share.score, 0),
          score,
        );
      }
    },
  },
  {
    id: "explain/counts",
    title: "tells how often a term stands in the document, and in how many documents",
    requires,
    async run(engine) {
      await engine.add(orchard);
      const [share] = await explained(engine, "apple", "a");
      assert.deepEqual(share, {
        term: "appl",
        termFrequency: 2,
        documentFrequency: 2,
        score: share?.score,
        fields: [{ field: "body", termFrequency: 2, score: share?.score }],
      });
    },
  },
  {
    id: "explain/nothing",
    title: "has nothing to say of unknown documents and terms",
    requires,
    async run(engine) {
      await engine.add(orchard);
      assert.deepEqual(await explained(engine, "apple", "nobody"), []);
      assert.deepEqual(await explained(engine, "zebra", "a"), []);
      assert.deepEqual(await explained(engine, "cherry", "a"), []);
    },
  },
  {
    id: "explain/fields",
    title: "tells by field where a term stands and what it adds; a term's fields add up to its score",
    requires: "fields",
    async run(engine) {
      const fields = { title: "Apple", path: "trees/apple", heading: "grape" };
      await engine.add([{ id: "a", text: "apple lemon apple", fields }, ...orchard.slice(1)]);
      const [share] = await explained(engine, "apple", "a");
      assert.ok(share !== undefined, "expected a share of the term, found none");
      assert.equal(share.termFrequency, 4);
      const places = share.fields.map(({ field, termFrequency }) => `${field} ${termFrequency}`);
      assert.deepEqual(places, ["body 2", "path 1", "title 1"]);
      assertScore(
        share.fields.reduce((sum, { score }) => sum + score, 0),
        share.score,
      );
      assert.ok(share.fields[2]!.score > share.fields[1]!.score, "a title weighs no more than a path");
    },
  },
];
