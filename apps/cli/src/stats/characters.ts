import type { ToolCallPart } from "ai";
import type { TranscriptItem } from "../agent/transcript.ts";

/** Kinds of message between the harness and the model, in the order in which they are printed. */
export const messageKinds = [
  /** The task's own words. */
  "task",
  /** What the model wrote and called, but for calls of the tab. */
  "assistant",
  /** Names and arguments of the model's calls of the tab. */
  "tabCalls",
  "toolResults",
  "tabReplies",
  "statusLines",
  "finishChecks",
  /** What the loop told the model: to go on after an empty answer, what an interruption changed. */
  "notices",
  /** What stands for earlier messages after they were shortened, the tab's review in it included. */
  "summaries",
] as const;

export type MessageKind = (typeof messageKinds)[number];

/** Characters (UTF-16) by kind; each message counted once, as it was first sent. */
export type Characters = Readonly<Record<MessageKind, number>>;

/** What the tab added to the conversation. */
export const tabKinds: readonly MessageKind[] = ["tabCalls", "tabReplies", "statusLines", "finishChecks"];

/** What a user message is about, as a kind. */
const userKinds = {
  task: "task",
  "finish-check": "finishChecks",
  "go-on": "notices",
  resumed: "notices",
} as const satisfies Record<string, MessageKind>;

/** Rough and for comparison only: no tokenizer is loaded for it. */
const charactersPerToken = 4;

export function estimateTokens(characters: number): number {
  return Math.ceil(characters / charactersPerToken);
}

export function sumOf(characters: Characters, kinds: readonly MessageKind[] = messageKinds): number {
  return kinds.reduce((sum, kind) => sum + characters[kind], 0);
}

/** Characters of a transcript by turn, turns without a message left out. Earlier messages that are sent again count once. */
export function charactersByTurn(items: Iterable<TranscriptItem>): ReadonlyMap<number, Characters> {
  const turns = new Map<number, Record<MessageKind, number>>();
  for (const item of items) {
    const turn = turns.get(item.turn) ?? noCharacters();
    turns.set(item.turn, turn);
    count(item, turn);
  }
  return turns;
}

export function addUp(all: Iterable<Characters>): Characters {
  const sum = noCharacters();
  for (const characters of all) for (const kind of messageKinds) sum[kind] += characters[kind];
  return sum;
}

function noCharacters(): Record<MessageKind, number> {
  return Object.fromEntries(messageKinds.map((kind) => [kind, 0])) as Record<MessageKind, number>;
}

function count(item: TranscriptItem, into: Record<MessageKind, number>): void {
  switch (item.type) {
    case "user":
      into[userKinds[item.about]] += item.text.length;
      return;
    case "assistant": {
      const { content } = item.message;
      if (typeof content === "string") into.assistant += content.length;
      else for (const part of content) into[isTabCall(part) ? "tabCalls" : "assistant"] += JSON.stringify(part).length;
      return;
    }
    case "results":
      for (const { tool, text } of item.results) {
        const statusLine = /\n\n(\[tab\] [^\n]*)$/.exec(text)?.[1]?.length ?? 0;
        into.statusLines += statusLine;
        into[tool.startsWith("tab_") ? "tabReplies" : "toolResults"] += text.length - statusLine;
      }
      return;
    case "summary":
      into.summaries += item.text.length + item.review.length;
      return;
    case "context":
      return;
    default:
      item satisfies never;
  }
}

function isTabCall(part: { readonly type: string }): boolean {
  return part.type === "tool-call" && (part as ToolCallPart).toolName.startsWith("tab_");
}
