import { createReferenceEngine } from "@runningtab/lexical-ranker/engines/reference";
import type { RankedDocument } from "@runningtab/lexical-ranker";
import { seededRandom, type SeededRandom } from "@runningtab/test-kit";
import { BenchMisuse, type BenchOutput, parseOptions } from "./bench.ts";

/** Terms on a page and in a query, in terms; about what a page of a report and a question hold. */
const PAGE_TERMS = 400;
const QUERY_TERMS = 12;
const QUERIES = 50;
/** Each query counts with the fastest of its runs: the others tell of the machine's other work. */
const RUNS = 5;
const VOCABULARY = 20_000;

interface SearchReport {
  readonly engine: string;
  readonly seed: number;
  readonly pages: number;
  readonly megabytes: number;
  /** Megabytes of text a second of CPU time. */
  readonly addMegabytesPerSecond: number;
  /** Growth of the heap by the index; absent without `--expose-gc`. */
  readonly indexMegabytes?: number;
  readonly queryMs: { readonly p50: number; readonly p95: number };
}

export async function run(args: readonly string[], output: BenchOutput): Promise<number> {
  const options = parseOptions(args, {
    pages: { type: "string", default: "5000" },
    seed: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
  });
  const [pages, seed] = [Number(options.pages), Number(options.seed)];
  if (!Number.isSafeInteger(pages) || pages < 1 || !Number.isSafeInteger(seed))
    throw new BenchMisuse("--pages and --seed are whole numbers, --pages at least 1.");
  const report = await measureSearch(pages, seed);
  if (options.json) output.print(JSON.stringify(report));
  else for (const line of reportLines(report)) output.print(line);
  return 0;
}

/** Indexes generated pages with the reference engine and asks generated queries. Equal seeds give equal corpora. */
export async function measureSearch(pages: number, seed: number): Promise<SearchReport> {
  const random = seededRandom(seed);
  const documents = Array.from({ length: pages }, (_, page): RankedDocument => {
    return { id: `page-${page}`, text: words(random, PAGE_TERMS) };
  });
  const megabytes = documents.reduce((sum, { text }) => sum + text.length, 0) / 1e6;
  const engine = createReferenceEngine();
  const heapBefore = heapUsed();
  const cpuBefore = process.cpuUsage();
  await engine.add(documents);
  const { user, system } = process.cpuUsage(cpuBefore);
  const heapAfter = heapUsed();
  const times: number[] = [];
  for (let query = 0; query < QUERIES; query++) {
    const text = words(random, QUERY_TERMS);
    let least = Number.POSITIVE_INFINITY;
    for (let turn = 0; turn < RUNS; turn++) {
      const started = performance.now();
      await engine.search(text);
      least = Math.min(least, performance.now() - started);
    }
    times.push(least);
  }
  times.sort((a, b) => a - b);
  return {
    engine: engine.name,
    seed,
    pages: engine.size,
    megabytes,
    addMegabytesPerSecond: megabytes / ((user + system) / 1e6),
    ...(heapBefore !== undefined && heapAfter !== undefined && { indexMegabytes: (heapAfter - heapBefore) / 1e6 }),
    queryMs: { p50: times[Math.floor(QUERIES * 0.5)]!, p95: times[Math.floor(QUERIES * 0.95)]! },
  };
}

/** Words of a made-up language whose frequencies fall like those of real ones: the n-th comes about 1/n as often. */
function words(random: SeededRandom, count: number): string {
  return Array.from({ length: count }, () => {
    const rank = Math.floor(VOCABULARY ** random.next());
    return `w${rank.toString(36)}x`;
  }).join(" ");
}

function heapUsed(): number | undefined {
  if (globalThis.gc === undefined) return undefined;
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

function reportLines({ engine, seed, pages, megabytes, ...measured }: SearchReport): readonly string[] {
  const { addMegabytesPerSecond, indexMegabytes, queryMs } = measured;
  return [
    `${engine}, ${pages} generated pages of ${PAGE_TERMS} words (seed ${seed}), ${megabytes.toFixed(1)} MB of text`,
    `index: ${addMegabytesPerSecond.toFixed(1)} MB a CPU second, ${indexMegabytes?.toFixed(1) ?? "unknown"} MB of heap`,
    `query: ${queryMs.p50.toFixed(2)} ms p50, ${queryMs.p95.toFixed(2)} ms p95 (${QUERIES} queries of ${QUERY_TERMS} words, fastest of ${RUNS})`,
  ];
}
