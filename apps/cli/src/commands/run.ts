import { type Command, InvalidArgumentError, Option } from "commander";
import { DEFAULT_BUDGETS, parseDuration } from "../agent/budgets.ts";
import { misuse } from "../cli-error.ts";
import type { Environment } from "../environment.ts";
import { parseCount } from "../option-values.ts";
import { addSharedOptions, resolveSettings, type SharedOptions } from "../settings.ts";

/** The options of `run` as commander hands them over. */
export interface RunOptions extends SharedOptions {
  readonly model?: string;
  readonly baseUrl?: string;
  readonly staged?: true;
  readonly inPlace?: true;
  readonly promote?: "never" | "ask" | "auto";
  readonly check?: string;
  readonly maxTurns: number;
  readonly maxToolCalls?: number;
  readonly timeLimit: number;
  readonly contextLevel: string;
  readonly arm: string;
  readonly preset: string;
  readonly off?: readonly string[];
  readonly sandbox: string;
  readonly traceFiles?: boolean;
  readonly resume?: string;
  readonly strict?: boolean;
}

export function register(program: Command, environment: Environment): void {
  addSharedOptions(program.command("run"))
    .description("Do a task in the workspace, and print the deliverables, what the tab holds and what changed.")
    .argument("<task>", "what to do, in words")
    .option(
      "--model <provider/id>",
      "openai/…, anthropic/…, google/…, openai-compatible/… (default: extractive, offline)",
    )
    .option("--base-url <url>", "address of an OpenAI-compatible server, or of a provider's own API")
    .option("--staged", "work in a private copy of the folder (the default)")
    .option("--in-place", "work in the folder itself")
    .addOption(
      new Option(
        "--promote <when>",
        "what a staged run puts into the folder at its end (default: new files, and those of earlier runs)",
      ).choices(["never", "ask", "auto"]),
    )
    .option("--check <command>", "promote only if this command ends with 0 in the sandbox, in a copy of the folder")
    .option("--max-turns <n>", "model steps at most", parseCount, DEFAULT_BUDGETS.maxTurns)
    .option("--max-tool-calls <n>", "tool calls at most (default: no end)", parseCount)
    .addOption(
      new Option("--time-limit <time>", "wall-clock time at most, such as 90s, 15m, 1h")
        .argParser(parseTimeLimit)
        .default(DEFAULT_BUDGETS.timeLimitMs, "1h"),
    )
    .addOption(
      new Option(
        "--context-level <level>",
        "how older tool results are shortened, from 0 (never) to 4 (also summarised)",
      )
        .choices(["0", "1", "2", "3", "4"])
        .default("3"),
    )
    .addOption(
      new Option("--arm <arm>", "views of the workspace")
        .choices(["dual", "artifact-only", "parsed-only"])
        .default("dual"),
    )
    .addOption(
      new Option("--preset <preset>", "mechanisms of the tab").choices(["paper", "default"]).default("default"),
    )
    .option("--off <mechanism...>", "mechanisms to switch off, such as finishCheck or statusLine")
    .addOption(
      new Option("--sandbox <sandbox>", "for bash and python; none runs them with your own rights")
        .choices(["bubblewrap", "virtual", "none"])
        .default("bubblewrap"),
    )
    .option(
      "--trace-files",
      "record which files each command opens, by strace (Linux); costs tens of milliseconds a command",
    )
    .option("--strict", "exit 1 also when requirements stay open or a file that the task names is not there")
    .option("--resume <run>", "continue an earlier run (not there yet)")
    .addHelpText(
      "after",
      `
Examples:
  runningtab run "List the travel rules of 2024 with their sources in rules.md" --workspace ./policies
  OPENAI_API_KEY=… runningtab run "Compare both contracts in diff.docx" --model openai/gpt-5.4-mini
  runningtab run "…" --model openai-compatible/qwen3 --base-url http://127.0.0.1:8000/v1 --json

Without --model, tasks are taken apart by a grammar (docs/task-grammar.md): facts and their sources, nothing composed.

Exit codes: 0 finished, also with requirements open; 1 a budget was spent first, or what --strict asks for is lacking;
2 misuse; 3 something failed or was interrupted.`,
    )
    .action(async (task: string, options: RunOptions) => {
      refuseWhatIsToCome(options);
      if (task.trim() === "") throw misuse("The task is empty. Say in words what to do.");
      const { startRun } = await import("../agent/start-run.ts");
      const result = await startRun({
        task,
        options,
        settings: await resolveSettings(options, environment),
        environment,
      });
      const isWhole = result.requirements.open === 0 && result.missing.length === 0;
      if (result.status === "error") environment.setExitCode(3);
      else environment.setExitCode(result.status === "budget" || (options.strict === true && !isWhole) ? 1 : 0);
    });
}

/** Options whose meaning is fixed but whose rooms are not built: refused plainly rather than taken for something else. */
function refuseWhatIsToCome({ staged, inPlace, promote, check, resume, sandbox, arm }: RunOptions): void {
  if (staged && inPlace) throw misuse("--staged and --in-place exclude each other.");
  if (inPlace && promote !== undefined) {
    throw misuse(`--promote ${promote} is for staged runs: with --in-place, results stand in the folder at once.`);
  }
  if (inPlace && check !== undefined) throw misuse("--check is for staged runs: with --in-place, nothing is promoted.");
  if (resume !== undefined)
    throw misuse("--resume is not there yet. Start the task again; what was made so far is kept.");
  if (sandbox === "virtual")
    throw misuse("--sandbox virtual is not there yet. Use bubblewrap, or none for no sandbox at all.");
  if (arm === "artifact-only") throw misuse("--arm artifact-only is not there yet. Use dual or parsed-only.");
}

function parseTimeLimit(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds === undefined) throw new InvalidArgumentError("It has to be a time such as 90s, 15m or 1h.");
  return milliseconds;
}
