import * as assert from "./assert.ts";
import { documents, type EngineCase, found, ids, isEven, orchard } from "./orchard.ts";

/** 403 documents: 100 in `a/`, 300 in `b/`, 3 in `c/`, with `apple` in all and `lemon` in most. */
const folders = Array.from({ length: 403 }, (_, number) => ({
  id:
    number < 100 ? `a/${number}` : number < 400 ? `b/${number}` : number === 401 ? "c/\u{1f600}" : `c/${number - 400}`,
  text: `apple ${"lemon ".repeat(number % 7)}${"grape ".repeat(number % 5)}`,
}));

export const searchCases: readonly EngineCase[] = [
  {
    id: "search/order",
    title: "puts the best match first",
    async run(engine) {
      await engine.add(
        documents({
          once: "apple lemon grape banana",
          twice: "apple apple grape banana",
          long: "apple lemon grape banana melon cherry plum pear fig quince",
          both: "apple cherry grape banana",
          none: "fig quince",
        }),
      );
      assert.deepEqual(ids(await engine.search("apple")), ["twice", "both", "once", "long"]);
      assert.equal(ids(await engine.search("apple cherry"))[0], "both");
      const scores = (await engine.search("apple cherry grape")).map(({ score }) => score);
      assert.deepEqual(
        scores,
        scores.toSorted((a, b) => b - a),
      );
      assert.ok(
        scores.every((score) => score > 0 && Number.isFinite(score)),
        `the scores are ${scores.join(", ")}`,
      );
    },
  },
  {
    id: "search/tie-order",
    title: "orders equal scores by the code points of the ids, not by UTF-16 units or insertion",
    async run(engine) {
      const order = ["", "10", "2", "B", "a", "a ", "ab", "é", "报", "\uffee", "😀", "😀a"];
      await engine.add(order.toReversed().map((id) => ({ id, text: "apple lemon" })));
      assert.deepEqual(ids(await engine.search("apple", { limit: 20 })), order);
      assert.deepEqual(ids(await engine.search("apple", { limit: 3 })), order.slice(0, 3));
    },
  },
  {
    id: "search/insertion-order",
    title: "gives the same hits whatever the order of adding",
    async run(engine) {
      await engine.add(orchard);
      const first = await engine.search("lemon grape apple");
      await engine.remove(["a", "b", "c"]);
      for (const document of orchard.toReversed()) await engine.add([document]);
      assert.deepEqual(await engine.search("lemon grape apple"), first);
    },
  },
  {
    id: "search/limit",
    title: "returns at most `limit` hits, 10 by default",
    async run(engine) {
      await engine.add(Array.from({ length: 25 }, (_, number) => ({ id: `d${number}`, text: "apple" })));
      assert.equal((await engine.search("apple")).length, 10);
      assert.equal((await engine.search("apple", { limit: 1 })).length, 1);
      assert.equal((await engine.search("apple", { limit: 1_000_000 })).length, 25);
    },
  },
  {
    id: "search/limit-is-a-prefix",
    title: "returns the same first hits for every limit",
    async run(engine) {
      const texts = Array.from({ length: 40 }, (_, number) => `apple ${"lemon ".repeat(number % 7)}grape`);
      await engine.add(texts.map((text, number) => ({ id: `d${number}`, text })));
      const all = await engine.search("apple lemon", { limit: 40 });
      for (const limit of [1, 2, 7, 39]) {
        assert.deepEqual(await engine.search("apple lemon", { limit }), all.slice(0, limit));
      }
    },
  },
  {
    id: "search/refuses-limit",
    title: "rejects a limit that is no whole number above 0",
    async run(engine) {
      await engine.add(orchard);
      for (const limit of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
        await assert.rejects(engine.search("apple", { limit }), `limit ${limit}`);
      }
    },
  },
  {
    id: "search/unknown-terms",
    title: "matches nothing without known terms, and ignores unknown ones beside known ones",
    async run(engine) {
      await engine.add(orchard);
      for (const query of ["", "   ", "zzz", "the of and", "?!"])
        assert.deepEqual(await engine.search(query), [], query);
      assert.deepEqual(await engine.search("zzz cherry"), await engine.search("cherry"));
    },
  },
  {
    id: "search/any-term",
    title: "finds documents that hold one of several terms",
    async run(engine) {
      await engine.add(orchard);
      assert.deepEqual(await found(engine, "cherry grape"), ["b", "c"]);
    },
  },
  {
    id: "search/hit-terms",
    title: "names the matched terms in the query's order, each once",
    async run(engine) {
      await engine.add(documents({ a: "melon apple cherry", b: "cherry" }));
      const [first, second] = await engine.search("zzz cherry melon cherry apple");
      assert.deepEqual(first?.terms, ["cherri", "melon", "appl"]);
      assert.deepEqual(second?.terms, ["cherri"]);
    },
  },
  {
    id: "search/repeated-terms",
    title: "counts a term of the query once, however often it is written",
    async run(engine) {
      await engine.add(orchard);
      assert.deepEqual(await engine.search("apple apple cherry apple"), await engine.search("apple cherry"));
    },
  },
  {
    id: "search/filter",
    title: "returns only documents that the filter accepts, filled up to the limit",
    async run(engine) {
      await engine.add(Array.from({ length: 20 }, (_, number) => ({ id: `d${number}`, text: "apple" })));
      const hits = await engine.search("apple", { filter: isEven, limit: 5 });
      assert.equal(hits.length, 5);
      assert.deepEqual(
        ids(hits).filter((id) => !isEven(id)),
        [],
      );
      assert.deepEqual(await engine.search("apple", { filter: () => false }), []);
    },
  },
  {
    id: "search/filter-keeps-statistics",
    title: "scores filtered documents with the statistics of all",
    async run(engine) {
      await engine.add(orchard);
      const [unfiltered] = (await engine.search("apple lemon")).filter(({ id }) => id === "c");
      assert.deepEqual(await engine.search("apple lemon", { filter: (id) => id === "c" }), [unfiltered]);
    },
  },
  {
    id: "search/ids",
    title: "returns only documents with the ids that are asked for, few or many, known or not",
    async run(engine) {
      await engine.add(folders);
      const all = await engine.search("apple lemon", { limit: 500 });
      for (const wanted of [[], ["a/7"], ["nobody", "b/8", "a/7", "a/7"], folders.slice(3, 300).map(({ id }) => id)]) {
        const expected = all.filter(({ id }) => wanted.includes(id));
        assert.deepEqual(await engine.search("apple lemon", { limit: 500, ids: wanted }), expected);
        assert.deepEqual(await engine.search("apple lemon", { limit: 4, ids: new Set(wanted) }), expected.slice(0, 4));
      }
    },
  },
  {
    id: "search/id-prefix",
    title: "returns only documents whose ids begin as is asked, few or many, also after changes",
    async run(engine) {
      await engine.add(folders);
      const check = async (): Promise<void> => {
        const all = await engine.search("apple lemon", { limit: 500 });
        for (const idPrefix of ["a/", "a/1", "b/399", "", "c/", "a", "c/\u{1f600}", "zz", "__proto__"]) {
          const expected = all.filter(({ id }) => id.startsWith(idPrefix));
          assert.deepEqual(await engine.search("apple lemon", { limit: 500, idPrefix }), expected, idPrefix);
          assert.deepEqual(await engine.search("apple lemon", { limit: 2, idPrefix }), expected.slice(0, 2), idPrefix);
        }
      };
      await check();
      await engine.remove(["c/2", "a/1", "b/399"]);
      await engine.add([...documents({ "c/3": "apple", "c/2": "lemon", "a/": "apple" }), { id: "c/0", text: "fig" }]);
      await check();
    },
  },
  {
    id: "search/filters-together",
    title: "returns only documents for which filter, ids and prefix all hold",
    async run(engine) {
      await engine.add(folders);
      const ids = ["a/7", "a/8", "b/7", "c/2"];
      const filter = (id: string): boolean => !id.endsWith("8");
      const hits = await engine.search("apple", { ids, idPrefix: "a/", filter });
      assert.deepEqual(
        hits,
        (await engine.search("apple", { limit: 500 })).filter(({ id }) => id === "a/7"),
      );
    },
  },
  {
    id: "search/abort",
    title: "rejects with the signal's reason, and works on afterwards",
    async run(engine) {
      await engine.add(orchard);
      const reason = new Error("enough");
      const aborted = engine.search("apple", { signal: AbortSignal.abort(reason) });
      assert.equal(await assert.rejects(aborted, "an aborted signal"), reason);
      assert.equal((await engine.search("apple", { signal: new AbortController().signal })).length, 2);
    },
  },
];
