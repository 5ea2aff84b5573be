import type { LanguageModelV4Message, LanguageModelV4Prompt, LanguageModelV4ToolResultOutput } from "@ai-sdk/provider";
import { type Note, readNotes } from "./notes.ts";

/** A tool call of the newest batch with what came back. */
export interface Exchange {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** A prompt as far as the policy reads it. */
export interface PromptReading {
  /** Text of the first user message. */
  readonly task: string;
  /** In the order in which they were made. */
  readonly notes: readonly Note[];
  /** Results that came after the last thing the assistant said: those it has not seen yet. */
  readonly latest: readonly Exchange[];
  /** What the assistant said when it stopped before; absent until then. */
  readonly finalText?: string;
}

/** Reads the transcript that a model call is given. Notes count only where the assistant, or its own summary, has them. */
export function readPrompt(prompt: LanguageModelV4Prompt): PromptReading {
  const first = prompt.findIndex((message) => message.role === "user");
  const stopped = prompt.findLast(
    (message) => message.role === "assistant" && message.content.every((part) => part.type !== "tool-call"),
  );
  const lastSaid = prompt.findLastIndex((message) => message.role === "assistant");
  return {
    task: first < 0 ? "" : textOf(prompt[first]!),
    notes: prompt.flatMap((message, index) => {
      if (message.role === "assistant") return readNotes(textOf(message));
      return message.role === "user" && index > first ? readNotes(ownSummary(textOf(message))) : [];
    }),
    latest: lastSaid < 0 ? [] : exchangesAfter(prompt, lastSaid),
    ...(stopped !== undefined && { finalText: textOf(stopped) }),
  };
}

/** A summary begins with these words and ends before the tab's review, which quotes files. */
function ownSummary(text: string): string {
  return /^What was done so far\b/.test(text) ? text.split(/\n\s*\nRequirements: /)[0]! : "";
}

function exchangesAfter(prompt: LanguageModelV4Prompt, lastSaid: number): readonly Exchange[] {
  const said = prompt[lastSaid]!;
  if (said.role !== "assistant") return [];
  const results = new Map<string, string>();
  for (const message of prompt.slice(lastSaid + 1)) {
    if (message.role !== "tool") continue;
    for (const part of message.content) {
      if (part.type === "tool-result") results.set(part.toolCallId, outputText(part.output));
    }
  }
  return said.content.flatMap((part) => {
    if (part.type !== "tool-call") return [];
    const text = results.get(part.toolCallId);
    return text === undefined ? [] : [{ tool: part.toolName, args: fieldsOf(part.input), text }];
  });
}

function textOf(message: LanguageModelV4Message): string {
  if (typeof message.content === "string") return message.content;
  return message.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}

function outputText(output: LanguageModelV4ToolResultOutput): string {
  switch (output.type) {
    case "text":
    case "error-text":
      return output.value;
    case "content":
      return output.value.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
    default:
      return "value" in output ? JSON.stringify(output.value) : "";
  }
}

function fieldsOf(input: unknown): Readonly<Record<string, unknown>> {
  // An object that is no array has string keys, whatever their values are.
  return typeof input === "object" && input !== null && !Array.isArray(input) ? (input as Record<string, unknown>) : {};
}
