import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { temporaryFolder } from "@runningtab/test-kit";
import { expect, it, onTestFinished } from "vitest";
import { startEmbeddingServer } from "../../test/embedding-server.ts";
import { createEmbeddingEngine } from "./embedding-engine.ts";
import { createVectorCache, type VectorCache } from "./vector-cache.ts";

const GROUPS = [
  ["boat", "ferry", "ship"],
  ["apple", "orchard", "fruit"],
];
const PAGES = [
  { id: "a", text: "The ferry sails at noon." },
  { id: "b", text: "An orchard of old trees." },
  { id: "c", text: "A ship, and fruit." },
  { id: "d", text: "   " },
];

const modelAt = (baseUrl: string) =>
  createOpenAICompatible({ name: "loopback", baseURL: baseUrl }).embeddingModel("tiny");

function cacheIn(folder: string): VectorCache {
  const cache = createVectorCache(join(folder, "vectors.sqlite"));
  onTestFinished(() => cache.close());
  return cache;
}

it("finds pages that mean the same in other words, closest first", async () => {
  const { baseUrl } = await startEmbeddingServer(GROUPS);
  const engine = createEmbeddingEngine({ model: modelAt(baseUrl) });
  await engine.add(PAGES);
  const hits = await engine.search("boat");
  expect(hits.map(({ id }) => id)).toEqual(["a", "c", "b"]);
  expect(hits[0]!.score).toBeGreaterThan(0.99);
  expect((await engine.search("boat", { limit: 1, filter: (id) => id !== "a" })).map(({ id }) => id)).toEqual(["c"]);
  await engine.remove(["a", "unknown"]);
  expect((await engine.search("boat")).map(({ id }) => id)).toEqual(["c", "b"]);
  await engine.add([{ id: "b", text: "Now a boat." }]);
  expect((await engine.search("boat"))[0]!.id).toBe("b");
  expect(await engine.search("  ")).toEqual([]);
});

it("embeds a text once for each model, also in a later process, and keeps no text", async () => {
  const { baseUrl, embedded } = await startEmbeddingServer(GROUPS);
  const folder = temporaryFolder("vectors");
  const model = modelAt(baseUrl);
  const first = createEmbeddingEngine({ model, cache: cacheIn(folder) });
  await first.add([...PAGES, { id: "copy", text: PAGES[0]!.text }]);
  expect(embedded).toEqual(PAGES.slice(0, 3).map(({ text }) => text));
  const second = createEmbeddingEngine({ model, cache: cacheIn(folder) });
  await second.add(PAGES);
  expect(embedded).toHaveLength(3);
  expect((await second.search("boat")).map(({ id }) => id)).toEqual(["a", "c", "b"]);
  const other = createOpenAICompatible({ name: "loopback", baseURL: baseUrl }).embeddingModel("other");
  await createEmbeddingEngine({ model: other, cache: cacheIn(folder) }).add(PAGES);
  expect(embedded).toHaveLength(7);
  expect(statSync(join(folder, "vectors.sqlite")).mode & 0o777).toBe(0o600);
});

it("rejects when the server refuses, and keeps what was embedded before", async () => {
  const server = await startEmbeddingServer(GROUPS);
  const engine = createEmbeddingEngine({ model: modelAt(server.baseUrl) });
  await engine.add(PAGES.slice(0, 1));
  server.fail(400);
  await expect(engine.add(PAGES.slice(1))).rejects.toThrow("scripted failure");
  server.fail(200);
  expect((await engine.search("boat")).map(({ id }) => id)).toEqual(["a"]);
});

it("refuses a file of another program", () => {
  const file = join(temporaryFolder("vectors"), "vectors.sqlite");
  writeFileSync(file, "no database at all, and long enough to be looked at");
  expect(() => createVectorCache(file)).toThrow();
});
