import type { ToolImage } from "./agent-tool.ts";
import type { ModelMessage } from "ai";
import type { ToolResultItem, TranscriptItem } from "./transcript.ts";

/**
 * 0: everything as it came · 1: outputs over 50 KB are clamped · 2: over 16 KB · 3: also only the last three results
 * stay whole · 4: also summarised beyond 80 % of the window. Clamping happens when a result comes in.
 */
export type ContextLevel = 0 | 1 | 2 | 3 | 4;

/** Most characters of one output at each level. */
export const OUTPUT_LIMITS: Readonly<Record<ContextLevel, number>> = {
  0: Number.MAX_SAFE_INTEGER,
  1: 50 * 1024,
  2: 16 * 1024,
  3: 16 * 1024,
  4: 16 * 1024,
};

const WHOLE_RESULTS = 3;
/** Results this short stay: a placeholder would save nothing. */
const SHORT_RESULT = 200;
const COMMAND_CHARACTERS = 100;

/** The messages for the next step, derived anew from the whole transcript. Pure. */
export function contextView(transcript: readonly TranscriptItem[], level: ContextLevel): ModelMessage[] {
  const items = sinceSummary(transcript);
  const whole = level >= 3 ? lastResults(items, WHOLE_RESULTS) : undefined;
  return items.flatMap((item) => messagesOf(item, whole));
}

/** The task, and what came since the newest summary; everything when there is none. */
function sinceSummary(transcript: readonly TranscriptItem[]): readonly TranscriptItem[] {
  const last = transcript.findLastIndex((item) => item.type === "summary");
  if (last < 0) return transcript;
  const task = transcript.find((item) => item.type === "user" && item.about === "task");
  return [...(task ? [task] : []), ...transcript.slice(last)];
}

/** The last results, and all of the newest batch however many they are: those the model has not seen yet. */
function lastResults(items: readonly TranscriptItem[], count: number): ReadonlySet<ToolResultItem> {
  const batches = items.flatMap((item) => (item.type === "results" ? [item.results] : []));
  return new Set([...batches.flat().slice(-count), ...(batches.at(-1) ?? [])]);
}

function messagesOf(item: TranscriptItem, whole: ReadonlySet<ToolResultItem> | undefined): readonly ModelMessage[] {
  switch (item.type) {
    case "user":
      return [{ role: "user", content: item.text }];
    case "assistant":
      // A step without a word or a call: providers refuse empty messages.
      return item.message.content.length > 0 ? [item.message] : [];
    case "results":
      return [{ role: "tool", content: item.results.map((result) => resultPart(result, whole)) }];
    case "summary":
      return [{ role: "user", content: `What was done so far, in short:\n${item.text}\n\n${item.review}` }];
    default:
      return item satisfies never;
  }
}

function resultPart(result: ToolResultItem, whole: ReadonlySet<ToolResultItem> | undefined) {
  const isShort = result.text.length <= SHORT_RESULT && result.image === undefined;
  const isShown = whole === undefined || whole.has(result) || isShort;
  const value = isShown ? result.text : placeholder(result);
  return {
    type: "tool-result" as const,
    toolCallId: result.providerCallId,
    toolName: result.tool,
    output: isShown && result.image !== undefined ? withImage(value, result.image) : textOutput(value, result.isError),
  };
}

function textOutput(value: string, isError: boolean) {
  return { type: isError ? ("error-text" as const) : ("text" as const), value };
}

function withImage(text: string, { mediaType, base64 }: ToolImage) {
  const data = { type: "data" as const, data: base64 };
  return {
    type: "content" as const,
    value: [
      { type: "text" as const, text },
      { type: "file" as const, mediaType, data },
    ],
  };
}

/** `[result of view a.pdf removed; tab_show L7]`: where the text can be had again, word for word. */
function placeholder({ command, entries }: ToolResultItem): string {
  const call = command.length > COMMAND_CHARACTERS ? `${command.slice(0, COMMAND_CHARACTERS)}…` : command;
  const where = entries.length > 0 ? `; tab_show ${inRanges(entries)}` : "";
  return `[result of ${call} removed${where}]`;
}

/** `L3, L7-L12`: a search may hold dozens of entries, which mostly follow one another. */
function inRanges(ids: readonly string[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (const number of ids.map((id) => Number(id.slice(1)))) {
    const range = ranges.at(-1);
    if (range !== undefined && number === range.last + 1) range.last = number;
    else ranges.push({ first: number, last: number });
  }
  return ranges.map(({ first, last }) => (first === last ? `L${first}` : `L${first}-L${last}`)).join(", ");
}
