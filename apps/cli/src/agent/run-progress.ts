import { addUsage, noUsage, type StepUsage } from "../models/step-usage.ts";
import { callsOf, textOf } from "./requested-calls.ts";
import type { TranscriptItem } from "./transcript.ts";

/** How far a run has come: a fold over its transcript, so that a run that goes on knows what it knew. */
export interface RunProgress {
  /** Model steps. */
  readonly turns: number;
  readonly toolCalls: number;
  /** Batches that the session has recorded; its turns are counted by them. */
  readonly batches: number;
  readonly finalMessage: string;
  /** What the last `write` or `edit` that failed said, if no later one worked. */
  readonly failedWrite?: string;
  /** Of all steps, summaries included. */
  readonly usage: StepUsage;
  /** Milliseconds spent in the model and in tools. */
  readonly modelMs: number;
  readonly toolMs: number;
  /** Finish checks that the model was shown. */
  readonly finishChecks: number;
  /** Name of the profile that an overflow left in force. */
  readonly profile?: string;
}

export const noProgress: RunProgress = {
  turns: 0,
  toolCalls: 0,
  batches: 0,
  finalMessage: "",
  usage: noUsage,
  modelMs: 0,
  toolMs: 0,
  finishChecks: 0,
};

/** The progress after one more item. Pure. */
export function advance(progress: RunProgress, item: TranscriptItem): RunProgress {
  switch (item.type) {
    case "user":
      return item.about === "finish-check" ? { ...progress, finishChecks: progress.finishChecks + 1 } : progress;
    case "assistant": {
      const calls = callsOf(item.message).length;
      return {
        ...progress,
        turns: item.turn,
        toolCalls: progress.toolCalls + calls,
        finalMessage: calls === 0 ? textOf(item.message) : progress.finalMessage,
        usage: addUsage(progress.usage, item.usage),
        modelMs: progress.modelMs + (item.elapsedMs ?? 0),
      };
    }
    case "results": {
      const { failedWrite: before, ...rest } = progress;
      const writes = item.results.filter(({ tool }) => tool === "write" || tool === "edit");
      const last = writes.at(-1);
      const failedWrite = last === undefined ? before : last.isError ? last.text.split("\n", 1)[0] : undefined;
      return {
        ...rest,
        batches: progress.batches + 1,
        toolMs: progress.toolMs + (item.elapsedMs ?? 0),
        ...(failedWrite !== undefined && { failedWrite }),
      };
    }
    case "summary":
      return { ...progress, usage: addUsage(progress.usage, item.usage ?? noUsage) };
    case "context":
      return { ...progress, profile: item.profile };
    default:
      return item satisfies never;
  }
}
