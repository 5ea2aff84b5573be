import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { StringDecoder } from "node:string_decoder";
import type { Command } from "commander";
import { misuse } from "../cli-error.ts";
import { openTabStore } from "../compose.ts";
import type { Environment } from "../environment.ts";
import { addSharedOptions, resolveSettings, type SharedOptions } from "../settings.ts";

interface ImportOptions extends SharedOptions {
  readonly task?: string;
}

/** Adds `import` to the command `tab`. */
export function registerImport(tab: Command, environment: Environment): void {
  addSharedOptions(tab.command("import"))
    .description(
      "Take an exported history into this workspace's tabs. Nothing is written unless all of it is as exported.",
    )
    .argument("[file]", "what `tab export --format jsonl` wrote (default: stdin)")
    .option("--task <id>", "name to give the task (default: the one it was exported under)")
    .addHelpText("after", "\nExample:\n  runningtab tab import travel.jsonl --task travel-2024")
    .action((file: string | undefined, options: ImportOptions) => runImport(file, options, environment));
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
