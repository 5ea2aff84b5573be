import { randomUUID } from "node:crypto";
import { type Command, Option } from "commander";
import type { CallContext, EventStore, Outcome, Reply, Tab } from "@runningtab/tab-core";
import { CliError, misuse } from "../cli-error.ts";
import { createTaskTab, openTabStore } from "../compose.ts";
import type { Environment } from "../environment.ts";
import { followSources } from "../follow-sources.ts";
import { parseCount, parseOffset } from "../option-values.ts";
import { countRequirements, countsLine } from "../requirement-counts.ts";
import { addSharedOptions, resolveSettings, type Settings, type SharedOptions } from "../settings.ts";
import { unknownTask } from "../task-named.ts";
import { registerExport } from "./tab-export.ts";
import { registerImport } from "./tab-import.ts";

interface TabOptions extends SharedOptions {
  readonly task?: string;
}

interface ResolveOptions extends TabOptions {
  readonly outcome: Outcome;
  readonly evidence?: readonly string[];
  readonly quote?: string;
  readonly value?: string;
  readonly reason?: string;
}

interface ListOptions extends TabOptions {
  readonly kind: "requirements" | "candidates" | "log";
  readonly limit?: number;
  readonly offset?: number;
  readonly requirement?: string;
}

interface StatusOptions extends TabOptions {
  readonly strict?: boolean;
}

export function register(program: Command, environment: Environment): void {
  const tab = program
    .command("tab")
    .description("A task's requirements, read log and candidates, for people and scripts.")
    .addHelpText(
      "after",
      `
Examples:
  runningtab tab list
  runningtab tab add "headcount 2024" "annual rent"
  runningtab tab resolve r1 --outcome done --evidence L2 --quote "headcount at year end: 128" --value 128`,
    );
  const sub = (name: string, example: string): Command =>
    addSharedOptions(tab.command(name))
      .option("--task <id>", "task (default: the workspace's newest)")
      .addHelpText("after", `\nExample:\n  runningtab tab ${name} ${example}`);

  sub("add", '"headcount 2024" "annual rent"')
    .description("Add requirements; opens a task when there is none.")
    .argument("<text...>", "one requirement each")
    .action((texts: readonly string[], options: TabOptions) =>
      operate(options, environment, (open, call) => open.add(texts, call), { opensWith: texts.join("\n") }),
    );

  sub("resolve", "r1 --outcome done --evidence L2 --value 128")
    .description("Close or reopen a requirement; done needs evidence that holds it.")
    .argument("<id>", "requirement, such as r3")
    .addOption(
      new Option("--outcome <outcome>", "what became of it")
        .choices(["done", "unavailable", "open"])
        .makeOptionMandatory(),
    )
    .option("--evidence <id...>", "log entries, such as L2")
    .option("--quote <text>", "words that stand in the evidence")
    .option("--value <text>", "what the deliverable has to state")
    .option("--reason <text>", "why it is unavailable")
    .action((id: string, { outcome, evidence, quote, value, reason, ...options }: ResolveOptions) =>
      operate(options, environment, (open, call) =>
        open.resolve(
          {
            id,
            outcome,
            ...(evidence && { evidence }),
            ...(quote !== undefined && { quote }),
            ...(value !== undefined && { value }),
            ...(reason !== undefined && { reason }),
          },
          call,
        ),
      ),
    );

  sub("list", "--kind log --json")
    .description("The review, the unopened candidates, or the read log.")
    .addOption(
      new Option("--kind <kind>", "what to list")
        .choices(["requirements", "candidates", "log"])
        .default("requirements"),
    )
    .option("--limit <n>", "items on this page", parseCount)
    .option("--offset <n>", "items to pass over", parseOffset)
    .option("--requirement <id>", "rank candidates against this requirement")
    .action(({ kind, limit, offset, requirement, ...options }: ListOptions) =>
      operate(options, environment, (open, call) =>
        open.list(
          {
            kind,
            ...(limit !== undefined && { limit }),
            ...(offset !== undefined && { offset }),
            ...(requirement !== undefined && { requirement }),
          },
          call,
        ),
      ),
    );

  sub("show", "L2")
    .description("An entry's verbatim text, or all about a requirement.")
    .argument("<id>", "such as L2 or r3")
    .action((id: string, options: TabOptions) =>
      operate(options, environment, (open, call) => open.show({ id }, call)),
    );

  sub("status", "--strict --json")
    .description("Counts of requirements, entries and candidates.")
    .option("--strict", "exit 1 while requirements are open")
    .action(async (options: StatusOptions) => {
      await withTab(options, environment, async (open, settings) => {
        const { requirements, log, candidates, taskText, closed, turn } = await open.state();
        const status = {
          task: open.task,
          text: taskText ?? "",
          closed,
          turn,
          requirements: countRequirements(requirements),
          readLog: log.length,
          candidates: candidates.length,
          aboveThreshold: candidates.filter(({ aboveThreshold }) => aboveThreshold).length,
        };
        if (settings.json) settings.terminal.printJson(status);
        else {
          settings.terminal.print(`${status.task}${closed ? " (closed)" : ""}, turn ${turn}`);
          settings.terminal.print(`requirements: ${countsLine(status.requirements)}`);
          settings.terminal.print(`read log: ${status.readLog} entries`);
          settings.terminal.print(
            `candidates: ${status.candidates} unopened, ${status.aboveThreshold} above threshold`,
          );
        }
        if (options.strict === true && status.requirements.open > 0) environment.setExitCode(1);
      });
    });

  registerExport(tab, environment);
  registerImport(tab, environment);
}

/** Runs one operation and prints its reply; a refused call goes to stderr and ends with 1. */
async function operate(
  options: TabOptions,
  environment: Environment,
  call: (tab: Tab, context: CallContext) => Promise<Reply<unknown>>,
  { opensWith }: { readonly opensWith?: string } = {},
): Promise<void> {
  await withTab(
    options,
    environment,
    async (tab, { terminal, json }) => {
      const { turn } = await tab.state();
      const reply = await call(tab, { callId: randomUUID(), turn });
      if (json) terminal.printJson({ ok: reply.ok, text: reply.text, value: reply.value });
      else if (reply.ok) terminal.print(reply.text);
      else terminal.note(reply.text);
      if (!reply.ok) environment.setExitCode(1);
    },
    opensWith,
  );
}

async function withTab(
  options: TabOptions,
  environment: Environment,
  use: (tab: Tab, settings: Settings) => Promise<void>,
  opensWith?: string,
): Promise<void> {
  const settings = await resolveSettings(options, environment);
  const store = await openTabStore(settings);
  let stopFollowing: (() => Promise<void>) | undefined;
  try {
    const tasks = await store.tasks();
    const known = options.task === undefined ? tasks[0]?.task : tasks.find(({ task }) => task === options.task)?.task;
    if (known === undefined && opensWith === undefined) {
      if (options.task !== undefined) throw unknownTask(tasks, options.task);
      throw new CliError(
        1,
        `No task has been opened in ${settings.root}. \`runningtab run\` or \`runningtab tab add\` opens one.`,
      );
    }
    const task = known ?? options.task ?? `by-hand-${randomUUID().slice(0, 8)}`;
    const tab = await openTab(store, task, settings);
    if (known === undefined && opensWith !== undefined) {
      await tab.open(opensWith);
      settings.terminal.note(`Opened task ${task}.`);
    }
    stopFollowing = await followSources(tab, settings);
    await use(tab, settings);
  } finally {
    await stopFollowing?.();
    await store.close();
  }
}

async function openTab(store: EventStore, task: string, { config }: Settings): Promise<Tab> {
  const { TabError } = await import("@runningtab/tab-core");
  try {
    return await createTaskTab({ store, task, config, actor: "person" });
  } catch (error) {
    throw TabError.isInstance(error) && error.code === "INVALID_ARGUMENT" ? misuse(error.message) : error;
  }
}
