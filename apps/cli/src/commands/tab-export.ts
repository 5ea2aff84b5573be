import { closeSync, createReadStream, fsyncSync, openSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { type Command, Option } from "commander";
import { CliError, misuse } from "../cli-error.ts";
import { openTabStore } from "../compose.ts";
import type { Environment } from "../environment.ts";
import { addSharedOptions, resolveSettings, type SharedOptions } from "../settings.ts";

interface ExportOptions extends SharedOptions {
  readonly task?: string;
  readonly format: string;
  readonly output?: string;
}

interface ImportOptions extends SharedOptions {
  readonly task?: string;
}

/** Adds `export` and `import` to the command `tab`. */
export function registerExport(tab: Command, environment: Environment): void {
  addSharedOptions(tab.command("export"))
    .description(
      "Write a task's whole history, texts included, as lines of JSON: to keep it, or to import it elsewhere.",
    )
    .option("--task <id>", "task (default: the workspace's newest)")
    .addOption(new Option("--format <format>", "json; html, docx and csv are to come").default("json"))
    .option("--output <file>", "file to make, readable by you alone (default: stdout)")
    .addHelpText("after", "\nExample:\n  runningtab tab export --output travel.jsonl")
    .action((options: ExportOptions) => runExport(options, environment));

  addSharedOptions(tab.command("import"))
    .description(
      "Take an exported task into this workspace's tabs. Nothing is written unless all of it is as exported.",
    )
    .argument("[file]", "what `tab export` wrote (default: stdin)")
    .option("--task <id>", "name to give the task (default: the one it was exported under)")
    .addHelpText("after", "\nExample:\n  runningtab tab import travel.jsonl --task travel-2024")
    .action((file: string | undefined, options: ImportOptions) => runImport(file, options, environment));
}

async function runExport({ task: named, format, output, ...options }: ExportOptions, environment: Environment) {
  if (["html", "docx", "csv"].includes(format)) throw misuse(`--format ${format} is not there yet. Use --format json.`);
  if (format !== "json") throw misuse(`--format ${format} is none. Use --format json.`);
  const settings = await resolveSettings(options, environment);
  const { exportTask } = await import("@runningtab/tab-core");
  const store = await openTabStore(settings);
  try {
    const tasks = await store.tasks();
    const task = named === undefined ? tasks[0]?.task : tasks.find((one) => one.task === named)?.task;
    if (task === undefined) {
      if (named === undefined) throw new CliError(1, `No task has been opened in ${settings.root}.`);
      throw misuse(`There is no task ${named}. Known: ${tasks.map((one) => one.task).join(", ") || "none"}.`);
    }
    if (output === undefined) {
      for await (const line of exportTask(store, task)) settings.terminal.printJson(JSON.parse(line));
      return;
    }
    const lines = await writeLines(resolve(environment.cwd, output), exportTask(store, task));
    settings.terminal.note(`Exported ${task} to ${output}: ${lines - 2} events.`);
  } finally {
    await store.close();
  }
}

/** How many lines were written. An existing file is refused: it may be the only copy of another export. */
async function writeLines(path: string, lines: AsyncIterable<string>): Promise<number> {
  let file: number;
  try {
    file = openSync(path, "wx", 0o600);
  } catch (cause) {
    throw misuse(`--output ${path} cannot be made: ${(cause as Error).message}. Name a file that is not there yet.`);
  }
  let count = 0;
  try {
    for await (const line of lines) {
      writeSync(file, `${line}\n`);
      count++;
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return count;
}

async function runImport(file: string | undefined, { task, ...options }: ImportOptions, environment: Environment) {
  const settings = await resolveSettings(options, environment);
  const { importTask, TabError } = await import("@runningtab/tab-core");
  const store = await openTabStore(settings);
  try {
    const lines = file === undefined ? linesOf(environment.stdin) : linesOfFile(resolve(environment.cwd, file));
    const result = await importTask(store, lines, { ...(task !== undefined && { task }) });
    if (settings.json) settings.terminal.printJson(result);
    else if (result.status === "imported") settings.terminal.print(`Imported ${result.task}: ${result.events} events.`);
    if (result.status === "imported") return;
    environment.setExitCode(1);
    settings.terminal.note(
      result.isSame
        ? `Task ${result.task} is here already, with the same history.`
        : `Task ${result.task} is here already, with another history. Give the import another name with --task.`,
    );
  } catch (error) {
    throw TabError.isInstance(error) && error.code === "INVALID_ARGUMENT" ? misuse(error.message) : error;
  } finally {
    await store.close();
  }
}

/** By line feeds alone: Node's line reader also splits at separators that may stand inside a text. */
async function* linesOf(stream: Environment["stdin"]): AsyncGenerator<string> {
  const decoder = new StringDecoder("utf8");
  let parts: string[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer | string>) {
    const [first = "", ...others] = (typeof chunk === "string" ? chunk : decoder.write(chunk)).split("\n");
    parts.push(first);
    for (const next of others) {
      yield parts.join("");
      parts = [next];
    }
  }
  yield parts.join("") + decoder.end();
}

async function* linesOfFile(path: string): AsyncGenerator<string> {
  try {
    yield* linesOf(createReadStream(path));
  } catch (cause) {
    throw misuse(`${path} cannot be read: ${(cause as Error).message}`);
  }
}
