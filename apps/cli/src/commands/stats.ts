import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import type { TranscriptItem } from "../agent/transcript.ts";
import { createTaskTab, openTabStore } from "../compose.ts";
import type { Environment } from "../environment.ts";
import { addSharedOptions, resolveSettings, type SharedOptions } from "../settings.ts";
import { sizeOf } from "../size-of.ts";

/** Rough and for comparison only: no tokenizer is loaded for it. */
const CHARACTERS_PER_TOKEN = 4;

/** What the model was sent and sent back, by kind. The tab's own cost is its replies, status lines and finish checks. */
interface Characters {
  task: number;
  toolResults: number;
  tabReplies: number;
  statusLines: number;
  finishChecks: number;
  assistant: number;
}

export function register(program: Command, environment: Environment): void {
  addSharedOptions(program.command("stats"))
    .description("What runs and their tabs cost: characters and estimated tokens by kind of message, turns, sizes.")
    .addHelpText("after", "\nExample:\n  runningtab stats --json")
    .action(async (options: SharedOptions) => {
      const settings = await resolveSettings(options, environment);
      const { terminal, stateFolder } = settings;
      const store = await openTabStore(settings);
      try {
        const tasks = [];
        for (const { task, openedAt } of await store.tasks()) {
          const { requirements, log, candidates, turn } = await (
            await createTaskTab({ store, task, config: settings.config })
          ).state();
          const characters = transcriptCharacters(join(stateFolder, "runs", task, "transcript.jsonl"));
          tasks.push({
            task,
            openedAt,
            turns: turn,
            requirements: requirements.length,
            readLog: { entries: log.length, characters: log.reduce((sum, { length }) => sum + length, 0) },
            candidates: candidates.length,
            ...(characters && { characters, estimatedTokens: estimateTokens(characters) }),
          });
        }
        const stateBytes = sizeOf(stateFolder);
        if (settings.json) return terminal.printJson({ tasks, stateBytes });
        for (const { task, turns, requirements, readLog, candidates, characters } of tasks) {
          terminal.print(
            `${task}: ${turns} turns, ${requirements} requirements, ${readLog.entries} entries of ${readLog.characters} characters, ${candidates} candidates`,
          );
          for (const [kind, count] of Object.entries(characters ?? {})) {
            terminal.print(`    ${kind}: ${count} characters, about ${Math.ceil(count / CHARACTERS_PER_TOKEN)} tokens`);
          }
        }
        terminal.print(`${tasks.length} tasks; state on disk: ${(stateBytes / 1e6).toFixed(1)} MB in ${stateFolder}`);
      } finally {
        await store.close();
      }
    });
}

function estimateTokens(characters: Characters): number {
  return Math.ceil(Object.values(characters).reduce((sum, count) => sum + count, 0) / CHARACTERS_PER_TOKEN);
}

/** Each message counted once, as it was first sent; a provider is sent earlier ones again with every step. */
function transcriptCharacters(file: string): Characters | undefined {
  if (!existsSync(file)) return undefined;
  const characters: Characters = {
    task: 0,
    toolResults: 0,
    tabReplies: 0,
    statusLines: 0,
    finishChecks: 0,
    assistant: 0,
  };
  // The last line of a run that was killed may be half a line.
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  for (const line of lines) count(JSON.parse(line) as TranscriptItem, characters);
  return characters;
}

function count(item: TranscriptItem, characters: Characters): void {
  switch (item.type) {
    case "user":
      characters[item.about === "task" ? "task" : "finishChecks"] += item.text.length;
      return;
    case "assistant":
      characters.assistant += JSON.stringify(item.message.content).length;
      return;
    case "results":
      for (const { tool, text } of item.results) {
        const statusLine = /\n\n(\[tab\] [^\n]*)$/.exec(text)?.[1]?.length ?? 0;
        characters.statusLines += statusLine;
        characters[tool.startsWith("tab_") ? "tabReplies" : "toolResults"] += text.length - statusLine;
      }
      return;
    case "summary":
      characters.assistant += item.text.length + item.review.length;
      return;
    default:
      item satisfies never;
  }
}
