import type { LanguageModelV4 } from "@ai-sdk/provider";
import { generateText, type ModelMessage, type ToolSet } from "ai";

/** Share of the context window beyond which a level 4 run is summarised. */
export const SUMMARISE_BEYOND = 0.8;
/** Used when nothing is known about the model's window, in tokens. */
export const DEFAULT_CONTEXT_WINDOW = 128_000;

const REQUEST = `Summarise what you did so far for yourself, since older messages will be removed: what you found and where (addresses, log ids, figures word for word), what you wrote, what is still to do and how you meant to do it. Do not call tools. At most 600 words.`;

/** What the model itself says it did so far. Rejects when the model fails. */
export async function summarise(options: {
  readonly model: LanguageModelV4;
  readonly instructions: string;
  readonly messages: readonly ModelMessage[];
  /** Providers that see tool calls in the messages want to know the tools. */
  readonly tools: ToolSet;
  readonly signal: AbortSignal;
}): Promise<string> {
  const { text } = await generateText({
    model: options.model,
    instructions: options.instructions,
    messages: [...options.messages, { role: "user", content: REQUEST }],
    tools: options.tools,
    toolChoice: "none",
    abortSignal: options.signal,
    maxRetries: 2,
  });
  return text;
}
