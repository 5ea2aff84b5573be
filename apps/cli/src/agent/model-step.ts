import type { LanguageModelV4 } from "@ai-sdk/provider";
import {
  type AssistantModelMessage,
  type CallWarning,
  type FinishReason,
  type ModelMessage,
  streamText,
  type ToolSet,
} from "ai";
import { StepError } from "../models/model-fault.ts";
import type { RequestOptions } from "../models/request-options.ts";
import { type StepUsage, stepUsage, type TokenPrices } from "../models/step-usage.ts";
import { requestedCalls } from "./requested-calls.ts";

// It would write each warning of each step to stderr, into the middle of the live view; they come back with the step.
globalThis.AI_SDK_LOG_WARNINGS = false;

export interface ModelStep {
  readonly message: AssistantModelMessage;
  readonly text: string;
  /** What was wrong with a call whose arguments are no JSON, by its id. */
  readonly problems: Readonly<Record<string, string>>;
  readonly finishReason: FinishReason;
  readonly usage: StepUsage;
  /** What the provider could not do as asked, in its words. */
  readonly warnings: readonly string[];
}

export interface ModelStepOptions {
  readonly model: LanguageModelV4;
  readonly instructions: string;
  readonly messages: ModelMessage[];
  /** Without `execute`: the loop runs the calls itself, as one batch. */
  readonly tools: ToolSet;
  /** Default: calls are the model's choice. */
  readonly toolChoice?: "none";
  readonly requestOptions?: RequestOptions;
  readonly prices?: TokenPrices;
  readonly signal: AbortSignal;
  readonly onText: (delta: string) => void;
}

/**
 * One step of the model, streamed. Rejects with the first error of the stream, and with a `StepError` for an answer that
 * broke off (`passing`), was refused or filtered (`refused`), or ran out of the context window (`overflow`).
 */
export async function modelStep(options: ModelStepOptions): Promise<ModelStep> {
  const { model, instructions, messages, tools, toolChoice, requestOptions, prices, signal, onText } = options;
  const result = streamText({
    model,
    instructions,
    messages,
    tools,
    ...(toolChoice && { toolChoice }),
    ...(requestOptions && { providerOptions: requestOptions }),
    abortSignal: signal,
    // Retrying is the loop's: it also covers streams that break half-way.
    maxRetries: 0,
    // The default prints to the console; the error itself comes through the stream below.
    onError: () => undefined,
  });
  for await (const part of result.stream) {
    if (part.type === "text-delta") onText(part.text);
    if (part.type === "error") throw part.error;
    if (part.type === "abort") throw signal.reason;
  }
  const [responseMessages, calls, text, finishReason, rawFinishReason, usage, warnings] = await Promise.all([
    result.responseMessages,
    result.toolCalls,
    result.text,
    result.finishReason,
    result.rawFinishReason,
    result.usage,
    result.warnings,
  ]);
  requireAnswer({ finishReason, rawFinishReason, text, hasCalls: calls.length > 0 });
  const said = responseMessages.find((message) => message.role === "assistant") ?? { role: "assistant", content: text };
  const isCutOff = finishReason === "length";
  const problems = Object.fromEntries(
    // Arguments that are JSON and do not fit the tool are judged, and worded, where the tools run.
    calls.flatMap((call) =>
      call.invalid === true && typeof call.input === "string"
        ? [[call.toolCallId, problemOf(call.error, isCutOff)]]
        : [],
    ),
  );
  return {
    ...requestedCalls(said, problems),
    text,
    finishReason,
    usage: stepUsage(usage, prices),
    warnings: (warnings ?? []).map(wordsOf),
  };
}

/** An answer that the provider did not end, or ended against its will, is none. */
function requireAnswer(answer: {
  readonly finishReason: FinishReason;
  readonly rawFinishReason: string | undefined;
  readonly text: string;
  readonly hasCalls: boolean;
}): void {
  const { finishReason, rawFinishReason, text, hasCalls } = answer;
  if (rawFinishReason === "model_context_window_exceeded" && !hasCalls)
    throw new StepError("overflow", "the answer ran out of the model's context window.");
  if (finishReason === "content-filter") {
    const words = text.trim() === "" ? "It gave no reason." : `It said: ${text.trim().slice(0, 500)}`;
    throw new StepError("refused", `The model or its provider's filter refused to answer. ${words}`);
  }
  if (finishReason === "interrupted" || finishReason === "error")
    throw new StepError("passing", "The answer broke off before its end.");
}

/** What was wrong with a call, for the model that made it. */
function problemOf(error: unknown, isCutOff: boolean): string {
  const text = error instanceof Error ? error.message : String(error);
  const said = text.length > 1_000 ? `${text.slice(0, 1_000)}…` : text;
  return isCutOff
    ? `Your answer was cut off at its output limit, in the middle of the call. Make it in smaller parts. (${said})`
    : said;
}

function wordsOf(warning: CallWarning): string {
  if (warning.type === "other") return warning.message;
  const feature = "feature" in warning ? warning.feature : warning.type;
  const details = "details" in warning && warning.details !== undefined ? `: ${warning.details}` : "";
  return `${feature}${details}`;
}
