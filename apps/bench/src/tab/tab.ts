import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BenchOutput, BenchMisuse, parseOptions } from "../bench.ts";
import type { TabSize } from "./fill-store.ts";
import { timeHooks } from "./hooks.ts";
import { observe } from "./observe.ts";

const sizes: readonly TabSize[] = [100, 10_000].flatMap((logEntries) =>
  [300, 10_000, 100_000].map((candidates) => ({ logEntries, candidates })),
);
const middle: TabSize = { logEntries: 10_000, candidates: 10_000 };

/** Targets: 95th percentile of one observation at the middle size, in ms of CPU time; a hook against a bare Node start, by the least CPU time. */
const targets = { observation: 2, hookRatio: 1.5 };

/** One observation on small and large tabs, and a hook's process beside a bare Node start. */
export async function run(args: readonly string[], output: BenchOutput): Promise<number> {
  const options = parseOptions(args, {
    count: { type: "string", default: "200" },
    rounds: { type: "string", default: "20" },
    json: { type: "boolean", default: false },
  });
  const [count, rounds] = [Number(options.count), Number(options.rounds)];
  if (!(count >= 20) || !(rounds >= 3)) throw new BenchMisuse("--count is at least 20 and --rounds at least 3.");
  const folder = mkdtempSync(join(tmpdir(), "runningtab-bench-"));
  try {
    const observations = [];
    for (const size of sizes) {
      output.note(`${size.logEntries} entries, ${size.candidates} candidates`);
      const samples = await observe(folder, size, count);
      observations.push({
        ...size,
        cpu: percentiles(samples.map(({ cpu }) => cpu)),
        commitCpu: percentiles(samples.map(({ commitCpu }) => commitCpu)),
        commitWall: percentiles(samples.map(({ commitWall }) => commitWall)),
      });
    }
    const hooks = [];
    for (const size of [sizes[0]!, middle]) {
      output.note(`hooks: ${size.logEntries} entries, ${size.candidates} candidates`);
      const { bare, hook, code } = await timeHooks(folder, size, rounds);
      const [bareWall, hookWall] = [percentiles(bare.wall), percentiles(hook.wall)];
      const [bareCpu, hookCpu] = [percentiles(bare.cpu), percentiles(hook.cpu)];
      hooks.push({
        ...size,
        code,
        bare: { wall: bareWall, cpu: bareCpu },
        hook: { wall: hookWall, cpu: hookCpu },
        ratio: {
          wall: hookWall.p50 / bareWall.p50,
          cpu: hookCpu.p50 / bareCpu.p50,
          // What the work takes when nothing else does; the machine may be busy.
          leastCpu: Math.min(...hook.cpu) / Math.min(...bare.cpu),
        },
      });
    }
    const atMiddle = observations.find(
      (one) => one.logEntries === middle.logEntries && one.candidates === middle.candidates,
    );
    const observationHolds = (atMiddle?.cpu.p95 ?? Infinity) <= targets.observation;
    const hookHolds = hooks.every(({ ratio }) => ratio.leastCpu <= targets.hookRatio);
    if (options.json) output.print(JSON.stringify({ observations, hooks, targets, observationHolds, hookHolds }));
    else for (const line of describe(observations, hooks)) output.print(line);
    if (!observationHolds)
      output.note(`Missed: p95 at the middle size is above ${targets.observation} ms of CPU time.`);
    if (!hookHolds) output.note(`Missed: a hook takes more than ${targets.hookRatio} times a bare Node start.`);
    return observationHolds && hookHolds ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

function percentiles(values: readonly number[]): Percentiles {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
  return { p50: at(0.5), p95: at(0.95), max: at(1) };
}

interface ObservationRow extends TabSize {
  readonly cpu: Percentiles;
  readonly commitCpu: Percentiles;
  readonly commitWall: Percentiles;
}

interface HookRow extends TabSize {
  readonly code: string;
  readonly bare: { readonly wall: Percentiles; readonly cpu: Percentiles };
  readonly hook: { readonly wall: Percentiles; readonly cpu: Percentiles };
  readonly ratio: { readonly wall: number; readonly cpu: number; readonly leastCpu: number };
}

function* describe(observations: readonly ObservationRow[], hooks: readonly HookRow[]): Generator<string> {
  const cell = ({ p50, p95, max }: Percentiles): string => `${p50.toFixed(2)} / ${p95.toFixed(2)} / ${max.toFixed(1)}`;
  yield "One observation, in ms (p50 / p95 / max): CPU without the append, CPU of the append, wall time of the append";
  const [smallest] = observations;
  for (const one of observations) {
    const growth = one.cpu.p50 / (smallest?.cpu.p50 ?? NaN);
    yield `  ${one.logEntries} entries, ${one.candidates} candidates:  ${cell(one.cpu)}   ${cell(one.commitCpu)}   ${cell(one.commitWall)}   (${growth.toFixed(1)}× the smallest)`;
  }
  for (const { logEntries, candidates, code, bare, hook, ratio } of hooks) {
    yield `A hook (${code} code) at ${logEntries} entries, ${candidates} candidates, beside a bare Node start:`;
    yield `  bare: wall ${cell(bare.wall)} ms, CPU ${cell(bare.cpu)} ms`;
    yield `  hook: wall ${cell(hook.wall)} ms, CPU ${cell(hook.cpu)} ms`;
    yield `  ratio of medians: ${ratio.wall.toFixed(2)} by wall time, ${ratio.cpu.toFixed(2)} by CPU time; of the least CPU times ${ratio.leastCpu.toFixed(2)}`;
  }
}
