import { BenchMisuse, type BenchOutput, parseOptions } from "../bench.ts";
import { officeqaFolder } from "../officeqa-folder.ts";
import { readCorpus, resample } from "./corpus.ts";
import { fieldedEngine, fts5Engine, loadPeers, wasmEngine } from "./engines.ts";
import { hasXapian, measureXapian } from "./xapian.ts";
import { measureEngines, measureWasm, type EngineTimes, type WasmFacts } from "./measure.ts";

/** Peers take minutes beyond this. */
const mostPeerPages = 10_000;

interface SizeReport {
  readonly pages: number;
  readonly textBytes: number;
  readonly engines: readonly EngineTimes[];
  /** Our engine with fields, apart from the others, which rank none. */
  readonly fielded: readonly EngineTimes[];
  readonly wasm: WasmFacts;
}

export async function run(args: readonly string[], output: BenchOutput): Promise<number> {
  const options = parseOptions(args, {
    data: { type: "string" },
    pages: { type: "string", default: "1000,2600,10000" },
    runs: { type: "string", default: "5" },
    seed: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
  });
  const sizes = options.pages.split(",").map(Number);
  const [runs, seed] = [Number(options.runs), Number(options.seed)];
  if (![...sizes, runs, seed].every((value) => Number.isSafeInteger(value) && value >= 1))
    throw new BenchMisuse(
      "--pages is a list of whole numbers from 1, as 1000,10000; --runs and --seed are such numbers.",
    );
  const corpus = readCorpus(officeqaFolder(options.data, "pdfs"));
  const { engines: peers, absent } = await loadPeers();
  for (const name of absent) output.note(`${name} is not measured: run \`npm ci\` in apps/bench/peers to install it.`);
  const withXapian = hasXapian();
  if (!withXapian) output.note("Xapian is not measured: install Debian's python3-xapian.");
  const reports: SizeReport[] = [];
  for (const size of sizes) {
    const pages = resample(corpus.pages, size, seed);
    const engines = size <= mostPeerPages ? [wasmEngine, fts5Engine, ...peers] : [wasmEngine];
    const times = await measureEngines(engines, pages, corpus.queries, runs, output.note);
    const xapian = withXapian && size <= mostPeerPages ? [await measureXapian(pages, corpus.queries, runs)] : [];
    const report = {
      pages: pages.length,
      textBytes: pages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
      engines: [...times, ...xapian],
      fielded: await measureEngines([fieldedEngine], pages, corpus.queries, runs, output.note),
      wasm: await measureWasm(pages, corpus.queries[0]!, runs),
    };
    reports.push(report);
    if (!options.json) printReport(report, output);
  }
  if (options.json)
    output.print(JSON.stringify({ seed, runs, queries: corpus.queries.length, absent, withXapian, sizes: reports }));
  return 0;
}

function printReport({ pages, textBytes, engines, fielded, wasm }: SizeReport, { print }: BenchOutput): void {
  const own = engines[0]!;
  print(`${pages} pages, ${(textBytes / 1e6).toFixed(1)} MB`);
  print("  engine        build MB/s  × slower  query p50 ms  p95 ms  × slower");
  for (const { engine, buildCpuMs, queryMs } of [...engines, ...fielded]) {
    const columns = [
      (textBytes / 1e3 / buildCpuMs).toFixed(1).padStart(10),
      (buildCpuMs / own.buildCpuMs).toFixed(1).padStart(8),
      queryMs.p50.toFixed(3).padStart(12),
      queryMs.p95.toFixed(2).padStart(6),
      (queryMs.p50 / own.queryMs.p50).toFixed(1).padStart(8),
    ];
    print(`  ${engine.padEnd(12)}  ${columns.join("  ")}`);
  }
  const share = (bytes: number): string =>
    `${(bytes / 1e6).toFixed(1)} MB (${(bytes / textBytes).toFixed(2)} of the text)`;
  print(`  wasm: memory ${share(wasm.memoryBytes)}, saved ${share(wasm.savedBytes)}`);
  const times = [wasm.saveMs, wasm.loadMs, wasm.replaceMs, wasm.askAfterMs].map((ms) => ms.toFixed(2));
  print(
    `  wasm, ms: save ${times[0]}, load ${times[1]}, replace one page ${times[2]}, first query after it ${times[3]}`,
  );
  print("");
}
