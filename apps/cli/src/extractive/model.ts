import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { nextStep, type PolicyStep, summaryOf } from "./policy.ts";
import { readPrompt } from "./read-prompt.ts";

/**
 * The extractive mode as a language model: the same interface as every provider, no key, no network, no chance. Equal
 * prompts give equal answers, and nothing is kept from one call to the next. What it understands is in
 * `docs/task-grammar.md`.
 */
export function createExtractiveModel(): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "runningtab",
    modelId: "extractive",
    supportedUrls: {},
    async doGenerate(options) {
      const answer = answerTo(options);
      return { ...answer, warnings: [] };
    },
    async doStream(options) {
      const { content, finishReason, usage } = answerTo(options);
      const parts: LanguageModelV4StreamPart[] = [
        { type: "stream-start", warnings: [] },
        ...content.flatMap((part, index) => streamed(part, String(index))),
        { type: "finish", finishReason, usage },
      ];
      return { stream: ReadableStream.from(parts) as ReadableStream<LanguageModelV4StreamPart> };
    },
  };
}

interface Answered {
  readonly content: LanguageModelV4Content[];
  readonly finishReason: LanguageModelV4FinishReason;
  readonly usage: LanguageModelV4Usage;
}

function answerTo({ prompt, tools = [], abortSignal }: LanguageModelV4CallOptions): Answered {
  abortSignal?.throwIfAborted();
  const reading = readPrompt(prompt);
  // Without tools nothing can be done; it is asked for a summary of what was.
  const step: PolicyStep =
    tools.length === 0
      ? { text: summaryOf(reading), calls: [] }
      : nextStep(reading, new Set(tools.map(({ name }) => name)));
  // Unique in the transcript: each step adds a message, and after a summary has taken messages away, notes.
  const turn = prompt.filter((message) => message.role === "assistant").length + 1;
  const content: LanguageModelV4Content[] = [
    ...(step.text === "" ? [] : [{ type: "text", text: step.text } as const]),
    ...step.calls.map(({ tool, args }, index) => ({
      type: "tool-call" as const,
      toolCallId: `extractive-${turn}-${reading.notes.length}-${index + 1}`,
      toolName: tool,
      input: JSON.stringify(args),
    })),
  ];
  const unified = step.calls.length > 0 ? "tool-calls" : "stop";
  return { content, finishReason: { unified, raw: unified }, usage: usageOf(prompt, content) };
}

function streamed(part: LanguageModelV4Content, id: string): LanguageModelV4StreamPart[] {
  if (part.type === "text") {
    return [
      { type: "text-start", id },
      { type: "text-delta", id, delta: part.text },
      { type: "text-end", id },
    ];
  }
  if (part.type !== "tool-call") return [];
  return [
    { type: "tool-input-start", id: part.toolCallId, toolName: part.toolName },
    { type: "tool-input-delta", id: part.toolCallId, delta: part.input },
    { type: "tool-input-end", id: part.toolCallId },
    part,
  ];
}

function tokens(value: unknown): number {
  return Math.ceil(JSON.stringify(value).length / 4);
}

/** No tokens are spent. Estimated as other models would count them, so that budgets and levels work alike. */
function usageOf(
  prompt: LanguageModelV4CallOptions["prompt"],
  content: readonly LanguageModelV4Content[],
): LanguageModelV4Usage {
  const input = tokens(prompt);
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: tokens(content), text: tokens(content), reasoning: 0 },
  };
}
