import assert from "node:assert/strict";
import type { ConformanceCase } from "@runningtab/conformance-kit";
import { inverseDocumentFrequency, scoreBm25 } from "./bm25.ts";
import type { Hit, RankedDocument, RankEngine } from "./rank-engine.ts";

type EngineCase = ConformanceCase<RankEngine>;

/** Scores count as equal up to this relative difference. */
const scoreTolerance = 1e-9;

function documents(texts: Readonly<Record<string, string>>): RankedDocument[] {
  return Object.entries(texts).map(([id, text]) => ({ id, text }));
}

function ids(hits: readonly Hit[]): readonly string[] {
  return hits.map(({ id }) => id);
}

async function found(engine: RankEngine, query: string): Promise<readonly string[]> {
  return ids(await engine.search(query)).toSorted();
}

function assertScore(actual: number | undefined, expected: number): void {
  assert.ok(actual !== undefined, `expected a score of ${expected}, found no hit`);
  const isClose = Math.abs(actual - expected) <= scoreTolerance * Math.abs(expected);
  assert.ok(isClose, `expected a score of ${expected}, found ${actual}`);
}

/** Sixty documents `d0` … `d59` of different lengths, each time with other texts. */
function changingDocuments(round: number): RankedDocument[] {
  return Array.from({ length: 60 }, (_, number) => ({
    id: `d${number}`,
    text: `apple ${"lemon ".repeat((number * 7 + round) % 5)} round${round}`,
  }));
}

function isEven(id: string): boolean {
  return Number(id.slice(1)) % 2 === 0;
}

/** Three documents of 4, 2 and 6 terms; `apple` is in two of them, `cherry` in one. */
const orchard = documents({
  a: "apple apple banana lemon",
  b: "apple grape",
  c: "cherry lemon grape banana melon melon",
});
const orchardMean = { averageLength: 4, documentCount: 3 };

const indexCases: readonly EngineCase[] = [
  {
    id: "port/shape",
    title: "says which contract it keeps and what it is called",
    async run(engine) {
      assert.equal(engine.specVersion, 1);
      assert.match(engine.name, /^[a-z][a-z0-9-]*$/);
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
      const statistics = { ...orchardMean, documentFrequency: 1, documentLength: 6, termFrequency: 1 };
      assertScore((await engine.search("cherry"))[0]?.score, scoreBm25(statistics));
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
      const statistics = { ...orchardMean, documentFrequency: 1, documentLength: 6, termFrequency: 1 };
      assertScore((await engine.search("cherry"))[0]?.score, scoreBm25(statistics));
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
      const lengths = kept.map(({ text }) => text.trim().split(/\s+/).length);
      const statistics = {
        documentCount: 30,
        documentFrequency: 30,
        averageLength: lengths.reduce((sum, length) => sum + length) / 30,
        termFrequency: 1,
      };
      for (const hit of await engine.search("apple", { limit: 30 })) {
        const documentLength = lengths[kept.findIndex(({ id }) => id === hit.id)]!;
        assertScore(hit.score, scoreBm25({ ...statistics, documentLength }));
      }
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

const searchCases: readonly EngineCase[] = [
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
      assert.ok(scores.every((score) => score > 0 && Number.isFinite(score)));
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
      assert.ok(hits.every(({ id }) => isEven(id)));
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
    id: "search/abort",
    title: "rejects with the signal's reason, and works on afterwards",
    async run(engine) {
      await engine.add(orchard);
      const reason = new Error("enough");
      await assert.rejects(engine.search("apple", { signal: AbortSignal.abort(reason) }), (error) => error === reason);
      assert.equal((await engine.search("apple", { signal: new AbortController().signal })).length, 2);
    },
  },
];

const scoreCases: readonly EngineCase[] = [
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
      assert.ok(best!.score > 0);
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

/** Body, queries that must find it, queries that must not. */
const scriptTable: readonly (readonly [
  name: string,
  title: string,
  body: string,
  hits: readonly string[],
  misses: readonly string[],
])[] = [
  [
    "cjk",
    "finds words inside Chinese, and Latin among it",
    "认证系统使用JWT令牌",
    ["认证", "JWT", "jwt", "令牌", "系统使用"],
    ["证认"],
  ],
  ["japanese", "finds words inside Japanese", "東京都の人口は約1400万人です", ["東京", "人口"], ["京東"]],
  ["korean", "finds words with other particles", "보고서를 제출했습니다", ["보고서", "제출"], ["계약"]],
  ["hebrew", "finds Hebrew", "מחיר הפחם עלה", ["הפחם", "מחיר"], ["פחמן"]],
  ["cyrillic", "finds Cyrillic in any case", "Привет мир", ["Привет", "МИР"], ["пока"]],
  ["thai", "finds Thai", "ภาษาไทย", ["ไทย", "ภาษา"], ["จีน"]],
  ["arabic", "finds Arabic, with and without vowel marks", "كِتَاب جديد", ["كتاب", "جديد"], ["قلم"]],
  ["greek", "finds Greek without its accents", "Η Ελληνική Δημοκρατία", ["ΕΛΛΗΝΙΚΗ", "δημοκρατια"], ["Ρώμη"]],
  ["latin", "finds Latin words in any case and inflection", "The Policies were updated", ["policy", "UPDATE"], ["the"]],
  [
    "diacritics",
    "finds words with and without diacritics, composed or not",
    "Crème brûlée, Zürich",
    ["creme", "cre\u0300me", "zurich", "BRULEE"],
    ["crime"],
  ],
  ["full-width", "finds full-width text", "ＰＤＦ ｒｅｐｏｒｔ", ["pdf", "report"], ["doc"]],
  [
    "numbers",
    "finds numbers with and without digit groups, and percentages",
    "1,250 units, 25%",
    ["1250", "1,250", "25", "25%"],
    ["125", "250"],
  ],
];

const tokenizeCases: readonly EngineCase[] = scriptTable.map(([name, title, body, hits, misses]) => ({
  id: `tokenize/${name}`,
  title,
  async run(engine) {
    await engine.add([
      { id: "body", text: body },
      { id: "other", text: "quince" },
    ]);
    for (const query of hits) assert.deepEqual(await found(engine, query), ["body"], `query ${query}`);
    for (const query of misses) assert.deepEqual(await found(engine, query), [], `query ${query}`);
  },
}));

const literalCases: readonly EngineCase[] = [
  {
    id: "query/literal",
    title: "takes operators and punctuation of query languages as text",
    async run(engine) {
      await engine.add(documents({ row: "POL-358 report 38.101", other: "quince" }));
      for (const query of [
        "POL-358",
        "38.101",
        "pol",
        "358",
        "report*",
        '"report"',
        "(report",
        "row:report",
        "+report",
        "^report",
      ]) {
        assert.deepEqual(await found(engine, query), ["row"], `query ${query}`);
      }
      const nothing = [
        "don't",
        "AND",
        "OR",
        "NOT",
        "NEAR(",
        '""',
        '"',
        "'",
        "*",
        "%",
        "_",
        "\\",
        "--",
        ";",
        "/*",
        "\u0000",
        "\ud800",
      ];
      for (const query of nothing) assert.deepEqual(await engine.search(query), [], `query ${query}`);
    },
  },
  {
    id: "query/long",
    title: "takes a query of a hundred thousand words",
    async run(engine) {
      await engine.add(orchard);
      const query = Array.from({ length: 100_000 }, (_, number) => `w${number}`).join(" ");
      assert.deepEqual(await found(engine, `${query} cherry`), ["c"]);
    },
  },
];

/**
 * What every engine with the standard analyzer, k1 = 1.2 and b = 0.75 promises, as cases for any test runner
 * (`registerConformance` and `runConformance` of @runningtab/conformance-kit). Each case wants a new, empty engine.
 */
export const rankEngineCases: readonly EngineCase[] = [
  ...indexCases,
  ...searchCases,
  ...scoreCases,
  ...tokenizeCases,
  ...literalCases,
];
