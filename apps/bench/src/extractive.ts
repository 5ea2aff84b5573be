import { BenchMisuse, type BenchOutput, parseOptions } from "./bench.ts";
import type { RunJudgement } from "./extractive/judge-run.ts";
import { runAndJudge } from "./extractive/run-and-judge.ts";
import { generateWorkspace, shapes } from "./workspaces/generate-workspace.ts";
import { fillHandMade } from "./workspaces/hand-made/fill-hand-made.ts";
import { handMadeFolders } from "./workspaces/hand-made/hand-made-folders.ts";

/** Share of the asked facts that has to be in the deliverable with the right citation. Nothing may be invented. */
const TARGET_CITED = 0.9;

type Counts = Omit<RunJudgement, "problems">;

/**
 * Runs the extractive model on generated workspaces through the command line, as a user would, and prints per shape how
 * many facts were asked, found, rightly cited and invented. Consecutive seeds go through all shapes. With `--hand-made`
 * it runs on the hand-made folders instead.
 */
export async function run(args: readonly string[], output: BenchOutput): Promise<number> {
  const options = parseOptions(args, {
    seed: { type: "string", default: "1" },
    count: { type: "string", default: String(2 * shapes.length) },
    "hand-made": { type: "boolean", default: false },
    json: { type: "boolean", default: false },
  });
  const [first, count] = [Number(options.seed), Number(options.count)];
  if (!Number.isInteger(first) || !Number.isInteger(count) || count < 1) {
    throw new BenchMisuse("--seed and --count are whole numbers, --count at least 1.");
  }
  const byShape = new Map<string, Counts[]>();
  const add = (shape: string, source: string, judgement: RunJudgement): void => {
    byShape.set(shape, [...(byShape.get(shape) ?? []), judgement]);
    for (const problem of judgement.problems) output.note(`${source}: ${problem}`);
  };
  if (options["hand-made"]) {
    for (const folder of handMadeFolders) {
      const { judgement } = await runAndJudge((root) => fillHandMade(folder, root));
      add(folder.name, folder.name, judgement);
    }
  } else {
    for (let seed = first; seed < first + count; seed++) {
      const { filled, judgement } = await runAndJudge((root) => generateWorkspace(seed, root));
      const { shape } = filled;
      add(shape, `seed ${seed} (${shape})`, judgement);
    }
  }
  const rows = [...byShape].map(([shape, counts]) => ({ shape, ...total(counts) }));
  const all = { shape: "all", ...total([...byShape.values()].flat()) };
  if (options.json)
    output.print(JSON.stringify({ ...(options["hand-made"] ? {} : { first, count }), shapes: rows, all }));
  else for (const line of table([...rows, all])) output.print(line);
  return all.cited / all.asked >= TARGET_CITED && all.invented === 0 ? 0 : 1;
}

const columns = ["asked", "found", "cited", "wrong", "invented"] as const;

function total(counts: readonly Counts[]): Counts & { readonly runs: number } {
  const sum = (key: (typeof columns)[number]): number => counts.reduce((subtotal, one) => subtotal + one[key], 0);
  return {
    runs: counts.length,
    asked: sum("asked"),
    found: sum("found"),
    cited: sum("cited"),
    wrong: sum("wrong"),
    invented: sum("invented"),
  };
}

function table(rows: readonly ({ readonly shape: string; readonly runs: number } & Counts)[]): readonly string[] {
  const heads = ["runs", ...columns] as const;
  const width = Math.max(...rows.map(({ shape }) => shape.length));
  const share = ({ cited, asked }: Counts): string => `${((100 * cited) / asked).toFixed(1)} % cited`;
  return [
    `${"shape".padEnd(width)}  ${heads.map((head) => head.padStart(10)).join("")}`,
    ...rows.map(
      (row) =>
        `${row.shape.padEnd(width)}  ${heads.map((head) => String(row[head]).padStart(10)).join("")}  ${share(row)}`,
    ),
  ];
}
