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

  const away = new Error("the model is away");
  /** A toy that holds the first of the documents and then fails, while `fails` says so. */
  const createFailing = (): { readonly vector: VectorEngine; fails: boolean } => {
    const toy = createToyVectorEngine(meanings);
    const failing = {
      fails: false,
      vector: {
        ...toy,
        add: async (added: readonly RankedDocument[]) => {
          await toy.add(failing.fails ? added.slice(0, 1) : added);
          if (failing.fails) throw away;
        },
        remove: async (ids: readonly string[]) => {
          if (failing.fails && ids.includes("staff")) throw away;
          await toy.remove(ids);
        },
      },
    };
    return failing;
  };
  const canteen = { id: "new", text: "canteen" };

  it("holds nothing of new documents, and the former words of others, when the vector engine rejects", async () => {
    const failing = createFailing();
    const engine = createHybridEngine({ lexical: createWasmEngine(), vector: failing.vector });
    await engine.add(documents);
    const before = await engine.search("canteen lunch");
    failing.fails = true;
    await expect(engine.add([canteen, { id: "menu", text: "zebra" }])).rejects.toBe(away);
    expect(engine.size).toBe(3);
    expect(await engine.search("zebra")).toEqual([]);
    expect(await engine.search("canteen lunch")).toEqual(before);
    failing.fails = false;
    await engine.add([canteen]);
    expect((await engine.search("canteen")).map(({ id }) => id)).toContain("new");
  });

  it("holds nothing of new documents when the lexical engine rejects", async () => {
    const engine = createHybridEngine({ lexical: createWasmEngine(), vector: createToyVectorEngine(meanings) });
    await engine.add(documents);
    const before = await engine.search("canteen lunch");
    await expect(engine.add([canteen, { ...canteen, id: "b", fields: { footer: "c" } }])).rejects.toMatchObject({
      code: "UNKNOWN_FIELD",
    });
    expect(engine.size).toBe(3);
    expect(await engine.search("canteen lunch")).toEqual(before);
  });

  it("removes nothing that an engine held before it was handed over, when an add fails", async () => {
    const lexical = createWasmEngine();
    await lexical.add(documents);
    const failing = createFailing();
    failing.fails = true;
    const engine = createHybridEngine({ lexical, vector: failing.vector });
    await expect(engine.add([documents[2]!])).rejects.toBe(away);
    expect((await lexical.search("lunch")).map(({ id }) => id)).toEqual(["menu"]);
  });

  it("keeps a document whole when the vector engine rejects its removal", async () => {
    const failing = createFailing();
    const engine = createHybridEngine({ lexical: createWasmEngine(), vector: failing.vector });
    await engine.add(documents);
    const before = await engine.search("staff");
    failing.fails = true;
    await expect(engine.remove(["staff"])).rejects.toBe(away);
    expect(await engine.search("staff")).toEqual(before);
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
