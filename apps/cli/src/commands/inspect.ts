import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import { misuse } from "../cli-error.ts";
import type { Environment } from "../environment.ts";
import type { Replay, ReplayStep } from "../inspect/replay.ts";
import { parseCount } from "../option-values.ts";
import { addSharedOptions, resolveSettings, type Settings, type SharedOptions } from "../settings.ts";
import { writeNewFile } from "../write-new-file.ts";

interface InspectOptions extends SharedOptions {
  readonly step?: number;
  readonly pause?: boolean;
  readonly full?: boolean;
  readonly html?: boolean;
  readonly output?: string;
}

const MOST_LINES = 12;

export function register(program: Command, environment: Environment): void {
  addSharedOptions(program.command("inspect"))
    .description("Replay a run step by step: what was observed, what was captured of it, the tab before and after, Δ.")
    .argument("[run]", "a run's id, the end of one, or last", "last")
    .option("--step <n>", "this step alone", parseCount)
    .option("--pause", "wait for Enter after each step; q ends")
    .option("--full", `whole observations and diffs (default: ${MOST_LINES} lines of each)`)
    .option("--html", "one self-contained page with a timeline")
    .option("--output <file>", "file to make for --html, readable by you alone (default: stdout)")
    .addHelpText(
      "after",
      `
Nothing is run again: a replay shows what the run recorded. Runs that were killed can be replayed up to their last step.

Examples:
  runningtab inspect
  runningtab inspect 3fa2c1 --step 4 --full
  runningtab inspect last --html --output run.html`,
    )
    .action((run: string, options: InspectOptions) => runInspect(run, options, environment));
}

async function runInspect(named: string, options: InspectOptions, environment: Environment): Promise<void> {
  const { step, html, output } = options;
  if (output !== undefined && html !== true) throw misuse("--output is for --html.");
  if (html === true && step !== undefined) throw misuse("--html shows all steps; leave --step out.");
  const settings = await resolveSettings(options, environment);
  const { readRun } = await import("../inspect/read-run.ts");
  const replay = await readRun(named, settings);
  if (html === true) return writeHtml(replay, output && resolve(environment.cwd, output), settings);
  const steps = chosen(replay, step);
  if (settings.json) return settings.terminal.printJson({ ...replay, steps });
  await show(replay, steps, options, settings, environment);
}

function chosen({ steps, run }: Replay, step: number | undefined): readonly ReplayStep[] {
  if (step === undefined) return steps;
  const found = steps.filter(({ turn }) => turn === step);
  if (found.length > 0) return found;
  throw misuse(`${run.runId} has no step ${step}; its last is ${steps.at(-1)?.turn ?? 0}.`);
}

async function show(
  replay: Replay,
  steps: readonly ReplayStep[],
  { pause, full }: InspectOptions,
  { terminal }: Settings,
  environment: Environment,
): Promise<void> {
  const { headerLines, stepLines } = await import("../inspect/replay-lines.ts");
  const style = { mostLines: full === true ? Infinity : MOST_LINES, bold: terminal.bold, dim: terminal.dim };
  const question =
    pause === true ? createInterface({ input: environment.stdin, output: environment.stderr }) : undefined;
  try {
    terminal.printStyled(headerLines(replay, style).join("\n"));
    for (const [index, step] of steps.entries()) {
      terminal.printStyled(stepLines(step, style).join("\n"));
      if (question === undefined || index === steps.length - 1) continue;
      if (/^q/i.test(await question.question("Enter: the next step, q: end "))) return;
    }
  } finally {
    question?.close();
  }
}

async function writeHtml(replay: Replay, file: string | undefined, { terminal }: Settings): Promise<void> {
  const { replayHtml } = await import("../inspect/replay-html.ts");
  const page = replayHtml(replay);
  if (file === undefined) return terminal.printStyled(page);
  await writeNewFile(file, [page]);
  terminal.note(`Wrote ${replay.run.runId} to ${file}.`);
}
