import { registerConformance } from "@runningtab/conformance-kit";
import { describe, expect, it } from "vitest";
import { rankEngineCases } from "../conformance.ts";
import type { RankedDocument, RankEngine } from "../rank-engine.ts";
import type { VectorEngine } from "../vector-engine.ts";
import { createHybridEngine } from "./hybrid.ts";
import { createWasmEngine } from "./wasm.ts";

/** A toy embedder: words of one meaning share a dimension, and documents are close when their dimensions are. */
function createToyVectorEngine(meanings: readonly (readonly string[])[]): VectorEngine {
  const vectors = new Map<string, readonly number[]>();
  const embed = (text: string): readonly number[] => {
    const words = text.toLowerCase().split(/\W+/);
    const counts = meanings.map((meaning) => words.filter((word) => meaning.includes(word)).length);
    const length = Math.hypot(...counts);
    return counts.map((count) => (length === 0 ? 0 : count / length));
  };
  return {
    specVersion: 1,
    name: "toy",
    add: async (documents) => documents.forEach(({ id, text }) => vectors.set(id, embed(text))),
    remove: async (ids) => ids.forEach((id) => vectors.delete(id)),
    search: async (query, { limit = 10, filter = () => true } = {}) => {
      const wanted = embed(query);
      return [...vectors]
        .map(([id, vector]) => ({ id, score: vector.reduce((sum, value, index) => sum + value * wanted[index]!, 0) }))
        .filter(({ id, score }) => score > 0 && filter(id))
        .toSorted((a, b) => b.score - a.score)
        .slice(0, limit);
    },
  };
}

const fusedScores = "scores are sums of reciprocal ranks, which come from the order alone";

registerConformance({ describe, it }, rankEngineCases, {
  name: "hybrid",
  create: (): RankEngine => createHybridEngine({ lexical: createWasmEngine(), vector: createToyVectorEngine([]) }),
  knownGaps: {
    "index/replace": fusedScores,
    "index/remove": fusedScores,
    "index/remove-all": fusedScores,
    "index/many-changes": fusedScores,
    "search/filter-keeps-statistics": fusedScores,
    "search/ids": fusedScores,
    "search/id-prefix": fusedScores,
    "search/filters-together": fusedScores,
    "scores/hand-computed": fusedScores,
    "scores/sum": fusedScores,
    "scores/common-term": fusedScores,
    "scores/one-document": fusedScores,
    "scores/figures": fusedScores,
  },
});

const documents: readonly RankedDocument[] = [
  { id: "staff", text: "Staff numbers rose in spring" },
  { id: "employees", text: "Employees asked for a canteen" },
  { id: "menu", text: "The canteen serves lunch" },
];

describe("the hybrid engine", () => {
  const meanings = [
    ["staff", "employees", "workforce"],
    ["canteen", "lunch"],
  ];

  it("finds by words and by meaning, what both find first", async () => {
    const engine = createHybridEngine({ lexical: createWasmEngine(), vector: createToyVectorEngine(meanings) });
    await engine.add(documents);
    const hits = await engine.search("employees");
    expect(hits.map(({ id, terms }) => [id, terms])).toEqual([
      ["employees", ["employe"]],
      ["staff", []],
    ]);
    expect(await engine.search("workforce")).toMatchObject([{ id: "staff" }, { id: "employees" }]);
    expect(await engine.search("zebra")).toEqual([]);
  });

  it("adds the reciprocal ranks of the two engines", async () => {
    const engine = createHybridEngine({ lexical: createWasmEngine(), vector: createToyVectorEngine(meanings) });
    await engine.add(documents);
    const [first, second] = await engine.search("lunch", { limit: 2 });
    expect(first).toEqual({ id: "menu", score: 2 / 61, terms: ["lunch"] });
    expect(second).toEqual({ id: "employees", score: 1 / 62, terms: [] });
  });

  it("removes from both, and asks both for accepted ids only", async () => {
    const engine = createHybridEngine({ lexical: createWasmEngine(), vector: createToyVectorEngine(meanings) });
    await engine.add(documents);
    await engine.remove(["employees"]);
    expect(engine.size).toBe(2);
    expect(await engine.search("employees")).toMatchObject([{ id: "staff" }]);
    expect(await engine.search("employees canteen", { filter: (id) => id === "menu" })).toMatchObject([{ id: "menu" }]);
  });
});
