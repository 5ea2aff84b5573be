import type { AssistantModelMessage } from "ai";
import type { ToolImage } from "./agent-tool.ts";

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

/**
 * The run's own transcript: everything that was said, whole and in order. What a model gets to see is derived from it
 * for each step and never stored, so that shortening a view loses nothing.
 */
export type TranscriptItem =
  | { readonly type: "user"; readonly turn: number; readonly about: "task" | "finish-check"; readonly text: string }
  | {
      readonly type: "assistant";
      readonly turn: number;
      readonly message: AssistantModelMessage;
      readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
    }
  | { readonly type: "results"; readonly turn: number; readonly results: readonly ToolResultItem[] }
  /** Stands for all items before it but the task; `review` is the tab's, put back in front of the model. */
  | { readonly type: "summary"; readonly turn: number; readonly text: string; readonly review: string };
