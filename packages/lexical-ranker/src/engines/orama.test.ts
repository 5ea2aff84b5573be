import * as orama from "@orama/orama";
import { registerConformance } from "@runningtab/conformance-kit";
import { describe, expect, it } from "vitest";
import { rankEngineCases } from "../conformance.ts";
import { createOramaEngine } from "./orama.ts";
import { createWasmEngine } from "./wasm.ts";

const ownScores = "Orama counts a term once a document, and divides that by the document's length";

registerConformance({ describe, it }, rankEngineCases, {
  name: "orama",
  create: () => createOramaEngine({ orama }),
  knownGaps: {
    "index/replace": ownScores,
    "index/remove": ownScores,
    "index/remove-all": ownScores,
    "index/many-changes": ownScores,
    "scores/hand-computed": ownScores,
    "scores/sum": ownScores,
    "scores/one-document": ownScores,
    "scores/figures": ownScores,
  },
});

describe("the orama engine", () => {
  const documents = [
    { id: "long", text: `apple apple apple ${"lemon grape banana ".repeat(20)}` },
    { id: "short", text: "apple lemon" },
    { id: "begins", text: "applet" },
  ];

  it("scores as Orama does: a term counts once, divided by the number of distinct terms", async () => {
    const engine = createOramaEngine({ orama });
    await engine.add(documents);
    const [first, second] = await engine.search("apple");
    expect([first?.id, second?.id]).toEqual(["short", "long"]);
    const idf = Math.log(1 + (3 - 2 + 0.5) / (2 + 0.5));
    const mean = (4 + 2 + 1) / 3;
    const expected = (length: number): number =>
      (idf * (1 / length) * 2.2) / (1 / length + 1.2 * (1 - 0.75 + (0.75 * length) / mean));
    expect(first!.score).toBeCloseTo(expected(2), 9);
    expect(second!.score).toBeCloseTo(expected(4), 9);
  });

  it("leaves out what only begins like the query", async () => {
    const engine = createOramaEngine({ orama });
    await engine.add(documents);
    const { hits } = await orama.search(await exampleOrama(), { term: "apple", threshold: 1 });
    expect(hits.map(({ document }) => document.text)).toContain("applet");
    expect((await engine.search("apple")).map(({ id }) => id)).not.toContain("begins");
    expect((await engine.search("applet")).map(({ id }) => id)).toEqual(["begins"]);
  });

  it("finds the same documents as the wasm engine for any words", async () => {
    const [own, other] = [createOramaEngine({ orama }), createWasmEngine()];
    for (const engine of [own, other]) await engine.add(documents);
    for (const query of ["apple", "lemon applet", "grape 1", "认证"]) {
      const ids = async (engine: typeof own): Promise<readonly string[]> =>
        (await engine.search(query)).map(({ id }) => id).toSorted();
      expect(await ids(own), query).toEqual(await ids(other));
    }
  });

  async function exampleOrama() {
    const index = orama.create({ schema: { text: "string" } });
    for (const { text } of documents) await orama.insert(index, { text });
    return index;
  }
});
