import { join } from "node:path";
import type { Command } from "commander";
import type { EventStore } from "@runningtab/tab-core";
import { readTranscript } from "../agent/read-transcript.ts";
import { openTabStore } from "../compose.ts";
import type { Environment } from "../environment.ts";
import { addSharedOptions, resolveSettings, type Settings, type SharedOptions } from "../settings.ts";
import { sizeOf } from "../size-of.ts";
import { type Activity, activityByTurn, addUpActivity } from "../stats/activity.ts";
import {
  addUp,
  type Characters,
  charactersByTurn,
  estimateTokens,
  messageKinds,
  sumOf,
  tabKinds,
} from "../stats/characters.ts";
import { type Prompts, promptsOf, type Spending, spendingOf } from "../stats/spending.ts";
import { taskNamed } from "../task-named.ts";

interface StatsOptions extends SharedOptions {
  readonly task?: string;
  readonly perTurn?: boolean;
}

interface TurnCost {
  readonly turn: number;
  readonly activity?: Activity;
  /** Absent without a transcript, as under a foreign harness. */
  readonly characters?: Characters;
}

interface TaskCost {
  readonly task: string;
  readonly openedAt: string;
  readonly turns: number;
  readonly requirements: number;
  readonly readLog: { readonly entries: number; readonly characters: number };
  readonly candidates: number;
  readonly activity: Activity;
  readonly characters?: Characters;
  readonly estimatedTokens?: number;
  /** Of these, what the tab added. */
  readonly estimatedTabTokens?: number;
  /** Absent without a transcript. */
  readonly spending?: Spending;
  readonly prompts?: Prompts;
  readonly perTurn?: readonly TurnCost[];
}

export function register(program: Command, environment: Environment): void {
  addSharedOptions(program.command("stats"))
    .description("What runs and their tabs cost: characters and estimated tokens by kind of message, turns, sizes.")
    .option("--task <id>", "this task alone")
    .option("--per-turn", "turn by turn as well")
    .addHelpText("after", "\nExample:\n  runningtab stats --json\n  runningtab stats --per-turn")
    .action((options: StatsOptions) => runStats(options, environment));
}

async function runStats({ task: named, perTurn, ...options }: StatsOptions, environment: Environment): Promise<void> {
  const settings = await resolveSettings(options, environment);
  const { terminal, stateFolder } = settings;
  const store = await openTabStore(settings);
  try {
    const known = await store.tasks();
    const chosen = named === undefined ? known : [taskNamed(known, named)];
    const tasks: TaskCost[] = [];
    for (const one of chosen) tasks.push(await costOf(store, one, settings, perTurn === true));
    const stateBytes = sizeOf(stateFolder);
    if (settings.json) return terminal.printJson({ tasks, stateBytes });
    for (const cost of tasks) for (const line of describe(cost)) terminal.print(line);
    terminal.print(`${tasks.length} tasks; state on disk: ${(stateBytes / 1e6).toFixed(1)} MB in ${stateFolder}`);
  } finally {
    await store.close();
  }
}

async function costOf(
  store: EventStore,
  { task, openedAt }: { readonly task: string; readonly openedAt: string },
  { stateFolder }: Settings,
  withTurns: boolean,
): Promise<TaskCost> {
  const { foldEvents } = await import("@runningtab/tab-core");
  const events = await store.read(task, 0);
  const { requirements, log, candidates, turn } = foldEvents(events);
  const activity = activityByTurn(events);
  const items = readTranscript(join(stateFolder, "runs", task, "transcript.jsonl"));
  const spoken = items && charactersByTurn(items);
  const characters = spoken && addUp(spoken.values());
  const prompts = items && promptsOf(items);
  const turns = [...new Set([...activity.keys(), ...(spoken?.keys() ?? [])])].toSorted((one, other) => one - other);
  return {
    task,
    openedAt,
    turns: turn,
    requirements: requirements.length,
    readLog: { entries: log.length, characters: log.reduce((sum, { length }) => sum + length, 0) },
    candidates: candidates.length,
    activity: addUpActivity(activity.values()),
    ...(characters && {
      characters,
      estimatedTokens: estimateTokens(sumOf(characters)),
      estimatedTabTokens: estimateTokens(sumOf(characters, tabKinds)),
    }),
    ...(items && { spending: spendingOf(items) }),
    ...(prompts && { prompts }),
    ...(withTurns && { perTurn: turns.map((number) => turnCost(number, activity.get(number), spoken?.get(number))) }),
  };
}

function turnCost(turn: number, activity: Activity | undefined, characters: Characters | undefined): TurnCost {
  return { turn, ...(activity && { activity }), ...(characters && { characters }) };
}

function* describe(cost: TaskCost): Generator<string> {
  const { task, turns, requirements, readLog, candidates, activity, characters, perTurn } = cost;
  yield `${task}: ${turns} turns, ${requirements} requirements, ${readLog.entries} entries of ${readLog.characters} characters, ${candidates} candidates`;
  yield `    ${activity.observations} observations, ${activity.tabCalls} tab calls, ${activity.finishChecks} finish checks`;
  if (characters === undefined) yield "    no transcript: the harness keeps the messages";
  else {
    for (const kind of messageKinds) {
      const count = characters[kind];
      if (count > 0) yield `    ${kind}: ${count} characters, about ${estimateTokens(count)} tokens`;
    }
    const share = (100 * sumOf(characters, tabKinds)) / Math.max(1, sumOf(characters));
    yield `    the tab's share: about ${cost.estimatedTabTokens} of ${cost.estimatedTokens} tokens (${share.toFixed(1)} %), each message counted once`;
  }
  if (cost.spending !== undefined) yield* describeSpending(cost.spending);
  if (cost.prompts !== undefined) yield* describePrompts(cost.prompts);
  for (const { turn, activity: done, characters: said } of perTurn ?? []) {
    const kinds = messageKinds.flatMap((kind) => (said && said[kind] > 0 ? `${kind} ${said[kind]}` : []));
    const read = done && done.entries > 0 ? [`${done.entries} entries of ${done.entryCharacters} characters`] : [];
    const calls = done && done.tabCalls > 0 ? [`${done.tabCalls} tab calls`] : [];
    yield `    turn ${turn}: ${[...kinds, ...read, ...calls].join(", ") || "nothing said"}`;
  }
}

function* describeSpending({ steps, usage, unreportedSteps, modelMs, toolMs }: Spending): Generator<string> {
  const { inputTokens, outputTokens, cachedTokens, cacheWriteTokens, reasoningTokens, cost } = usage;
  const input = [
    ...(cachedTokens === undefined ? [] : [`${cachedTokens} from the cache`]),
    ...(cacheWriteTokens === undefined ? [] : [`${cacheWriteTokens} into it`]),
  ];
  const inBrackets = (parts: readonly string[]): string => (parts.length === 0 ? "" : ` (${parts.join(", ")})`);
  const output = reasoningTokens === undefined ? [] : [`${reasoningTokens} reasoning`];
  yield `    the model's figures: ${inputTokens} tokens in${inBrackets(input)}, ${outputTokens} out${inBrackets(output)} in ${steps} answers`;
  if (unreportedSteps > 0) yield `    ${unreportedSteps} answers came without figures`;
  yield `    cost: ${cost === undefined ? "not known; name prices in the config" : `$${cost.toFixed(4)}`}`;
  yield `    time: ${seconds(modelMs)} in the model, ${seconds(toolMs)} in tools`;
}

function* describePrompts({ sent, sentByTab, compared, keepingAll, keptShare }: Prompts): Generator<string> {
  yield `    of all ${estimateTokens(sent)} tokens sent, the tab's: about ${estimateTokens(sentByTab)} (${percent(sentByTab, sent)}), conversation, system text and tools counted with each step`;
  if (compared === 0) return;
  yield `    prompts that only add to the one before: ${keepingAll} of ${compared} (${percent(keepingAll, compared)}); ${(100 * keptShare).toFixed(1)} % of each was there before`;
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1_000).toFixed(1)} s`;
}
