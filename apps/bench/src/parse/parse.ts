import { readdirSync } from "node:fs";
import { join } from "node:path";
import { BenchMisuse, type BenchOutput, parseOptions } from "../bench.ts";
import { officeqaFolder } from "../officeqa-folder.ts";
import { findBareEngines } from "./bare-engines.ts";
import { type BareRun, measureBareRun } from "./bare-run.ts";
import { judge } from "./judge.ts";
import { ourEngine } from "./our-engine.ts";
import type { PdfEngine, RunningPdfEngine } from "./pdf-engine.ts";
import { measureWholeRun, type WholeRun } from "./whole-run.ts";

/** Of one engine over all files. */
export interface EngineTimes {
  readonly engine: string;
  readonly pages: number;
  /** CPU time, user and system, of reading all files: of each the least of its rounds. */
  readonly readSeconds: number;
  /** CPU time of loading the engine, paid once a process. */
  readonly loadSeconds: number;
}

export interface ParseReport {
  readonly files: number;
  readonly engines: readonly EngineTimes[];
  readonly wholeRuns: readonly WholeRun[];
  /** The same of bare pdf-parse: how much two processes can gain on this machine. */
  readonly bareRuns: readonly BareRun[];
  /** Engines that are not installed. */
  readonly absent: readonly string[];
}

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
  const verdicts = judge(report);
  if (options.json) output.print(JSON.stringify({ ...report, verdicts }));
  else {
    printTable(report, output);
    for (const { what, found, target, met } of verdicts) {
      const verdict = met === undefined ? "not judged" : met ? "met" : "MISSED";
      output.print(`${what}: ${found}; target ${target}: ${verdict}`);
    }
  }
  return verdicts.some(({ met }) => met === false) ? 1 : 0;
}

/** So many of the names, evenly over all: the first ones alone are scans. */
function spread(names: readonly string[], count: number): readonly string[] {
  const step = names.length / Math.min(count, names.length);
  return Array.from({ length: Math.min(count, names.length) }, (_, index) => names[Math.floor(index * step)]!);
}

/**
 * File by file all engines in turn, so that the machine's other work disturbs them alike; several times over, each file
 * with the least of its times. Then all files at once, with one and with two processes, by ours and by bare pdf-parse.
 */
export async function measureParsing(
  files: readonly string[],
  rounds: number,
  { note }: Pick<BenchOutput, "note">,
): Promise<ParseReport> {
  const { engines, absent } = findBareEngines();
  for (const name of absent) note(`${name} is not measured: run \`npm ci\` in apps/bench/peers, or install poppler.`);
  const poppler = absent.includes("pdftotext") ? [] : [ourEngine("pdftotext")];
  const engineTimes = await inTurn([ourEngine(), ...engines, ...poppler], files, rounds, note);
  const bare = engines.find(({ name }) => name === "pdf-parse");
  const wholeRuns = new Map<number, WholeRun>();
  const bareRuns = new Map<number, BareRun>();
  for (let round = 1; round <= rounds; round++) {
    for (const processes of [1, 2]) {
      keepFaster(wholeRuns, await measureWholeRun(files, processes));
      if (bare !== undefined) keepFaster(bareRuns, await measureBareRun(bare, files, processes));
      note(`round ${round}: all files at once with ${processes} done`);
    }
  }
  return {
    files: files.length,
    engines: engineTimes,
    wholeRuns: [...wholeRuns.values()],
    bareRuns: [...bareRuns.values()],
    absent,
  };
}

function keepFaster<Run extends { readonly processes: number; readonly wallSeconds: number }>(
  runs: Map<number, Run>,
  run: Run,
): void {
  if (run.wallSeconds < (runs.get(run.processes)?.wallSeconds ?? Infinity)) runs.set(run.processes, run);
}

async function inTurn(
  engines: readonly PdfEngine[],
  files: readonly string[],
  rounds: number,
  note: BenchOutput["note"],
): Promise<readonly EngineTimes[]> {
  const running: { readonly name: string; readonly engine: RunningPdfEngine; readonly best: Map<string, number> }[] =
    [];
  const pages = new Map<string, number>();
  try {
    for (const { name, start } of engines) running.push({ name, engine: await start(), best: new Map() });
    for (let round = 1; round <= rounds; round++) {
      for (const [index, file] of files.entries()) {
        for (const { name, engine, best } of running) {
          const times = await engine.read(file);
          best.set(file, Math.min(best.get(file) ?? Infinity, times.seconds));
          if (round === 1) pages.set(name, (pages.get(name) ?? 0) + times.pages);
        }
        note(`round ${round}: file ${index + 1} of ${files.length} done by each`);
      }
    }
    return running.map(({ name, engine, best }) => ({
      engine: name,
      pages: pages.get(name) ?? 0,
      readSeconds: [...best.values()].reduce((sum, seconds) => sum + seconds, 0),
      loadSeconds: engine.loadSeconds,
    }));
  } finally {
    for (const { engine } of running) await engine.close();
  }
}

function printTable({ files, engines, wholeRuns, bareRuns }: ParseReport, { print }: BenchOutput): void {
  print(`${files} PDFs; CPU time, user and system; loading an engine apart`);
  print("engine           pages  pages/CPU s  CPU s  load s");
  const row = (name: string, pages: number, read: number, load: number): void => {
    const columns = [String(pages).padStart(5), (pages / read).toFixed(1).padStart(11), read.toFixed(1).padStart(5)];
    print(`${name.padEnd(15)}  ${columns.join("  ")}  ${load.toFixed(2).padStart(6)}`);
  };
  for (const { engine, pages, readSeconds, loadSeconds } of engines) row(engine, pages, readSeconds, loadSeconds);
  const load = engines[0]?.loadSeconds ?? 0;
  for (const { processes, pages, childSeconds, hostSeconds, starts } of wholeRuns)
    row(`ours × ${processes}, at once`, pages, childSeconds + hostSeconds - starts * load, starts * load);
  print("");
  for (const { processes, starts, hostSeconds, wallSeconds } of wholeRuns) {
    const own = hostSeconds.toFixed(1);
    print(
      `ours × ${processes}, at once: ${starts} children started, ${own} s CPU in the host, ${wallSeconds.toFixed(1)} s by the clock`,
    );
  }
  for (const { processes, cpuSeconds, wallSeconds } of bareRuns) {
    print(
      `pdf-parse × ${processes}, at once: ${cpuSeconds.toFixed(1)} s CPU with loading, ${wallSeconds.toFixed(1)} s by the clock`,
    );
  }
}
