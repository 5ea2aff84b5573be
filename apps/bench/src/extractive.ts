import { BenchMisuse, type BenchOutput, parseOptions } from "./bench.ts";
import type { RunJudgement } from "./extractive/judge-run.ts";
import { runAndJudge } from "./extractive/run-and-judge.ts";
import type { TaskRun } from "./extractive/run-task.ts";
import { generateWorkspace, shapes } from "./workspaces/generate-workspace.ts";
import { fillHandMade } from "./workspaces/hand-made/fill-hand-made.ts";
import { handMadeFolders } from "./workspaces/hand-made/hand-made-folders.ts";

/** Share of the asked facts that has to be in the deliverable with the right citation. Nothing may be invented. */
const TARGET_CITED = 0.92;
/** Share of the calculated answers that have to be right, with everything that goes in cited. */
const TARGET_COMPUTED = 0.9;
/** Folder sizes that consecutive rounds over all shapes go through. */
const SIZES = [40, 300, 2_000];
const TASKS = 3 * shapes.length;

type Counts = Omit<RunJudgement, "problems">;

interface Judged {
  readonly shape: string;
  readonly files: number;
  readonly counts: Counts;
  readonly run: TaskRun;
}

/**
 * Runs the extractive model on generated workspaces through the command line, as a user would, and prints per shape how
 * many facts were asked, found, rightly cited and invented, then what the runs cost by size of the folder. Consecutive
 * seeds go through all shapes, and round by round through the sizes. With `--hand-made` it runs on the hand-made folders
 * instead.
 */
export async function run(args: readonly string[], output: BenchOutput): Promise<number> {
  const options = parseOptions(args, {
    seed: { type: "string", default: "0" },
    count: { type: "string", default: String(TASKS) },
    files: { type: "string", default: SIZES.join(",") },
    "hand-made": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  });
  const [first, count, sizes] = [Number(options.seed), Number(options.count), options.files.split(",").map(Number)];
  if (!Number.isInteger(first) || !Number.isInteger(count) || count < 1) {
    throw new BenchMisuse("--seed and --count are whole numbers, --count at least 1.");
  }
  if (!sizes.every((size) => Number.isInteger(size) && size >= 0))
    throw new BenchMisuse("--files is one or several whole numbers with commas between them.");
  const judged: Judged[] = [];
  const add = (shape: string, files: number, source: string, judgement: RunJudgement, run: TaskRun): void => {
    judged.push({ shape, files, counts: judgement, run });
    for (const problem of judgement.problems) output.note(`${source}: ${problem}`);
  };
  if (options["hand-made"]) {
    for (const folder of handMadeFolders) {
      const { judgement, run } = await runAndJudge((root) => fillHandMade(folder, root));
      add(folder.name, Object.keys(folder.files).length, folder.name, judgement, run);
    }
  } else {
    for (let seed = first; seed < first + count; seed++) {
      const files = sizes[Math.floor((seed - first) / shapes.length) % sizes.length]!;
      const { filled, judgement, run } = await runAndJudge((root) => generateWorkspace(seed, root, files));
      add(filled.shape, files, `seed ${seed} (${filled.shape})`, judgement, run);
    }
  }
  const byShape = Map.groupBy(judged, ({ shape }) => shape);
  const rows = [...byShape].map(([shape, of]) => ({ shape, ...total(of) }));
  const all = { shape: "all", ...total(judged) };
  const costs = [...Map.groupBy(judged, ({ files }) => files)].map(([files, of]) => ({ files, ...costOf(of) }));
  if (options.json)
    output.print(JSON.stringify({ ...(options["hand-made"] ? {} : { first, count }), shapes: rows, all, costs }));
  else {
    for (const line of table([...rows, all])) output.print(line);
    if (!options["hand-made"]) for (const cost of costs) output.print(costLine(cost));
  }
  const isComputedRight = all.computedRight >= TARGET_COMPUTED * all.computedAsked;
  return all.cited / all.asked >= TARGET_CITED && isComputedRight && all.invented === 0 ? 0 : 1;
}

const columns = ["asked", "found", "cited", "wrong", "invented", "computedAsked", "computedRight"] as const;
const heads = ["runs", "asked", "found", "cited", "wrong", "invented", "computed", "right"];

function total(judged: readonly Judged[]): Counts & { readonly runs: number } {
  const sum = (key: (typeof columns)[number]): number =>
    judged.reduce((subtotal, { counts }) => subtotal + counts[key], 0);
  return {
    runs: judged.length,
    asked: sum("asked"),
    found: sum("found"),
    cited: sum("cited"),
    wrong: sum("wrong"),
    invented: sum("invented"),
    computedAsked: sum("computedAsked"),
    computedRight: sum("computedRight"),
  };
}

function table(rows: readonly ({ readonly shape: string; readonly runs: number } & Counts)[]): readonly string[] {
  const width = Math.max(...rows.map(({ shape }) => shape.length));
  const share = ({ cited, asked }: Counts): string => `${((100 * cited) / asked).toFixed(1)} % cited`;
  return [
    `${"shape".padEnd(width)}  ${heads.map((head) => head.padStart(10)).join("")}`,
    ...rows.map((row) => {
      const numbers = [row.runs, ...columns.map((key) => row[key])];
      return `${row.shape.padEnd(width)}  ${numbers.map((number) => String(number).padStart(10)).join("")}  ${share(row)}`;
    }),
  ];
}

interface Cost {
  readonly runs: number;
  /** Mean of a run; absent where the system does not tell. */
  readonly cpuSeconds?: number;
  /** The most of any run. */
  readonly peakMegabytes?: number;
}

function costOf(judged: readonly Judged[]): Cost {
  const seconds = judged.flatMap(({ run }) => run.cpuSeconds ?? []);
  const peaks = judged.flatMap(({ run }) => run.peakMegabytes ?? []);
  return {
    runs: judged.length,
    ...(seconds.length > 0 && { cpuSeconds: seconds.reduce((sum, one) => sum + one, 0) / seconds.length }),
    ...(peaks.length > 0 && { peakMegabytes: Math.max(...peaks) }),
  };
}

function costLine({ files, runs, cpuSeconds, peakMegabytes }: Cost & { readonly files: number }): string {
  const seconds = cpuSeconds === undefined ? "" : `, ${cpuSeconds.toFixed(1)} CPU seconds a run`;
  const rate =
    cpuSeconds === undefined || files === 0 ? "" : ` = ${((1_000 * cpuSeconds) / files).toFixed(1)} per 1,000 files`;
  const peak = peakMegabytes === undefined ? "" : `, peak ${Math.round(peakMegabytes)} MB`;
  return `up to ${files} files: ${runs} runs${seconds}${rate}${peak}`;
}
