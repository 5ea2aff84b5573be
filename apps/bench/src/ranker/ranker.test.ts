import { expect, it } from "vitest";
import { fts5Engine, wasmEngine } from "./engines.ts";
import { resample } from "./corpus.ts";
import { measureEngines, measureWasm } from "./measure.ts";
import { hasXapian, measureXapian } from "./xapian.ts";

const pages = Array.from({ length: 30 }, (_, index) => ({
  id: `p${index}`,
  text: `total receipts of fiscal year 19${10 + index}\nexpenditures 1,${100 + index}\n`,
}));

it("makes the same larger corpus from a seed, with new words in it", () => {
  const larger = resample(pages, 200, 3);
  expect(larger).toEqual(resample(pages, 200, 3));
  expect(larger.slice(0, 30)).toEqual(pages);
  expect(new Set(larger.map(({ id }) => id)).size).toBe(200);
  const words = (documents: typeof larger): number => new Set(documents.flatMap(({ text }) => text.split(/\s+/))).size;
  expect(words(larger)).toBeGreaterThan(1.5 * words(pages));
  expect(resample(pages, 7, 1)).toHaveLength(7);
});

it("measures engines that find the same pages", async () => {
  for (const engine of [wasmEngine, fts5Engine]) {
    const index = await engine.build(pages);
    expect(await index.search("receipts of 1915"), engine.name).toBe(10);
    expect(await index.search("the 1915"), engine.name).toBe(1);
    expect(await index.search("zebra"), engine.name).toBe(0);
  }
  const times = await measureEngines([wasmEngine, fts5Engine], pages, ["fiscal year 1920"], 2, () => {});
  expect(times.map(({ engine }) => engine)).toEqual(["wasm", "FTS5"]);
  for (const { queryMs } of times) expect(queryMs.p50).toBeGreaterThan(0);
  expect((await measureWasm(pages, "fiscal 1920", 2)).savedBytes).toBeGreaterThan(100);
});

const withXapian = hasXapian();
it.skipIf(!withXapian)(
  `measures Xapian${withXapian ? "" : " (skipped: python3-xapian is not installed)"}`,
  async () => {
    const { buildCpuMs, queryMs } = await measureXapian(pages, ["fiscal year 1920", "zebra"], 2);
    expect(buildCpuMs).toBeGreaterThan(0);
    expect(queryMs.p95).toBeGreaterThan(0);
  },
);
