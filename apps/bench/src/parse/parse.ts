import { readdirSync } from "node:fs";
import { join } from "node:path";
import { BenchMisuse, type BenchOutput, parseOptions } from "../bench.ts";
import { officeqaFolder } from "../officeqa-folder.ts";
import { type EngineTimes, findBareEngines } from "./bare-engines.ts";
import { measureColdStart, measurePool, type PoolTimes } from "./our-pool.ts";

interface ParseReport {
  readonly files: number;
  readonly engines: readonly EngineTimes[];
  readonly pools: readonly PoolTimes[];
  /** CPU seconds until a child has parsed its first page: a pool pays it for each child. */
  readonly coldStartSeconds: number;
  /** What ours costs beyond the engine that it calls, as a share of it, loading apart on both sides. */
  readonly overhead?: number;
  readonly absent: readonly string[];
}

const OWN_ENGINE = "pdf-parse";
const HEAD = "engine          pages  pages/CPU s  CPU s  load s";

export async function run(args: readonly string[], output: BenchOutput): Promise<number> {
  const options = parseOptions(args, {
    data: { type: "string" },
    files: { type: "string" },
    rounds: { type: "string", default: "1" },
    json: { type: "boolean", default: false },
  });
  const folder = join(officeqaFolder(options.data, "pdfs"), "pdfs");
  const all = readdirSync(folder).toSorted();
  const [count, rounds] = [Number(options.files ?? all.length), Number(options.rounds)];
  if (![count, rounds].every((value) => Number.isSafeInteger(value) && value >= 1))
    throw new BenchMisuse("--files and --rounds are whole numbers from 1.");
  const report = await measureParsing(
    spread(all, count).map((name) => join(folder, name)),
    rounds,
    output,
  );
  if (options.json) output.print(JSON.stringify(report));
  else printReport(report, output);
  return report.pools.every(({ parsedAfterEdit }) => parsedAfterEdit === 1) ? 0 : 1;
}

/** So many of the names, evenly over all: the first ones alone are scans. */
function spread(names: readonly string[], count: number): readonly string[] {
  const step = names.length / Math.min(count, names.length);
  return Array.from({ length: Math.min(count, names.length) }, (_, index) => names[Math.floor(index * step)]!);
}

/** Engines in turn, several times over, each with the least of its times: whoever is disturbed is so by chance. */
export async function measureParsing(
  files: readonly string[],
  rounds: number,
  { note }: Pick<BenchOutput, "note">,
): Promise<ParseReport> {
  const { engines, absent } = findBareEngines();
  for (const name of absent) note(`${name} is not measured: run \`npm ci\` in apps/bench/peers, or install poppler.`);
  const best = new Map<string, EngineTimes>();
  const pools = new Map<number, PoolTimes>();
  let coldStartSeconds = Number.POSITIVE_INFINITY;
  for (let round = 1; round <= rounds; round++) {
    for (const processes of [1, 2]) {
      const times = await measurePool(files, processes);
      if (cpuOf(times) < cpuOf(pools.get(processes))) pools.set(processes, times);
      note(`round ${round}: ours with ${processes} done`);
    }
    for (const engine of engines) {
      const times = await engine.measure(files);
      if (times.readSeconds < (best.get(engine.name)?.readSeconds ?? Infinity)) best.set(engine.name, times);
      note(`round ${round}: ${engine.name} done`);
    }
    coldStartSeconds = Math.min(coldStartSeconds, await measureColdStart());
  }
  const bare = best.get(OWN_ENGINE);
  const ours = pools.get(1)!;
  return {
    files: files.length,
    engines: [...best.values()],
    pools: [...pools.values()],
    coldStartSeconds,
    ...(bare && { overhead: warmOf(ours, coldStartSeconds) / bare.readSeconds - 1 }),
    absent,
  };
}

function cpuOf(times: PoolTimes | undefined): number {
  return times === undefined ? Infinity : times.childSeconds + times.hostSeconds;
}

/** Without what its children took to start. */
function warmOf(times: PoolTimes, coldStartSeconds: number): number {
  return cpuOf(times) - times.starts * coldStartSeconds;
}

function printReport({ files, engines, pools, coldStartSeconds, overhead }: ParseReport, { print }: BenchOutput): void {
  print(`${files} PDFs; CPU time, user and system; loading an engine apart`);
  print(HEAD);
  const row = (name: string, pages: number, read: number, load: number): void => {
    const columns = [String(pages).padStart(5), (pages / read).toFixed(1).padStart(11), read.toFixed(1).padStart(5)];
    print(`${name.padEnd(14)}  ${columns.join("  ")}  ${load.toFixed(2).padStart(6)}`);
  };
  for (const pool of pools)
    row(`ours × ${pool.processes}`, pool.pages, warmOf(pool, coldStartSeconds), pool.starts * coldStartSeconds);
  for (const { engine, pages, readSeconds, loadSeconds } of engines) row(engine, pages, readSeconds, loadSeconds);
  print("");
  if (overhead !== undefined)
    print(`beyond ${OWN_ENGINE}, the engine that ours calls: ${(100 * overhead).toFixed(1)} %; target 10 %`);
  const [one, two] = pools;
  const speedUp = (one!.wallSeconds / two!.wallSeconds).toFixed(2);
  print(`two processes beside one, by the clock: ${speedUp} times as fast; target 1.8 on an idle machine`);
  for (const { processes, starts, hostMegabytes, hostSeconds, parsedAfterEdit } of pools) {
    const peaks = hostMegabytes.map((megabytes) => megabytes.toFixed(0)).join(", ");
    print(
      `ours × ${processes}: ${starts} children started, host ${hostSeconds.toFixed(1)} s CPU, at most ${peaks} MB in the quarters of the corpus; ${parsedAfterEdit} parsed after one edit`,
    );
  }
}
