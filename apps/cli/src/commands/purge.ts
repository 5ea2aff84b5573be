import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import type { EventStore } from "@runningtab/tab-core";
import { CliError, misuse } from "../cli-error.ts";
import { openTabStore } from "../compose.ts";
import type { Environment } from "../environment.ts";
import { addSharedOptions, resolveSettings, type SharedOptions } from "../settings.ts";
import { sizeOf } from "../size-of.ts";
import { taskNamed } from "../task-named.ts";

interface PurgeOptions extends SharedOptions {
  readonly task?: readonly string[];
  readonly olderThan?: number;
  readonly all?: boolean;
  readonly yes?: boolean;
}

/** What a purge deletes beside the tasks' rows in the tab store. */
interface Selection {
  readonly tasks: readonly string[];
  /** Names in the state folder. */
  readonly entries: readonly string[];
}

export function register(program: Command, environment: Environment): void {
  addSharedOptions(program.command("purge"))
    .description(
      "Delete tasks for good: requirements, the texts that were read, run folders. Space is really reclaimed.",
    )
    .option("--task <id...>", "these tasks")
    .option("--older-than <age>", "tasks without an event since, such as 12h, 30d or 8w", parseAge)
    .option("--all", "all state of this workspace: also parsed documents and whatever else is kept for it")
    .option("--yes", "delete; without it, only what would be deleted is told")
    .addHelpText(
      "after",
      `
The workspace's own files are never touched. Parsed documents serve all tasks and go only with --all. Stop running agents
of the workspace first.

Examples:
  runningtab purge --older-than 30d
  runningtab purge --all --yes`,
    )
    .action((options: PurgeOptions) => runPurge(options, environment));
}

async function runPurge({ task, olderThan, all, yes, ...options }: PurgeOptions, environment: Environment) {
  const given = [task, olderThan, all].filter((one) => one !== undefined).length;
  if (given !== 1) throw misuse("Say what to delete: one of --task ID…, --older-than AGE, --all.");
  const settings = await resolveSettings(options, environment);
  const { terminal, json, stateFolder } = settings;
  const store = await openTabStore(settings);
  try {
    const tasks =
      olderThan === undefined ? await namedTasks(store, task) : await idleTasks(store, environment.now() - olderThan);
    const selection: Selection = {
      tasks,
      entries: all === true ? entriesBeside(stateFolder) : runFoldersOf(stateFolder, tasks),
    };
    const bytesBefore = sizeOf(stateFolder);
    if (yes === true) await deleteSelection(store, stateFolder, selection);
    const answer = { deleted: yes === true, ...selection, bytesBefore, bytesAfter: sizeOf(stateFolder) };
    if (json) terminal.printJson(answer);
    else for (const line of describe(answer)) terminal.print(line);
    if (yes === true) return;
    if (!json) terminal.note("Nothing was deleted. Say the same with --yes to delete it; there is no way back.");
    environment.setExitCode(1);
  } finally {
    await store.close();
  }
}

async function deleteSelection(store: EventStore, stateFolder: string, { tasks, entries }: Selection): Promise<void> {
  if (store.purge === undefined) throw new CliError(3, "This store cannot delete tasks.");
  await store.purge(tasks);
  for (const entry of entries) rmSync(join(stateFolder, entry), { recursive: true, force: true });
}

function* describe(
  answer: Selection & { deleted: boolean; bytesBefore: number; bytesAfter: number },
): Generator<string> {
  const { tasks, entries, deleted, bytesBefore, bytesAfter } = answer;
  const verb = deleted ? "Deleted" : "Would delete";
  if (tasks.length + entries.length === 0) return yield "There is nothing to delete.";
  for (const task of tasks) yield `${verb} task ${task}`;
  for (const entry of entries) yield `${verb} ${entry}`;
  if (deleted) yield `State on disk: ${bytesBefore} bytes before, ${bytesAfter} now`;
}

/** The named tasks, or all of them. */
async function namedTasks(store: EventStore, named: readonly string[] | undefined): Promise<readonly string[]> {
  const known = await store.tasks();
  return named?.map((id) => taskNamed(known, id).task) ?? known.map(({ task }) => task);
}

/** Tasks whose last event is from before a time. */
async function idleTasks(store: EventStore, beforeMs: number): Promise<readonly string[]> {
  const idle: string[] = [];
  for (const { task, openedAt } of await store.tasks()) {
    const last = (await store.read(task, 0)).at(-1)?.event.at ?? openedAt;
    if (Date.parse(last) < beforeMs) idle.push(task);
  }
  return idle;
}

/** A run's transcript repeats what its task read. Only names that runs make: a task may be called `..`. */
function runFoldersOf(stateFolder: string, tasks: readonly string[]): readonly string[] {
  return tasks
    .filter((task) => /^run-[A-Za-z0-9-]+$/.test(task))
    .map((task) => join("runs", task))
    .filter((entry) => existsSync(join(stateFolder, entry)));
}

/** All but the tab store, which other processes may have open and which is emptied instead. */
function entriesBeside(stateFolder: string): readonly string[] {
  return readdirSync(stateFolder).filter((name) => !name.startsWith("tab.sqlite"));
}

const unitsMs: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Milliseconds, for commander. */
function parseAge(text: string): number {
  const [, count = "", unit = ""] = /^(\d{1,6})([hdw])$/.exec(text) ?? [];
  const unitMs = unitsMs[unit];
  if (unitMs === undefined)
    throw new InvalidArgumentError("It has to be hours, days or weeks, such as 12h, 30d or 8w.");
  return Number(count) * unitMs;
}
