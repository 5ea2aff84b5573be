import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { diff } from "@runningtab/review-diff";
import { type BenchOutput, parseOptions } from "../bench.ts";
import { childrenCpuSeconds } from "../cpu-time.ts";
import { countDaffChanges, countsText, type DaffTables, loadDaff } from "./daff.ts";
import { editedText, toCsv } from "./edited-table.ts";
import type { Measurement } from "./measure-one.ts";
import { notebookCases, toNotebook } from "./notebook-cases.ts";
import { tableCases } from "./table-cases.ts";

const MEASURE = fileURLToPath(new URL("./measure-one.ts", import.meta.url));
/** A pair of workbooks of a million cells each is to fit into so many MB. */
const MAX_WORKBOOK_MB = 2_048;
/** Text is to take at most so many times the CPU time of git, from so many lines on. */
const MAX_TIMES_GIT = 2;
const LINES_THAT_COUNT = 10_000;

/** Measures the comparison beside daff, git and diff, and judges tables and notebooks by what is to be found. */
export async function run(args: readonly string[], output: BenchOutput): Promise<number> {
  const options = parseOptions(args, {
    rows: { type: "string", default: "1000,10000,100000" },
    lines: { type: "string", default: "1000,10000,100000" },
    cells: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "15" },
  });
  const numbers = (list: string): readonly number[] =>
    list
      .split(",")
      .filter((text) => text !== "")
      .map(Number);
  const rounds = Number(options.rounds);
  const daff = loadDaff();
  if (daff === undefined) output.note("daff is not measured: run `npm ci` in apps/bench/peers to install it.");

  let isMissed = await judgeTables(daff, output);
  isMissed = (await judgeNotebooks(output)) || isMissed;
  for (const rows of numbers(options.rows)) {
    const times = roundsFor(rows, rounds);
    const ours = measure("table", rows, times);
    const theirs = daff === undefined ? undefined : measure("daff", rows, times);
    output.print(`${rows} rows: ours ${shown(ours)}${theirs === undefined ? "" : `; daff ${shown(theirs)}`}`);
    if (theirs !== undefined && ours.cpuMs > theirs.cpuMs) isMissed = true;
  }
  for (const lines of numbers(options.lines)) isMissed = measureText(lines, rounds, output) || isMissed;
  for (const cells of numbers(options.cells)) {
    const ours = measure("workbook", cells, 1);
    output.print(`workbook of ${cells} cells a side: ours ${shown(ours)}; ${ours.found}`);
    if (ours.peakMb > MAX_WORKBOOK_MB) isMissed = true;
  }
  return isMissed ? 1 : 0;
}

/** Large pairs are slow and steady enough to be compared once; a small one has to warm up. */
function roundsFor(size: number, rounds: number): number {
  return size > 10_000 ? 1 : rounds;
}

function shown({ cpuMs, peakMb }: Measurement): string {
  return `${cpuMs.toFixed(0)} ms CPU, ${peakMb.toFixed(0)} MB`;
}

function measure(engine: string, size: number, rounds: number): Measurement {
  const args = ["--conditions=@runningtab/source", MEASURE, engine, String(size), String(rounds)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as Measurement;
}

async function judgeTables(daff: DaffTables | undefined, output: BenchOutput): Promise<boolean> {
  let [right, daffRight] = [0, 0];
  for (const { name, before, after, expected } of tableCases) {
    const sides = [before, after].map((rows) => ({ path: "a.csv", bytes: toCsv(rows) }));
    const { changes } = await diff(sides[0]!, sides[1]!);
    const counts = new Map<string, number>();
    for (const { kind, subject } of changes) {
      counts.set(`${subject} ${kind}`, (counts.get(`${subject} ${kind}`) ?? 0) + 1);
    }
    const [ours, theirs] = [
      countsText(counts),
      daff === undefined ? "not measured" : countDaffChanges(daff(before, after)),
    ];
    if (ours === expected) right++;
    if (theirs === expected) daffRight++;
    output.print(`table, ${name}: expected ${expected}; ours ${ours}; daff ${theirs}`);
  }
  output.print(`tables as expected: ours ${right} of ${tableCases.length}, daff ${daffRight}`);
  return right < tableCases.length;
}

async function judgeNotebooks(output: BenchOutput): Promise<boolean> {
  let right = 0;
  for (const { name, before, after, expected } of notebookCases) {
    const sides = [before, after].map((cells) => ({ path: "a.ipynb", bytes: toNotebook(cells) }));
    const { changes } = await diff(sides[0]!, sides[1]!);
    const found = changes.map(({ kind, subject, address }) => `${kind} ${subject} ${address}`);
    const isRight = found.toSorted().join() === expected.toSorted().join();
    if (isRight) right++;
    else
      output.print(
        `notebook, ${name}: expected ${expected.join(", ") || "nothing"}; ours ${found.join(", ") || "nothing"}`,
      );
  }
  output.print(`notebooks as expected: ${right} of ${notebookCases.length}`);
  return right < notebookCases.length;
}

/** CPU time of git and diff over their whole process, and over that of one that compares a line, which is their start. */
function measureText(lines: number, rounds: number, output: BenchOutput): boolean {
  const folder = mkdtempSync(join(tmpdir(), "runningtab-bench-diff-"));
  try {
    const { before, after } = editedText(lines);
    for (const [name, text] of Object.entries({ a: before, b: after, c: "a line\n", d: "another\n" })) {
      writeFileSync(join(folder, name), text);
    }
    const least = (command: string, args: readonly string[]): number | undefined => {
      const times = Array.from({ length: rounds }, () => {
        const start = childrenCpuSeconds();
        spawnSync(command, args, { cwd: folder, stdio: "ignore" });
        const end = childrenCpuSeconds();
        return start === undefined || end === undefined ? NaN : (end - start) * 1_000;
      });
      // A tick of the clock is 10 ms: the mean of several runs tells more than the least.
      const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
      return Number.isNaN(mean) ? undefined : mean;
    };
    const gitDiff = (from: string, to: string) => least("git", ["diff", "--no-index", from, to]);
    const [git, gitStart] = [gitDiff("a", "b"), gitDiff("c", "d")];
    const [plain, ours] = [least("diff", ["a", "b"]), measure("text", lines, roundsFor(lines, rounds))];
    const ms = (time: number | undefined): string => (time === undefined ? "not told" : `${time.toFixed(1)} ms`);
    output.print(
      `${lines} lines: ours ${shown(ours)}; git diff --no-index ${ms(git)}, of these its start ${ms(gitStart)}; diff ${ms(plain)}`,
    );
    return git !== undefined && lines >= LINES_THAT_COUNT && ours.cpuMs > MAX_TIMES_GIT * git;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
