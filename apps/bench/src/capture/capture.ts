import { hash } from "node:crypto";
import { createCapture, createContentMatchStrategy, type CaptureStrategy } from "@runningtab/observation-capture";
import { seededRandom } from "@runningtab/test-kit";
import { ownCpuMs } from "../cpu-time.ts";
import { BenchMisuse, type BenchOutput, parseOptions } from "../bench.ts";
import { type Kind, kinds, observationOf } from "./observations.ts";
import { type GeneratedWorkspace, generateWorkspace } from "./workspace.ts";

const fileCounts = [100, 10_000, 100_000];
const outputSizes = [1_000, 50_000, 1_000_000];
/** Target: 95th percentile of one observation of this size, in ms, for what the other strategies know. */
const target = { files: 10_000, characters: 50_000, p95: 2, kinds: ["read", "search", "listing"] };
/** Each observation counts with the fastest of its runs: the others tell of the machine's other work. */
const RUNS = { small: 15, large: 3 };
const LARGE = 500_000;

interface Cost {
  readonly kind: Kind;
  readonly files: number;
  readonly characters: number;
  readonly ms: { readonly p50: number; readonly p95: number };
  /** Times as long as hashing the output once with SHA-256, medians of both. */
  readonly toHash: number;
}

interface Build {
  readonly files: number;
  readonly megabytes: number;
  readonly megabytesPerCpuSecond: number;
  readonly bytesPerFile: number;
  readonly bytesPerByte: number;
  /** Times as long as hashing the text once with SHA-256. */
  readonly toHash: number;
}

/** What one observation costs, by what it shows, how much, and in how large a workspace; and what the index of the text costs. */
export async function run(args: readonly string[], output: BenchOutput): Promise<number> {
  const options = parseOptions(args, {
    count: { type: "string", default: "40" },
    files: { type: "string", default: fileCounts.join(",") },
    json: { type: "boolean", default: false },
  });
  const count = Number(options.count);
  const sizes = options.files.split(",").map(Number);
  if (!Number.isInteger(count) || count < 1 || !sizes.every((size) => Number.isInteger(size) && size > 0))
    throw new BenchMisuse("--count and the numbers of --files are whole numbers, at least 1.");
  const costs: Cost[] = [];
  const builds: Build[] = [];
  for (const files of sizes) {
    output.note(`${files} files`);
    const workspace = generateWorkspace(files);
    builds.push(await buildIndex(workspace));
    const capture = createCapture({ contentMatch: { maxWaitMs: 600_000 } });
    for (const characters of outputSizes) {
      for (const kind of kinds) {
        const rounds = Math.max(3, Math.ceil(count / (characters / 1_000) ** 0.3));
        costs.push(await measure(capture, workspace, kind, characters, rounds));
      }
    }
  }
  if (options.json) output.print(JSON.stringify({ costs, builds }));
  else for (const line of table(costs, builds)) output.print(line);
  const late = costs.filter(
    (cost) =>
      cost.files === target.files &&
      cost.characters === target.characters &&
      target.kinds.includes(cost.kind) &&
      cost.ms.p95 > target.p95,
  );
  return late.length === 0 ? 0 : 1;
}

async function measure(
  capture: CaptureStrategy,
  workspace: GeneratedWorkspace,
  kind: Kind,
  characters: number,
  count: number,
): Promise<Cost> {
  const random = seededRandom(characters);
  const times: number[] = [];
  const hashTimes: number[] = [];
  for (let round = -3; round < count; round++) {
    const observation = observationOf(kind, characters, workspace, random);
    let [least, leastHash] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let turn = 0; turn < (characters < LARGE ? RUNS.small : RUNS.large); turn++) {
      const started = performance.now();
      await capture.capture(observation, workspace.context);
      const done = performance.now();
      hash("sha256", observation.output);
      least = Math.min(least, done - started);
      leastHash = Math.min(leastHash, performance.now() - done);
    }
    // The first ones wait for the index and warm the code up.
    if (round < 0) continue;
    times.push(least);
    hashTimes.push(leastHash);
  }
  const ms = { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
  return { kind, files: workspace.paths.length, characters, ms, toHash: ms.p50 / percentile(hashTimes, 0.5) };
}

async function buildIndex(workspace: GeneratedWorkspace): Promise<Build> {
  const { paths, characters, context } = workspace;
  // Making the text up costs more than the index; it is done beforehand, and what gives it out is measured alone.
  const texts = new Map(paths.map((path) => [context.stat(path)!.hash!, workspace.text(path).split("\n")]));
  const textLines: typeof context.textLines = async function* (version) {
    for (const [at, line] of texts.get(version)!.entries()) yield { address: `L${at + 1}`, line };
  };
  const baselineMs = await cpuMs(() => {
    for (const lines of texts.values()) hash("sha256", lines.join("\n"));
  });
  const strategy = createContentMatchStrategy({ maxBytes: 1e9, maxWaitMs: 600_000 });
  const observation = { tool: "bash", args: {}, output: "anything" };
  const ms = await cpuMs(() => strategy.capture(observation, { ...context, textLines }));
  return {
    files: strategy.size.files,
    megabytes: characters / 1e6,
    megabytesPerCpuSecond: characters / 1e3 / ms,
    bytesPerFile: strategy.size.bytes / strategy.size.files,
    bytesPerByte: strategy.size.bytes / characters,
    toHash: ms / baselineMs,
  };
}

async function cpuMs(work: () => unknown): Promise<number> {
  const before = ownCpuMs();
  await work();
  return ownCpuMs() - before;
}

function percentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!;
}

function table(costs: readonly Cost[], builds: readonly Build[]): readonly string[] {
  const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;
  return [
    row("kind", "files", "output", "p50 ms", "p95 ms", "to one SHA-256 of it"),
    row(...Array.from({ length: 6 }, () => "---")),
    ...costs.map(({ kind, files, characters, ms, toHash }) =>
      row(kind, files, `${characters / 1000} KB`, ms.p50.toFixed(2), ms.p95.toFixed(2), toHash.toFixed(1)),
    ),
    "",
    row("files", "MB of text", "MB a CPU second", "bytes a file", "bytes a byte of text", "to one SHA-256 of it"),
    row(...Array.from({ length: 6 }, () => "---")),
    ...builds.map((build) =>
      row(
        build.files,
        build.megabytes.toFixed(1),
        build.megabytesPerCpuSecond.toFixed(1),
        Math.round(build.bytesPerFile),
        build.bytesPerByte.toFixed(2),
        build.toHash.toFixed(1),
      ),
    ),
  ];
}
