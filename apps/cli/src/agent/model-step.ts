import type { JSONValue, LanguageModelV4 } from "@ai-sdk/provider";
import { type AssistantModelMessage, type ModelMessage, streamText, type ToolSet } from "ai";

/** A tool call as the model made it. `problem`: it was malformed, named no tool, or did not fit the tool's arguments. */
export interface RequestedCall {
  readonly providerCallId: string;
  readonly tool: string;
  readonly args: JSONValue;
  readonly problem?: string;
}

export interface ModelStep {
  readonly message: AssistantModelMessage;
  readonly text: string;
  readonly calls: readonly RequestedCall[];
  readonly finishReason: string;
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
}

/** One step of the model, streamed. Rejects with the first error of the stream. */
export async function modelStep(options: {
  readonly model: LanguageModelV4;
  readonly instructions: string;
  readonly messages: ModelMessage[];
  /** Without `execute`: the loop runs the calls itself, as one batch. */
  readonly tools: ToolSet;
  readonly signal: AbortSignal;
  readonly onText: (delta: string) => void;
}): Promise<ModelStep> {
  const { model, instructions, messages, tools, signal, onText } = options;
  const result = streamText({
    model,
    instructions,
    messages,
    tools,
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
  const [responseMessages, calls, text, finishReason, usage] = await Promise.all([
    result.responseMessages,
    result.toolCalls,
    result.text,
    result.finishReason,
    result.usage,
  ]);
  const said = responseMessages.find((message) => message.role === "assistant");
  return {
    message: said ?? { role: "assistant", content: text },
    text,
    calls: calls.map((call) => ({
      providerCallId: call.toolCallId,
      tool: call.toolName,
      args: (call.input ?? null) as JSONValue,
      ...(call.invalid === true && { problem: firstLines(call.error) }),
    })),
    finishReason,
    usage: { inputTokens: usage.inputTokens ?? 0, outputTokens: usage.outputTokens ?? 0 },
  };
}

function firstLines(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.length > 1_000 ? `${text.slice(0, 1_000)}…` : text;
}
