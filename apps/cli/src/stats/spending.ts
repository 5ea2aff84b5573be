import type { TranscriptItem } from "../agent/transcript.ts";
import { addUsage, noUsage, type StepUsage } from "../models/step-usage.ts";

/** What a run took of the model, by the provider's own figures, and of the clock. */
export interface Spending {
  /** Answers of the model, those that sum up included. */
  readonly steps: number;
  readonly usage: StepUsage;
  /** Answers for which the provider reported no figures. */
  readonly unreportedSteps: number;
  /** Milliseconds from request to answer, retries and their waits included. */
  readonly modelMs: number;
  /** Milliseconds in tools, and in recording what they gave. */
  readonly toolMs: number;
}

/** How alike the prompts of a run's steps were, and what of all that was sent was the tab's. In characters. */
export interface Prompts {
  /** All prompts together: each step sends the conversation again. */
  readonly sent: number;
  /** Of these, the tab's: its system block and tools in each step, and its messages as often as they were sent. */
  readonly sentByTab: number;
  /** Steps that are compared with the one before them: all but the first of each process. */
  readonly compared: number;
  /** Of these, steps that only added to the prompt before. */
  readonly keepingAll: number;
  /** Of the prompts compared, what they had in common with the one before, from the beginning on. */
  readonly keptShare: number;
}

export function spendingOf(items: Iterable<TranscriptItem>): Spending {
  let spending: Spending = { steps: 0, usage: noUsage, unreportedSteps: 0, modelMs: 0, toolMs: 0 };
  for (const item of items) {
    if (item.type === "results") spending = { ...spending, toolMs: spending.toolMs + (item.elapsedMs ?? 0) };
    const usage = item.type === "assistant" || item.type === "summary" ? item.usage : undefined;
    if (usage === undefined) continue;
    spending = {
      ...spending,
      steps: spending.steps + 1,
      usage: addUsage(spending.usage, usage),
      unreportedSteps: spending.unreportedSteps + (usage.isUnreported ? 1 : 0),
      modelMs: spending.modelMs + (item.type === "assistant" ? (item.elapsedMs ?? 0) : 0),
    };
  }
  return spending;
}

/** `undefined` for a transcript whose steps were not measured. */
export function promptsOf(items: Iterable<TranscriptItem>): Prompts | undefined {
  const sum = { sent: 0, sentByTab: 0, compared: 0, keepingAll: 0, kept: 0, comparedCharacters: 0 };
  for (const item of items) {
    if (item.type !== "assistant" || item.prompt === undefined) continue;
    const { characters, tabCharacters, keptCharacters, keepsAll } = item.prompt;
    sum.sent += characters;
    sum.sentByTab += tabCharacters;
    if (keptCharacters === undefined) continue;
    sum.compared++;
    sum.kept += keptCharacters;
    sum.comparedCharacters += characters;
    if (keepsAll) sum.keepingAll++;
  }
  if (sum.sent === 0) return undefined;
  const { sent, sentByTab, compared, keepingAll } = sum;
  return { sent, sentByTab, compared, keepingAll, keptShare: sum.kept / Math.max(1, sum.comparedCharacters) };
}
