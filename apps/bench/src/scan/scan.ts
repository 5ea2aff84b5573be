import { execFileSync } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { hashBytesSync } from "@runningtab/content-hash/node";
import { createWorkspace } from "@runningtab/staged-workspace";
import { BenchMisuse, type BenchOutput, parseOptions } from "../bench.ts";
import { ownCpuMs } from "../cpu-time.ts";

/** Most that a scan after one edit may take, as a multiple of `git status` beside it, by the number of files. */
const TARGETS: ReadonlyMap<number, number> = new Map([
  [10_000, 1],
  [100_000, 1.6],
]);

/** Milliseconds. */
interface Cost {
  readonly cpu: number;
  readonly wall: number;
}

/** A scan after one edit beside `git status` in the same folder, by technique; a first scan beside a plain hash loop. */
export async function run(args: readonly string[], output: BenchOutput): Promise<number> {
  const options = parseOptions(args, {
    files: { type: "string", default: "1000,10000,100000" },
    rounds: { type: "string", default: "7" },
    json: { type: "boolean", default: false },
  });
  const sizes = options.files.split(",").map(Number);
  const rounds = Number(options.rounds);
  if (sizes.some((size) => !(size >= 100)) || !(rounds >= 3)) {
    throw new BenchMisuse("--files are numbers from 100, --rounds is at least 3.");
  }
  const results = [];
  for (const size of sizes) {
    output.note(`${size} files`);
    const base = mkdtempSync(join(tmpdir(), "runningtab-bench-"));
    try {
      results.push(await measure(base, size, rounds));
    } finally {
      rmSync(base, { recursive: true, force: true });
    }
  }
  if (options.json) output.print(JSON.stringify(results));
  else for (const line of results.flatMap(describe)) output.print(line);
  const missed = results.filter(({ files, ratios }) => ratios["scan"]!.cpu > (TARGETS.get(files) ?? Infinity));
  for (const { files } of missed) output.note(`Missed at ${files} files: at most ${TARGETS.get(files)} × git status.`);
  return missed.length === 0 ? 0 : 1;
}

async function measure(base: string, files: number, rounds: number) {
  const [root, stateFolder] = [join(base, "root"), join(base, "state")];
  fill(root, files);
  git(root, "init", "--quiet");
  git(root, "add", "--all");
  // Times that are two seconds old need no second look, here as there.
  await setTimeout(2500);

  const plain = await cost(async () => void hashAll(root));
  const heapBefore = heapBytes();
  const open = (watch: boolean) =>
    createWorkspace({ root, stateFolder, watch, baselineLimits: { maxFileBytes: -1 }, ignore: ["/.git/"] });
  let workspace = await open(false);
  const bytesAFile = (heapBytes() - heapBefore) / files;
  await workspace.close();
  rmSync(stateFolder, { recursive: true });
  const first = await cost(async () => {
    workspace = await open(false);
  });
  const watched = await open(true);
  for (let scan = 0; scan < 3; scan++) await watched.scan();
  await workspace.scan();

  const costs: Record<string, Cost[]> = { git: [], scan: [], opened: [], reopened: [], watched: [], again: [] };
  for (let round = 0; round < rounds; round++) {
    edit(join(root, "0", "0", "0.txt"), round);
    // The edit itself is not measured, and neither side sees it younger than the other.
    costs["git"]!.push(statusCost(root));
    costs["scan"]!.push(await cost(() => workspace.scan()));
    costs["watched"]!.push(await cost(() => watched.scan()));
    if (round % 3 !== 0) continue;
    // As long as all of the others together.
    costs["again"]!.push(await cost(async () => void hashAll(root)));
    edit(join(root, "0", "0", "0.txt"), -round);
    let other = workspace;
    costs["opened"]!.push(
      await cost(async () => {
        other = await open(false);
      }),
    );
    costs["reopened"]!.push(await cost(() => other.scan()));
    await other.close();
  }
  await workspace.close();
  await watched.close();
  const least = Object.fromEntries(Object.entries(costs).map(([name, all]) => [name, leastOf(all)]));
  const against = least["git"]!;
  const ratios = Object.fromEntries(
    Object.entries(least).map(([name, { cpu, wall }]) => [name, { cpu: cpu / against.cpu, wall: wall / against.wall }]),
  );
  return { files, least, ratios, first: { cpu: first.cpu / plain.cpu, wall: first.wall / plain.wall }, bytesAFile };
}

/** Folders of 100 files of some 600 bytes, ten branches deep enough that a walk has something to do. */
function fill(root: string, files: number): void {
  for (let folder = 0; folder * 100 < files; folder++) {
    const path = join(root, `${folder % 10}`, `${folder}`);
    mkdirSync(path, { recursive: true });
    for (let file = 0; file < 100; file++) writeFileSync(join(path, `${file}.txt`), `${folder} ${file} `.repeat(80));
  }
}

function edit(path: string, round: number): void {
  const descriptor = openSync(path, "r+");
  writeSync(descriptor, `${round}`);
  closeSync(descriptor);
}

function git(root: string, ...args: readonly string[]): void {
  execFileSync("git", args, { cwd: root, stdio: ["ignore", "pipe", "ignore"], maxBuffer: 2 ** 30 });
}

/** What must be done at least without any knowledge: every file read and hashed. */
function hashAll(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === ".git") continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) hashAll(path);
    else hashBytesSync(readFileSync(path));
  }
}

async function cost(work: () => Promise<unknown>): Promise<Cost> {
  const [before, start] = [ownCpuMs(), performance.now()];
  await work();
  return { cpu: ownCpuMs() - before, wall: performance.now() - start };
}

/** Of `git status`; Bash tells what its child took, to the millisecond. */
function statusCost(root: string): Cost {
  const start = performance.now();
  const text = execFileSync("bash", ["-c", "git status --porcelain > /dev/null; times"], {
    cwd: root,
    encoding: "utf8",
  });
  const wall = performance.now() - start;
  // The second line is about children: `0m0.013s 0m0.038s`, user and system.
  const times = text
    .trim()
    .split("\n")
    .at(-1)!
    .matchAll(/(\d+)m([\d.]+)s/g);
  const seconds = [...times].reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0);
  return { cpu: seconds * 1000, wall };
}

/** What the work takes when nothing else does; the machine may be busy. */
function leastOf(costs: readonly Cost[]): Cost {
  return { cpu: Math.min(...costs.map(({ cpu }) => cpu)), wall: Math.min(...costs.map(({ wall }) => wall)) };
}

function heapBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

function describe({ files, least, ratios, first, bytesAFile }: Awaited<ReturnType<typeof measure>>): readonly string[] {
  const rows: readonly (readonly [string, string])[] = [
    ["git", "git status"],
    ["scan", "scan, folder times used"],
    ["opened", "opening again, what is known read"],
    ["reopened", "first scan after opening again"],
    ["watched", "scan, folders watched"],
    ["again", "every file hashed, no knowledge"],
  ];
  return [
    `${files} files, one edit, the least of all rounds, against git status:`,
    ...rows.map(([name, label]) => {
      const [{ cpu, wall }, ratio] = [least[name]!, ratios[name]!];
      const [cpuText, wallText] = [`${cpu.toFixed(1)} ms CPU`, `${wall.toFixed(1)} ms`];
      return `  ${label.padEnd(34)} ${cpuText.padStart(14)} ${ratio.cpu.toFixed(2).padStart(6)} ×  ${wallText.padStart(12)} ${ratio.wall.toFixed(2).padStart(6)} ×`;
    }),
    `  first opening against a plain hash loop: ${first.cpu.toFixed(2)} × CPU, ${first.wall.toFixed(2)} × wall; ${Math.round(bytesAFile)} bytes of memory a file`,
  ];
}
