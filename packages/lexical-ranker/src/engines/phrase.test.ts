import { registerConformance } from "@runningtab/conformance-kit";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rankEngineCases } from "../conformance.ts";
import { countPhrase, nearness } from "../phrase/nearness.ts";
import type { RankedDocument } from "../rank-engine.ts";
import { createPhraseEngine, type PhraseEngine, type PhraseEngineOptions } from "./phrase.ts";
import { createReferenceEngine } from "./reference.ts";
import { createWasmEngine } from "./wasm.ts";

/** A phrase engine over documents that are kept as they are added. */
function createKeeping(options: Partial<PhraseEngineOptions> = {}): PhraseEngine {
  const documents = new Map<string, RankedDocument>();
  const documentOf = (id: string): RankedDocument | undefined => documents.get(id);
  const engine = createPhraseEngine({ engine: createReferenceEngine(), documentOf, ...options });
  return {
    ...engine,
    get size() {
      return engine.size;
    },
    async add(added) {
      await engine.add(added);
      for (const document of added) documents.set(document.id, document);
    },
  };
}

registerConformance({ describe, it }, rankEngineCases, {
  name: "phrase, nothing raised",
  create: () => createKeeping({ boost: 0 }),
  capabilities: new Set(["fields", "explain"]),
});

const raised = "hits are raised by how near their terms stand";
registerConformance({ describe, it }, rankEngineCases, {
  name: "phrase",
  create: () => createKeeping({ engine: createWasmEngine() }),
  capabilities: new Set(["fields", "explain"]),
  knownGaps: { "scores/sum": raised, "search/ids": raised, "search/id-prefix": raised },
});

const documents: readonly RankedDocument[] = [
  { id: "apart", text: "Travel is allowed. All other expenses of the department are listed in the annex." },
  { id: "row", text: "Reimbursement of travel expenses: hotels up to 120 EUR a night, by receipt." },
  { id: "turned", text: "The expenses of a travel agency are no concern of this policy." },
  { id: "差旅", text: "差旅费的报销标准" },
  { id: "titled", text: "see annex", fields: { title: "Travel expenses" } },
];

async function filled(options: Partial<PhraseEngineOptions> = {}): Promise<PhraseEngine> {
  const engine = createKeeping(options);
  await engine.add(documents);
  return engine;
}

async function idsOf(engine: PhraseEngine, query: string, limit = 10): Promise<readonly string[]> {
  return (await engine.search(query, { limit })).map(({ id }) => id);
}

describe("the phrase engine", () => {
  it("finds words in quotes in a row only, inflected or not, in the text or in one field", async () => {
    const engine = await filled();
    for (const query of ['"travel expenses"', "“Travel Expense”", "„travel expenses“", "«travel expenses»"])
      expect((await idsOf(engine, query)).toSorted(), query).toEqual(["row", "titled"]);
    expect(await idsOf(engine, '"expenses of travel"')).toEqual(["turned"]);
    expect(await idsOf(engine, '"see annex travel"')).toEqual([]);
    expect(await idsOf(engine, '"报销标准"')).toEqual(["差旅"]);
    expect(await idsOf(engine, '"标准报销"')).toEqual([]);
    expect(await idsOf(engine, 'hotels "travel expenses" "by receipt"')).toEqual(["row"]);
  });

  it("takes quotes without a partner or without words as text", async () => {
    const engine = await filled();
    expect(await idsOf(engine, '"travel')).toHaveLength(4);
    expect(await idsOf(engine, '"" travel "of the"')).toHaveLength(4);
    expect(await idsOf(engine, '""')).toEqual([]);
  });

  it("puts documents first whose words stand near to each other, and says by how much", async () => {
    const engine = await filled();
    const plain = createReferenceEngine();
    await plain.add(documents);
    for (const hit of await engine.search("travel expenses")) {
      const before = (await plain.search("travel expenses")).find(({ id }) => id === hit.id)!;
      const share = await engine.explainPhrases("travel expenses", hit.id);
      expect(hit.score).toBe(before.score * share!.factor);
    }
    expect((await engine.explainPhrases("travel expenses", "row"))!).toEqual({ phrases: [], nearness: 1, factor: 1.5 });
    expect((await engine.explainPhrases("travel expenses", "apart"))!.nearness).toBe(1 / 2);
    expect(await engine.explainPhrases('"travel agency" hotel', "turned")).toMatchObject({
      phrases: [{ phrase: "travel agency", occurrences: 1 }],
    });
    expect(await engine.explainPhrases("travel", "nobody")).toBeUndefined();
  });

  it("raises only the first hits of the engine", async () => {
    const engine = await filled({ depth: 1, boost: 10 });
    const [first, ...rest] = await engine.search("travel expenses");
    expect((await engine.explainPhrases("travel expenses", first!.id))!.factor).toBeGreaterThan(2);
    for (const { id } of rest) expect((await engine.explainPhrases("travel expenses", id))!.factor).toBe(1);
  });

  it("looks through as many candidates as it takes to find a phrase", async () => {
    const engine = createKeeping({ depth: 2 });
    const many = Array.from({ length: 300 }, (_, number) => ({ id: `d${number}`, text: "green apple apple" }));
    await engine.add([...many, { id: "late", text: `apple green ${"filler ".repeat(50)}` }]);
    expect(await idsOf(engine, '"apple green"', 3)).toEqual(["late"]);
    expect(await idsOf(engine, '"green apple"', 7)).toHaveLength(7);
  });

  it("leaves out a document whose text is gone when a phrase is asked for, and does not raise it otherwise", async () => {
    const engine = await filled({ documentOf: async () => undefined });
    expect(await idsOf(engine, '"travel expenses"')).toEqual([]);
    expect(await idsOf(engine, "travel expenses")).toHaveLength(4);
  });

  it("refuses options without meaning", () => {
    for (const options of [{ boost: -1 }, { boost: Number.NaN }, { window: 1 }, { depth: 0 }])
      expect(() => createKeeping(options)).toThrowError(expect.objectContaining({ name: "RankerError" }));
  });
});

describe("nearness", () => {
  const terms = fc.array(fc.constantFrom("a", "b", "c", "x", "y"), { maxLength: 14 });

  it("is what trying every stretch of the text gives", () => {
    fc.assert(
      fc.property(terms, fc.subarray(["a", "b", "c"]), fc.integer({ min: 2, max: 8 }), (text, list, window) => {
        const wanted = new Set(list);
        let best = 0;
        for (let start = 0; start < text.length; start++) {
          for (let end = start + 2; end <= Math.min(text.length, start + window); end++) {
            const met = new Set(text.slice(start, end).filter((term) => wanted.has(term))).size;
            if (met > 1) best = Math.max(best, (met - 1) ** 2 / ((wanted.size - 1) * (end - start - 1)));
          }
        }
        expect(nearness(text, wanted, window)).toBe(best);
      }),
      { numRuns: 500 },
    );
  });

  it("is 1 in a row, and counts overlapping phrases", () => {
    expect(nearness(["x", "b", "a", "c"], new Set(["a", "b", "c"]), 16)).toBe(1);
    expect(countPhrase(["a", "a", "a", "b"], ["a", "a"])).toBe(2);
  });
});
