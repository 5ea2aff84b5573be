import type { ToolImage } from "./agent-tool.ts";
import type { ModelMessage } from "ai";
import { callsOf, textOf } from "./requested-calls.ts";
import type { ToolResultItem, TranscriptItem } from "./transcript.ts";

/** What of a transcript is shown whole. */
export interface ViewLimits {
  /** Most characters (UTF-16) of one result. */
  readonly outputCharacters: number;
  /** Results that stay whole beside those of the newest step; absent: all. */
  readonly wholeResults?: number;
}

/** Results this short stay: a placeholder would save nothing. */
const SHORT_RESULT = 200;
const COMMAND_CHARACTERS = 100;
/** What came in at this limit carries a status line beside it, and is not cut again for that. */
const STATUS_LINE_ROOM = 400;
/** Share of a shortened result that comes from its beginning. */
const HEAD_SHARE = 0.7;

/** The messages for the next step, derived anew from the whole transcript. Pure. */
export function contextView(transcript: readonly TranscriptItem[], limits: ViewLimits): ModelMessage[] {
  const items = sinceSummary(transcript);
  const { wholeResults, outputCharacters } = limits;
  const whole = wholeResults === undefined ? undefined : lastResults(items, wholeResults);
  return items.flatMap((item) => messagesOf(item, { whole, outputCharacters }));
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

interface Shown {
  /** `undefined`: all. */
  readonly whole: ReadonlySet<ToolResultItem> | undefined;
  readonly outputCharacters: number;
}

function messagesOf(item: TranscriptItem, shown: Shown): readonly ModelMessage[] {
  switch (item.type) {
    case "user":
      return [{ role: "user", content: item.text }];
    case "assistant":
      // A step without a word or a call: providers refuse empty messages, and thoughts that lead to nothing.
      return textOf(item.message).trim() !== "" || callsOf(item.message).length > 0 ? [item.message] : [];
    case "results":
      return [{ role: "tool", content: item.results.map((result) => resultPart(result, shown)) }];
    case "summary":
      return [{ role: "user", content: `What was done so far, in short:\n${item.text}\n\n${item.review}` }];
    case "context":
      return [];
    default:
      return item satisfies never;
  }
}

function resultPart(result: ToolResultItem, { whole, outputCharacters }: Shown) {
  const isShort = result.text.length <= SHORT_RESULT && result.image === undefined;
  const isShown = whole === undefined || whole.has(result) || isShort;
  const value = isShown ? shortened(result, outputCharacters) : placeholder(result);
  return {
    type: "tool-result" as const,
    toolCallId: result.providerCallId,
    toolName: result.tool,
    output: isShown && result.image !== undefined ? withImage(value, result.image) : textOutput(value),
  };
}

/**
 * A text, also of a call that failed: the text says so itself. As an error, OpenAI's provider would put it into JSON, with
 * its line ends and its status line escaped.
 */
function textOutput(value: string) {
  return { type: "text" as const, value };
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

/** A result that came in under a wider limit: its middle is left away, and where it stands is said in its place. */
function shortened({ text, entries }: ToolResultItem, limit: number): string {
  if (text.length <= limit + STATUS_LINE_ROOM) return text;
  const head = text.slice(0, Math.floor(limit * HEAD_SHARE));
  const tail = text.slice(text.length - Math.floor(limit * (1 - HEAD_SHARE)));
  const cut = text.length - head.length - tail.length;
  const where = entries.length > 0 ? `; tab_show ${inRanges(entries)}` : "";
  return `${head.toWellFormed()}\n[${cut} of ${text.length} characters removed here${where}]\n${tail.toWellFormed()}`;
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
