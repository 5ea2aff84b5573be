import { registerConformance, runConformance } from "@runningtab/conformance-kit";
import { standardAnalyzer, type Analyzer } from "@runningtab/terms";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rankEngineCases } from "../conformance.ts";
import { createReferenceEngine, type Fields, RankerError, type RankedDocument, type RankEngine } from "../index.ts";

registerConformance({ describe, it }, rankEngineCases, {
  name: "reference",
  create: () => createReferenceEngine(),
  capabilities: new Set(["fields", "explain"]),
});

/** What a caller builds around an engine: another object with the same promises. */
function createCountingEngine(): RankEngine & { searches(): number } {
  const inner = createReferenceEngine();
  let searches = 0;
  return {
    specVersion: 1,
    name: "counting",
    get size() {
      return inner.size;
    },
    add: (documents) => inner.add(documents),
    remove: (ids) => inner.remove(ids),
    async search(query, options) {
      searches++;
      return inner.search(query, options);
    },
    searches: () => searches,
  };
}

registerConformance({ describe, it }, rankEngineCases, { name: "counting", create: createCountingEngine });

/** Right but for one thing: ties in the order of UTF-16 units. */
function createTieMixer(): RankEngine {
  const inner = createReferenceEngine();
  return {
    specVersion: 1,
    name: "tie-mixer",
    get size() {
      return inner.size;
    },
    add: (documents) => inner.add(documents),
    remove: (ids) => inner.remove(ids),
    async search(query, options) {
      const hits = await inner.search(query, options);
      return hits.toSorted((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
    },
  };
}

/** The code of the error that an action ends in. */
async function codeOf(action: () => unknown): Promise<string | undefined> {
  try {
    await action();
  } catch (error) {
    return RankerError.isInstance(error) ? error.code : String(error);
  }
  return undefined;
}

describe("the conformance cases", () => {
  it("catch an engine with ordinary mistakes", async () => {
    const texts = new Map<string, string>();
    const createBroken = (): RankEngine => ({
      specVersion: 1,
      name: "broken",
      get size() {
        return texts.size;
      },
      async add(documents) {
        for (const { id, text } of documents) texts.set(id, text);
      },
      async remove() {},
      async search(query, { limit = 10 } = {}) {
        const words = query.split(" ");
        return [...texts]
          .filter(([, text]) => words.some((word) => text.includes(word)))
          .slice(0, limit)
          .map(([id]) => ({ id, score: 1, terms: words }));
      },
    });
    const report = await runConformance(rankEngineCases, { name: "broken", create: createBroken });
    const failed = report.results.filter(({ status }) => status === "failed").map(({ id }) => id);
    expect(report.conforms).toBe(false);
    expect(failed).toEqual(
      expect.arrayContaining([
        "index/starts-empty",
        "index/remove",
        "search/order",
        "search/tie-order",
        "search/refuses-limit",
        "search/hit-terms",
        "search/filter",
        "search/abort",
        "scores/hand-computed",
        "tokenize/cyrillic",
        "query/literal",
      ]),
    );
  });

  it("catch an engine that is right but for the order of ties", async () => {
    const report = await runConformance(rankEngineCases, { name: "utf-16 ties", create: createTieMixer });
    expect(report.results.filter(({ status }) => status === "failed").map(({ id }) => id)).toEqual([
      "search/tie-order",
    ]);
  });
});

/** BM25 as the formula stands in the textbook, over plain arrays, for words that the analyzer keeps as they are. */
function naiveScores(query: string, documents: readonly RankedDocument[], k1: number, b: number): Map<string, number> {
  const split = documents.map(({ id, text }) => ({ id, words: text.split(" ").filter((word) => word !== "") }));
  const mean = split.map(({ words }) => words.length).reduce((sum, length) => sum + length, 0) / split.length;
  const scores = new Map<string, number>();
  for (const word of new Set(query.split(" "))) {
    const df = split.filter(({ words }) => words.includes(word)).length;
    const idf = Math.log((split.length + 1) / (df + 0.5));
    for (const { id, words } of split) {
      const tf = words.filter((each) => each === word).length;
      if (tf === 0) continue;
      const saturated = tf / (tf / (k1 + 1) + (k1 * (1 - b) + (k1 * b * words.length) / mean) / (k1 + 1));
      scores.set(id, (scores.get(id) ?? 0) + idf * saturated);
    }
  }
  return scores;
}

/** BM25F over plain arrays, as the 2004 paper has it, with a normalisation for each field. */
function naiveFieldScores(
  query: string,
  documents: readonly RankedDocument[],
  { k1, b }: { readonly k1: number; readonly b: number },
  weights: Fields,
): Map<string, number> {
  const all: Fields = { ...weights, body: { weight: 1, b } };
  const split = documents.map(({ id, text, fields }) => ({
    id,
    words: (field: string) =>
      (field === "body" ? text : (fields?.[field] ?? "")).split(" ").filter((each) => each !== ""),
  }));
  const scores = new Map<string, number>();
  for (const word of new Set(query.split(" "))) {
    const holders = split.filter(({ words }) => Object.keys(all).some((field) => words(field).includes(word)));
    const idf = Math.log((split.length + 1) / (holders.length + 0.5));
    for (const { id, words } of holders) {
      let weighted = 0;
      for (const [field, { weight, b: own }] of Object.entries(all)) {
        const frequency = words(field).filter((each) => each === word).length;
        if (frequency === 0) continue;
        const lengths = split.map((each) => each.words(field).length).filter((each) => field === "body" || each > 0);
        const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
        weighted += (weight * frequency) / (1 + own * (words(field).length / mean - 1));
      }
      scores.set(id, (scores.get(id) ?? 0) + (idf * weighted * (k1 + 1)) / (k1 + weighted));
    }
  }
  return scores;
}

const word = fc.constantFrom("fig", "plum", "pear", "kiwi", "lime", "date", "mango", "papaya");
const words = fc.array(word, { maxLength: 12 }).map((list) => list.join(" "));
const documentArbitrary = fc.record({ id: fc.string({ maxLength: 2, unit: "binary" }), text: words });
const unit = fc.double({ min: 0, max: 1, noNaN: true });
const parameter = fc.record({ k1: fc.double({ min: 0, max: 3, noNaN: true }), b: unit });

describe("the reference engine", () => {
  it("agrees with an independent BM25 after any adds, replacements and removals", async () => {
    const step = fc.oneof(
      fc.record({ add: fc.array(documentArbitrary, { maxLength: 8 }) }),
      fc.record({ remove: fc.array(fc.string({ maxLength: 2, unit: "binary" }), { maxLength: 4 }) }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 8 }),
        words,
        parameter,
        async (steps, query, given) => {
          const engine = createReferenceEngine(given);
          const model = new Map<string, string>();
          for (const change of steps) {
            if ("add" in change) {
              await engine.add(change.add);
              for (const { id, text } of change.add) model.set(id, text);
            } else {
              const gone = [...change.remove, ...[...model.keys()].slice(0, 1)];
              await engine.remove(gone);
              for (const id of gone) model.delete(id);
            }
          }
          const documents = [...model].map(([id, text]) => ({ id, text }));
          const expected = naiveScores(query, documents, given.k1, given.b);
          const hits = await engine.search(query, { limit: 1000 });
          expect(engine.size).toBe(model.size);
          expect(new Set(hits.map(({ id }) => id))).toEqual(new Set(expected.keys()));
          for (const { id, score } of hits) {
            expect(Math.abs(score - expected.get(id)!)).toBeLessThanOrEqual(1e-9 * expected.get(id)!);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it("agrees with an independent BM25F on any fields, weights and changes, and explains every score", async () => {
    const field = fc.record({ weight: fc.double({ min: 0.001, max: 1000, noNaN: true }), b: unit });
    const fields = fc.record({ title: field, note: field });
    const text = fc.record({ title: words, note: words }, { requiredKeys: [] });
    const document = fc.record({ id: fc.constantFrom(..."abcdefg"), text: words, fields: text });
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { minLength: 1, maxLength: 12 }),
        words,
        parameter,
        fields,
        async (documents, query, given, weights) => {
          const engine = createReferenceEngine({ ...given, fields: weights });
          await engine.add(documents);
          const live = [...new Map(documents.map((each) => [each.id, each])).values()].filter(({ id }) => id !== "c");
          await engine.remove(["c"]);
          const expected = naiveFieldScores(query, live, given, weights);
          const hits = await engine.search(query, { limit: 100 });
          expect(new Set(hits.map(({ id }) => id))).toEqual(new Set(expected.keys()));
          for (const { id, score } of hits) {
            expect(Math.abs(score - expected.get(id)!)).toBeLessThanOrEqual(1e-9 * expected.get(id)!);
            const shares = await engine.explain(query, id);
            expect(shares.reduce((sum, share) => sum + share.score, 0)).toBe(score);
            for (const { fields: parts, score: whole } of shares)
              expect(parts.reduce((sum, part) => sum + part.score, 0)).toBeCloseTo(whole, 9);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it("finds everything after half of a large index was removed", async () => {
    const engine = createReferenceEngine();
    const all = Array.from({ length: 1000 }, (_, number) => ({ id: `d${number}`, text: `apple n${number}` }));
    await engine.add(all);
    await engine.remove(all.filter((_, number) => number % 4 !== 0).map(({ id }) => id));
    expect(engine.size).toBe(250);
    expect(await engine.search("n996")).toMatchObject([{ id: "d996", terms: ["n996"] }]);
    expect(await engine.search("n997")).toEqual([]);
    expect(await engine.search("apple", { limit: 1000 })).toHaveLength(250);
  });

  it("lets timers run while it adds many documents", async () => {
    const engine = createReferenceEngine();
    const text = "apple lemon grape ".repeat(3000);
    const events: string[] = [];
    const adding = engine
      .add(Array.from({ length: 40 }, (_, number) => ({ id: `d${number}`, text })))
      .then(() => events.push("added"));
    setTimeout(() => events.push("timer"), 0);
    await adding;
    expect(events).toEqual(["timer", "added"]);
  });

  it("goes on after an analyzer failed, which rejects for its own caller only", async () => {
    const analyzer: Analyzer = {
      name: "failing",
      version: 1,
      terms(text) {
        if (text === "bad") throw new Error("cannot read this");
        return standardAnalyzer.terms(text);
      },
    };
    const engine = createReferenceEngine({ analyzer });
    const failing = engine.add([{ id: "a", text: "bad" }]);
    const following = engine.add([{ id: "b", text: "good apple" }]);
    await expect(failing).rejects.toThrow("cannot read this");
    await following;
    expect(await engine.search("apple")).toMatchObject([{ id: "b" }]);
  });

  it("adds the documents that the list held at the call", async () => {
    const engine = createReferenceEngine();
    const documents = [{ id: "a", text: "apple" }];
    const adding = engine.add(documents);
    documents[0] = { id: "b", text: "grape" };
    await adding;
    expect(await engine.search("apple grape")).toMatchObject([{ id: "a" }]);
  });

  it("uses the analyzer it was given", async () => {
    const byLetter: Analyzer = { name: "letters", version: 1, terms: (text) => [...text] };
    const engine = createReferenceEngine({ analyzer: byLetter });
    await engine.add([{ id: "a", text: "xyz" }]);
    expect(await engine.search("zap")).toMatchObject([{ id: "a", terms: ["z"] }]);
  });

  it("refuses parameters, documents and limits without meaning, with a code", async () => {
    expect(await codeOf(() => createReferenceEngine({ k1: -1 }))).toBe("INVALID_PARAMETER");
    expect(await codeOf(() => createReferenceEngine({ k1: Number.NaN }))).toBe("INVALID_PARAMETER");
    expect(await codeOf(() => createReferenceEngine({ b: 1.1 }))).toBe("INVALID_PARAMETER");
    const wrongFields: readonly Fields[] = [
      { title: { weight: 0, b: 0 } },
      { title: { weight: 1, b: 2 } },
      { body: { weight: 1, b: 0 } },
    ];
    for (const fields of wrongFields)
      expect(await codeOf(() => createReferenceEngine({ fields }))).toBe("INVALID_PARAMETER");
    const engine = createReferenceEngine();
    const unknown = [{ id: "a", text: "", fields: { footer: "apple" } }];
    expect(await codeOf(() => engine.add(unknown))).toBe("UNKNOWN_FIELD");
    const wrong: unknown[] = [{ id: "a", text: "apple" }, { id: "b" }];
    expect(await codeOf(() => engine.add(wrong as RankedDocument[]))).toBe("INVALID_DOCUMENT");
    expect(engine.size).toBe(0);
    expect(await codeOf(() => engine.search("apple", { limit: 0 }))).toBe("INVALID_LIMIT");
  });
});
