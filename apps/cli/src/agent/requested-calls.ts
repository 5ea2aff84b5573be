import type { JSONValue } from "@ai-sdk/provider";
import type { AssistantModelMessage, ToolCallPart } from "ai";

/** A tool call as the model made it. `problem`: its arguments were no JSON, and why. */
export interface RequestedCall {
  readonly providerCallId: string;
  readonly tool: string;
  readonly args: JSONValue;
  readonly problem?: string;
}

/** Names that providers take back; a model may have made up any other. */
const UNFIT_FOR_NAMES = /[^\w-]/g;
const NAME_CHARACTERS = 64;

/**
 * A model's message in a form that every provider takes back: ids that differ within the message, names of their
 * alphabet, objects for arguments. `problems` are those of the calls by their ids, and follow when an id changes.
 */
export function requestedCalls(
  message: AssistantModelMessage,
  problems: Readonly<Record<string, string>>,
): { readonly message: AssistantModelMessage; readonly problems: Readonly<Record<string, string>> } {
  if (typeof message.content === "string") return { message, problems: {} };
  const seen = new Set<string>();
  const kept: Record<string, string> = {};
  // Anthropic takes back no text without a word in it.
  const worded = message.content.filter((part) => part.type !== "text" || part.text.trim() !== "");
  const content = worded.map((part) => {
    if (part.type !== "tool-call") return part;
    const toolCallId = freeId(part.toolCallId, seen);
    seen.add(toolCallId);
    const problem = problems[part.toolCallId];
    if (problem !== undefined) kept[toolCallId] = problem;
    const toolName = part.toolName.replaceAll(UNFIT_FOR_NAMES, "_").slice(0, NAME_CHARACTERS) || "unnamed";
    return { ...part, toolCallId, toolName, input: isFields(part.input) ? part.input : {} };
  });
  return { message: { ...message, content }, problems: kept };
}

/** The calls of a message, in order. */
export function callsOf(
  { content }: AssistantModelMessage,
  problems: Readonly<Record<string, string>> = {},
): readonly RequestedCall[] {
  if (typeof content === "string") return [];
  return content.flatMap((part) => {
    if (part.type !== "tool-call") return [];
    const { toolCallId, toolName, input } = part as ToolCallPart;
    const problem = problems[toolCallId];
    const call = { providerCallId: toolCallId, tool: toolName, args: (input ?? null) as JSONValue };
    return [problem === undefined ? call : { ...call, problem }];
  });
}

/** The words of a message, without its reasoning and its calls. */
export function textOf({ content }: AssistantModelMessage): string {
  if (typeof content === "string") return content;
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
}

/** Servers that number calls anew in each step are understood; two of one number in a step would be taken for one. */
function freeId(id: string, seen: ReadonlySet<string>): string {
  const wanted = id === "" ? "call" : id;
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? wanted : `${wanted}_${number}`;
    if (!seen.has(candidate)) return candidate;
  }
}

function isFields(input: unknown): boolean {
  return typeof input === "object" && input !== null && !Array.isArray(input);
}
