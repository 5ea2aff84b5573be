import { registerConformance } from "@runningtab/conformance-kit";
import { cjkAnalyzer, createStandardAnalyzer, pathAnalyzer, standardAnalyzer, type Analyzer } from "@runningtab/terms";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rankEngineCases } from "../conformance.ts";
import { createReferenceEngine } from "./reference.ts";
import type { Hit, RankedDocument, RankEngine } from "../rank-engine.ts";
import { RankerError } from "../ranker-error.ts";
import { createWasmEngine, type WasmEngine, type WasmEngineOptions } from "./wasm.ts";

const capabilities = new Set(["fields", "explain"]);
registerConformance({ describe, it }, rankEngineCases, {
  name: "wasm",
  create: () => createWasmEngine(),
  capabilities,
});

function createWholeTextEngine(): RankEngine {
  const { name, version, terms } = standardAnalyzer;
  return createWasmEngine({ analyzer: { name, version, terms } });
}

registerConformance({ describe, it }, rankEngineCases, {
  name: "wasm, whole texts",
  create: createWholeTextEngine,
  capabilities,
});

/** Pieces that exercise the grammar of tokens where they meet, in any order. */
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("apple", "lemon", "policies", "the", "of", "running", "Runs", "a", "b1c2") },
  {
    weight: 3,
    arbitrary: fc.constantFrom("1", "1,250", "1250", "1,250.5", "25%", "25 %", "3.14", "1.2.3", "12,34,567", "1.250,5"),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("don't", "O'Brien", "l'eau", "Müller’s", "x'", "'y", "12's", "12's%", "״א״ב"),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      "认证系统",
      "ไทย",
      "é",
      "e\u0301",
      "Straße",
      "٢٥٪",
      "½",
      "①",
      "한국어",
      "カ\u3099",
      "😀",
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(",", ".", "'", "%", "-", "\n", "\0", "\ud800", "\u00ad", "\ufeff", "“", "—"),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 4 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("z".repeat(15), "z".repeat(16), "z".repeat(17), "9".repeat(70), "q".repeat(300)),
  },
);
const text = fc.array(fc.tuple(piece, fc.constantFrom(" ", " ", "", "  ")), { maxLength: 30 });
const texts = text.map((pieces) => pieces.flat().join(""));
const id = fc.integer({ min: 0, max: 12 }).map((number) => `d${number}`);
const fields = fc.record({ heading: texts, path: texts, title: texts }, { requiredKeys: [] });
const document = fc.oneof(fc.record({ id, text: texts }), fc.record({ id, text: texts, fields }));
const weight = fc.double({ min: 0.001, max: 1000, noNaN: true });
const ranked = fc.record({ weight, b: fc.constantFrom(0, 0.5, 1) });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ add: fc.array(document, { maxLength: 8 }) }) },
  { weight: 2, arbitrary: fc.record({ remove: fc.array(id, { maxLength: 5 }) }) },
  { weight: 1, arbitrary: fc.constant({ reload: true }) },
);
const analyzers: readonly Analyzer[] = [
  standardAnalyzer,
  cjkAnalyzer,
  pathAnalyzer,
  createStandardAnalyzer({ name: "letters", stemmer: (word) => word.slice(0, 2), stopWords: new Set(["apple"]) }),
  createStandardAnalyzer({ name: "aliases", aliases: { "lemon apple": ["fruit"], policies: ["认证"] } }),
  { name: "units", version: 1, terms: (all) => all.split("") },
];

async function expectSameHits(actual: RankEngine, expected: RankEngine, query: string, limit: number): Promise<void> {
  const options = { limit, filter: (each: string) => each !== "d3" };
  expect(await actual.search(query, { limit })).toEqual(await expected.search(query, { limit }));
  expect(await actual.search(query, options)).toEqual(await expected.search(query, options));
  const chosen = { limit, ids: ["d3", "d17", "d170", "a"], idPrefix: "d1" };
  expect(await actual.search(query, chosen)).toEqual(await expected.search(query, chosen));
  expect(await actual.search(query, { limit, idPrefix: "d1" })).toEqual(
    await expected.search(query, { limit, idPrefix: "d1" }),
  );
}

/** Another engine with what the first one saved. */
async function reloaded(engine: WasmEngine, options: WasmEngineOptions = {}): Promise<WasmEngine> {
  const other = createWasmEngine(options);
  await other.load(await engine.save());
  return other;
}

describe("the wasm engine", () => {
  it("gives the reference's very hits after any changes, with any analyzer", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(step, texts), { minLength: 1, maxLength: 10 }),
        fc.constantFrom(...analyzers),
        fc.record({
          k1: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 1000, noNaN: true })),
          b: fc.double({ min: 0, max: 1, noNaN: true }),
          fields: fc.record({ heading: ranked, path: ranked, title: ranked }),
        }),
        fc.constantFrom(1, 2, 5, 100),
        async (steps, analyzer, parameters, limit) => {
          const options = { analyzer, ...parameters };
          const expected = createReferenceEngine(options);
          let actual = createWasmEngine(options);
          for (const [change, query] of steps) {
            for (const engine of [actual, expected]) {
              if ("add" in change) await engine.add(change.add);
              if ("remove" in change) await engine.remove(change.remove);
            }
            if ("reload" in change) actual = await reloaded(actual, options);
            expect(actual.size).toBe(expected.size);
            await expectSameHits(actual, expected, query, limit);
            expect(await actual.explain(query, "d3")).toEqual(await expected.explain(query, "d3"));
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it("gives the reference's hits over thousands of documents with long lists of postings", async () => {
    const expected = createReferenceEngine();
    let actual = createWasmEngine();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 2 ** 31 }), async (seed) => {
        const documents = manyDocuments(seed, 700);
        for (const engine of [actual, expected]) {
          await engine.add(documents);
          await engine.remove(documents.filter((_, index) => index % 5 === seed % 5).map(({ id: each }) => each));
        }
        if (seed % 3 === 0) actual = await reloaded(actual);
        for (const query of ["common rare3", "common often w1 w2 w3", "n17 w40 often", "w8"]) {
          for (const limit of [1, 10, 300]) await expectSameHits(actual, expected, query, limit);
        }
      }),
      { numRuns: 8 },
    );
  });

  it("counts what stands in a document hundreds of times, in few documents and in many", async () => {
    const [actual, expected] = [createWasmEngine(), createReferenceEngine()];
    const documents = Array.from({ length: 300 }, (_, index) => ({
      id: `d${index}`,
      text: `${"lemon ".repeat(1 + ((index * 97) % 700))} ${"plum ".repeat(index < 150 ? 1 : 256)} ${"fig ".repeat(index % 90 === 0 ? 9000 : 0)}`,
    }));
    for (const engine of [actual, expected]) await engine.add(documents);
    for (const query of ["lemon", "plum", "fig", "fig lemon"]) {
      await expectSameHits(actual, expected, query, 300);
      await expectSameHits(await reloaded(actual), expected, query, 300);
    }
  });

  it("keeps percentages, words and runs whole where a long text is taken in chunks", async () => {
    const pieces = ["25", " ", "%", "\n", "认证", "e", "\u0301", "don't ", "1,250 ", "lemon"];
    const long = Array.from({ length: 60_000 }, (_, index) => pieces[(index * index + 3 * index) % 11] ?? "x ").join(
      "",
    );
    const unbroken = `${"y".repeat(70_000)} apple`;
    const [actual, expected] = [createWasmEngine(), createReferenceEngine()];
    for (const engine of [actual, expected]) {
      await engine.add([
        { id: "long", text: long },
        { id: "unbroken", text: unbroken },
      ]);
    }
    await expectSameHits(actual, expected, "25 25% 认证 é don't 1250 lemon apple x e", 10);
  });

  it("holds several indexes at once, each with its own documents", async () => {
    const engines = Array.from({ length: 5 }, () => createWasmEngine());
    await Promise.all(engines.map((engine, index) => engine.add([{ id: `d${index}`, text: `apple n${index}` }])));
    const found = await Promise.all(engines.map((engine) => engine.search("apple n3")));
    expect(found.map(([hit]) => hit?.id)).toEqual(["d0", "d1", "d2", "d3", "d4"]);
    expect(found.map(([hit]) => hit?.terms.length)).toEqual([1, 1, 1, 2, 1]);
  });

  it("refuses a document beyond its memory, keeps the former ones and finds them", async () => {
    const engine = createWasmEngine({ maxBytes: 4 * 2 ** 20 });
    const hits = (query: string): Promise<readonly Hit[]> => engine.search(query, { limit: 3 });
    let added = 0;
    let refusal: unknown;
    while (refusal === undefined && added < 1_000) {
      const unique = Array.from({ length: 500 }, (_, index) => `w${added}x${index}`).join(" ");
      await engine.add([{ id: `d${added}`, text: `apple ${unique}` }]).then(
        () => added++,
        (error: unknown) => (refusal = error),
      );
    }
    expect(RankerError.isInstance(refusal) && refusal.code).toBe("INDEX_FULL");
    expect(added).toBeGreaterThan(50);
    expect(engine.size).toBe(added);
    expect(await hits(`w${added - 1}x7 apple`)).toMatchObject([{ id: `d${added - 1}` }, {}, {}]);
    expect(await hits(`w${added}x7`)).toEqual([]);
    const replaced = engine.add([{ id: "d0", text: "z ".repeat(10) + "x".repeat(8 * 2 ** 20) }]);
    await expect(replaced).rejects.toThrow("bytes it may use");
    expect(await hits("w0x7")).toMatchObject([{ id: "d0" }]);
  });

  it("gives back what a document that did not fit has taken, and takes others", async () => {
    for (const held of [[], [{ id: "a", text: "apple" }]]) {
      for (const text of ["x".repeat(2 ** 21), Array.from({ length: 200_000 }, (_, at) => `w${at}`).join(" ")]) {
        const engine = createWasmEngine({ maxBytes: 2 ** 20 });
        await engine.add(held);
        const before = engine.memoryBytes();
        await expect(engine.add([{ id: "large", text }])).rejects.toMatchObject({ code: "INDEX_FULL" });
        expect(engine.memoryBytes()).toBeLessThan(before + 100_000);
        await engine.add([{ id: "b", text: "hotel apple" }]);
        expect((await engine.search("apple")).map(({ id }) => id).toSorted()).toEqual([
          ...held.map(({ id }) => id),
          "b",
        ]);
      }
    }
  });

  it("holds as much after it was emptied, and takes the room of removed documents where there is no other", async () => {
    const textOf = (id: number, words: number): string =>
      Array.from({ length: words }, (_, at) => `w${id}x${at}`).join(" ");
    const fill = async (engine: WasmEngine, words: number): Promise<readonly string[]> => {
      const ids: string[] = [];
      for (let id = 0; ids.length < 1_000; id++) {
        try {
          await engine.add([{ id: `d${id}`, text: textOf(id, words) }]);
        } catch (error) {
          expect(error).toMatchObject({ code: "INDEX_FULL" });
          break;
        }
        ids.push(`d${id}`);
      }
      return ids;
    };
    for (const words of [300, 6_000]) {
      const engine = createWasmEngine({ maxBytes: 2 ** 21 });
      const first = await fill(engine, words);
      expect(first.length).toBeGreaterThan(2);
      await engine.remove(first);
      expect((await fill(engine, words)).length).toBeGreaterThanOrEqual(first.length);
      await engine.remove(first.slice(0, 2));
      await engine.add([{ id: "another", text: textOf(5_000, words) }]);
      expect(await engine.search("w5000x7")).toMatchObject([{ id: "another" }]);
    }
  });

  it("holds nothing of a document whose analysis failed, and goes on", async () => {
    const stemmer = (word: string): string => {
      if (word === "bad") throw new Error("cannot stem this");
      return word;
    };
    const engine = createWasmEngine({ analyzer: createStandardAnalyzer({ name: "failing", stemmer }) });
    await engine.add([{ id: "a", text: "grape" }]);
    await expect(engine.add([{ id: "a", text: "apple bad lemon" }])).rejects.toThrow("cannot stem this");
    await engine.add([{ id: "b", text: "apple" }]);
    expect(await engine.search("grape apple lemon")).toMatchObject([{ id: "a" }, { id: "b" }]);
  });

  it("explains a score by the terms that add up to it", async () => {
    const engine = createWasmEngine();
    await engine.add([
      { id: "a", text: "apple apple lemon" },
      { id: "b", text: "lemon grape 认证" },
    ]);
    const [hit] = await engine.search("lemon apple zebra", { limit: 1 });
    const shares = await engine.explain("lemon apple zebra apple", "a");
    expect(shares).toMatchObject([
      { term: "appl", termFrequency: 2, documentFrequency: 1 },
      { term: "lemon", termFrequency: 1, documentFrequency: 2 },
    ]);
    expect(shares.reduce((sum, { score }) => sum + score, 0)).toBe(hit!.score);
    expect(await engine.explain("zebra", "a")).toEqual([]);
    expect(await engine.explain("apple", "nobody")).toEqual([]);
  });

  it("refuses parameters without meaning, with a code", () => {
    for (const options of [{ k1: -1 }, { k1: 1001 }, { b: 1.1 }, { maxBytes: 1000 }, { maxBytes: Number.NaN }]) {
      expect(() => createWasmEngine(options)).toThrowError(expect.objectContaining({ code: "INVALID_PARAMETER" }));
    }
  });
});

/** Documents with a word in all, words in many and in few, in lengths from 1 to 60 words. */
function manyDocuments(seed: number, count: number): RankedDocument[] {
  let state = seed;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Array.from({ length: count }, (_, index) => {
    const words = Array.from({ length: random(60) }, () => (random(3) === 0 ? "often" : `w${random(1 + random(200))}`));
    const id = `d${random(3000)}`;
    const text = ["common", ...words, random(40) === 0 ? "rare3" : `n${random(500)}`].join(" ");
    if (index % 3 > 0) return { id, text };
    const path = random(9) === 0 ? "common/rare3.md" : `w${random(50)}/n${random(500)}.md`;
    return { id, text, fields: { title: words.slice(0, random(5)).join(" "), path } };
  });
}
