import { createWasmEngine, type RankedDocument } from "@runningtab/lexical-ranker";
import { ownCpuMs } from "../cpu-time.ts";
import type { BenchEngine, BuiltIndex } from "./engines.ts";

export interface EngineTimes {
  readonly engine: string;
  /** CPU time, user and system, of the whole process: collecting garbage and compiling are a part of it. */
  readonly buildCpuMs: number;
  /** Over the queries, the least of the runs each; CPU time, too, since what takes long is interrupted on a busy machine. */
  readonly queryMs: { readonly p50: number; readonly p95: number };
}

export interface WasmFacts {
  readonly memoryBytes: number;
  readonly savedBytes: number;
  /** CPU time. */
  readonly saveMs: number;
  readonly loadMs: number;
  /** CPU time of replacing one page, and of the first query after it; the least of the runs each. */
  readonly replaceMs: number;
  readonly askAfterMs: number;
}

/** Enough for the engines' code to be compiled. */
const warmUpPages = 500;
const warmUpRuns = 5;

/** The least of them counts: collecting what somebody else left and a machine's other work come by chance. */
const builds = 3;

/**
 * Builds every engine in turn after a warm-up, a few times over, then asks all queries of each in turn, several times over:
 * engines that are measured at the same time suffer alike from the machine's other work.
 */
export async function measureEngines(
  engines: readonly BenchEngine[],
  pages: readonly RankedDocument[],
  queries: readonly string[],
  runs: number,
  note: (line: string) => void,
): Promise<readonly EngineTimes[]> {
  const built: { readonly engine: BenchEngine; index: BuiltIndex; buildCpuMs: number }[] = [];
  for (const engine of engines) {
    const index = await engine.build(pages.slice(0, warmUpPages));
    for (let run = 0; run < warmUpRuns; run++) for (const query of queries) await index.search(query);
    built.push({ engine, index, buildCpuMs: Number.POSITIVE_INFINITY });
  }
  for (let round = 1; round <= builds; round++) {
    for (const one of built) {
      globalThis.gc?.();
      const before = ownCpuMs();
      one.index = await one.engine.build(pages);
      one.buildCpuMs = Math.min(one.buildCpuMs, ownCpuMs() - before);
      note(`built ${one.engine.name} over ${pages.length} pages, ${round} of ${builds}`);
    }
  }
  const least = built.map(() => queries.map(() => Number.POSITIVE_INFINITY));
  for (let run = 0; run < runs; run++) {
    for (const [which, { index }] of built.entries()) {
      for (const [number, query] of queries.entries()) {
        const before = ownCpuMs();
        await index.search(query);
        least[which]![number] = Math.min(least[which]![number]!, ownCpuMs() - before);
      }
    }
  }
  return built.map(({ engine, buildCpuMs }, which) => timesOf(engine.name, buildCpuMs, least[which]!));
}

/** `queryMs` holds one time a query. */
export function timesOf(engine: string, buildCpuMs: number, queryMs: readonly number[]): EngineTimes {
  const sorted = queryMs.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
  return { engine, buildCpuMs, queryMs: { p50: at(0.5), p95: at(0.95) } };
}

/** What only our engine has: saving, loading, and changing a page among many. */
export async function measureWasm(pages: readonly RankedDocument[], query: string, runs: number): Promise<WasmFacts> {
  const engine = createWasmEngine();
  await engine.add(pages);
  const memoryBytes = engine.memoryBytes();
  const beforeSave = ownCpuMs();
  const saved = await engine.save();
  const saveMs = ownCpuMs() - beforeSave;
  let loadMs = Number.POSITIVE_INFINITY;
  let replaceMs = Number.POSITIVE_INFINITY;
  let askAfterMs = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) {
    const loaded = createWasmEngine();
    const before = ownCpuMs();
    await loaded.load(saved);
    loadMs = Math.min(loadMs, ownCpuMs() - before);
    const page = pages[(run * 7919) % pages.length]!;
    const beforeReplace = ownCpuMs();
    await engine.add([{ id: page.id, text: `${page.text} changed` }]);
    const beforeAsk = ownCpuMs();
    await engine.search(query);
    replaceMs = Math.min(replaceMs, beforeAsk - beforeReplace);
    askAfterMs = Math.min(askAfterMs, ownCpuMs() - beforeAsk);
  }
  return { memoryBytes, savedBytes: saved.length, saveMs, loadMs, replaceMs, askAfterMs };
}
