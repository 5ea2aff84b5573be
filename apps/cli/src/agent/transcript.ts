import type { AssistantModelMessage, FinishReason } from "ai";
import type { StepUsage } from "../models/step-usage.ts";
import type { ToolImage } from "./agent-tool.ts";
import type { PromptMeasure } from "./prompt-prefix.ts";

/** One tool call's result as the model was given it. */
export interface ToolResultItem {
  /** Ours, unique in the run. */
  readonly callId: string;
  /** The provider's, which joins result and call inside one message. */
  readonly providerCallId: string;
  readonly tool: string;
  /** The call as the read log describes it. */
  readonly command: string;
  readonly text: string;
  readonly image?: ToolImage;
  readonly isError: boolean;
  /** Log entries that hold the output. */
  readonly entries: readonly string[];
}

/** What a step of the model gave. */
export interface AssistantItem {
  readonly type: "assistant";
  readonly turn: number;
  readonly message: AssistantModelMessage;
  /** What was wrong with a call whose arguments were no JSON, by the provider's id; absent when there is none. */
  readonly problems?: Readonly<Record<string, string>>;
  readonly finishReason?: FinishReason;
  readonly usage: StepUsage;
  /** Milliseconds from the request to the end of the answer, failed tries and waits included. */
  readonly elapsedMs?: number;
  /** How much of the step's prompt was that of the step before. */
  readonly prompt?: PromptMeasure;
}

/**
 * The run's own transcript: everything that was said, whole and in order. What a model gets to see is derived from it
 * for each step and never stored, so that shortening a view loses nothing, and a run that was killed goes on from here.
 */
export type TranscriptItem =
  | {
      readonly type: "user";
      readonly turn: number;
      /** `go-on`: after an empty answer, or one that was cut off. `resumed`: what is to be known after an interruption. */
      readonly about: "task" | "finish-check" | "go-on" | "resumed";
      readonly text: string;
    }
  | AssistantItem
  | {
      readonly type: "results";
      readonly turn: number;
      readonly results: readonly ToolResultItem[];
      readonly elapsedMs?: number;
    }
  /** Stands for all items before it but the task; `review` is the tab's, put back in front of the model. */
  | {
      readonly type: "summary";
      readonly turn: number;
      readonly text: string;
      readonly review: string;
      readonly usage?: StepUsage;
    }
  /** From here on views are made by another profile, since the prompt no longer fitted. */
  | { readonly type: "context"; readonly turn: number; readonly profile: string };
