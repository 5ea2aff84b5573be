import { type Command, InvalidArgumentError, Option } from "commander";
import { DEFAULT_BUDGETS, parseDuration } from "../agent/budgets.ts";
import { ARMS } from "../agent/arm.ts";
import { misuse } from "../cli-error.ts";
import { SANDBOXES } from "../create-sandbox.ts";
import type { RecordedRun } from "../agent/recorded-run.ts";
import type { RunOptions } from "../agent/run-options.ts";
import type { Environment } from "../environment.ts";
import { parseCount } from "../option-values.ts";
import { addSharedOptions, resolveSettings } from "../settings.ts";

export function register(program: Command, environment: Environment): void {
  addSharedOptions(program.command("run"))
    .description("Do a task in the workspace, and print the deliverables, what the tab holds and what changed.")
    .argument("[task]", "what to do, in words; left out with --resume")
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
        "how older tool results are shortened, from 0 (never) to 4 (also summarised); default 3",
      ).choices(["0", "1", "2", "3", "4"]),
    )
    .addOption(
      new Option(
        "--arm <arm>",
        "views of the workspace: both, the files alone with plain fallback text, or their parsed text alone",
      )
        .choices(ARMS)
        .default("dual"),
    )
    .addOption(
      new Option("--preset <preset>", "mechanisms of the tab").choices(["paper", "default"]).default("default"),
    )
    .option("--off <mechanism...>", "mechanisms to switch off, such as finishCheck or statusLine")
    .addOption(
      new Option(
        "--sandbox <sandbox>",
        "for bash and python; virtual: a shell without programs, Python and skill scripts, where there is no bubblewrap (needs just-bash); none runs them with your own rights",
      )
        .choices(SANDBOXES)
        .default("bubblewrap"),
    )
    .option(
      "--trace-files",
      "record which files each command opens, by strace (Linux); costs tens of milliseconds a command",
    )
    .option("--strict", "exit 1 also when requirements stay open or a file that the task names is not there")
    .option("--resume <run>", "go on with a run that was interrupted or whose budget was spent: its id, or last")
    .addOption(new Option("--quiet", "nothing on stderr but what needs an answer or went wrong").conflicts("verbose"))
    .option("--verbose", "on stderr also what the model says, each call and the beginning of each result")
    .addHelpText(
      "after",
      `
Examples:
  runningtab run "List the travel rules of 2024 with their sources in rules.md" --workspace ./policies
  OPENAI_API_KEY=… runningtab run "Compare both contracts in diff.docx" --model openai/gpt-5.4-mini
  runningtab run "…" --model openai-compatible/qwen3 --base-url http://127.0.0.1:8000/v1 --json
  runningtab run --resume last

Without --model, tasks are taken apart by a grammar (docs/task-grammar.md): facts, what is computed from
them, and their sources; nothing is summarised or judged.

Exit codes: 0 finished, also with requirements open; 1 a budget was spent first, or what --strict asks for is lacking;
2 misuse; 3 something failed or was interrupted.`,
    )
    .action(async (given: string | undefined, asked: RunOptions, command: Command) => {
      refuseContradictions(asked);
      const settings = await resolveSettings(asked, environment);
      const { task, options, resumed } = await whatToDo(given, asked, { command, stateFolder: settings.stateFolder });
      if (task.trim() === "") throw misuse("The task is empty. Say in words what to do.");
      const { startRun } = await import("../agent/start-run.ts");
      const result = await startRun({ task, options, settings, environment, ...(resumed && { resumed }) });
      const isWhole = result.requirements.open === 0 && result.missing.length === 0;
      if (result.status === "error" || result.notPromoted !== undefined) environment.setExitCode(3);
      else environment.setExitCode(result.status === "budget" || (options.strict === true && !isWhole) ? 1 : 0);
    });
}

/** The task and its options: as given, or those of the run to be taken up again with what was given anew. */
async function whatToDo(
  given: string | undefined,
  asked: RunOptions,
  { command, stateFolder }: { readonly command: Command; readonly stateFolder: string },
): Promise<{ readonly task: string; readonly options: RunOptions; readonly resumed?: RecordedRun }> {
  if (asked.resume === undefined) {
    if (given === undefined) throw misuse("error: missing required argument 'task'. Say in words what to do.");
    return { task: given, options: asked };
  }
  const { readRecordedRun } = await import("../agent/recorded-run.ts");
  const resumed = readRecordedRun(stateFolder, asked.resume);
  if (given !== undefined && given !== resumed.task) {
    throw misuse(`--resume ${asked.resume}: the task of ${resumed.runId} is another. Leave the task out.`);
  }
  const isInPlace = resumed.options.inPlace === true;
  if (isInPlace ? asked.staged : asked.inPlace) {
    throw misuse(
      `--resume ${asked.resume}: ${resumed.runId} works ${isInPlace ? "in place" : "in a private copy"}, which stays so.`,
    );
  }
  const anew = Object.fromEntries(
    Object.entries(asked).filter(([name]) => command.getOptionValueSource(name) === "cli"),
  );
  return { task: resumed.task, options: { ...asked, ...resumed.options, ...anew }, resumed };
}

/** Options that say nothing together: refused plainly rather than one of them taken for something else. */
function refuseContradictions({ staged, inPlace, promote, check, sandbox, traceFiles }: RunOptions): void {
  if (staged && inPlace) throw misuse("--staged and --in-place exclude each other.");
  if (inPlace && promote !== undefined) {
    throw misuse(`--promote ${promote} is for staged runs: with --in-place, results stand in the folder at once.`);
  }
  if (inPlace && check !== undefined) throw misuse("--check is for staged runs: with --in-place, nothing is promoted.");
  if (traceFiles && sandbox === "virtual")
    throw misuse("--trace-files needs --sandbox bubblewrap: the virtual shell opens no files that could be traced.");
}

function parseTimeLimit(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds === undefined) throw new InvalidArgumentError("It has to be a time such as 90s, 15m or 1h.");
  return milliseconds;
}
