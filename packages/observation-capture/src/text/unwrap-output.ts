import type { CaptureResult } from "../capture-strategy.ts";
import type { Span } from "./spans.ts";
import { jsonStrings, type JsonString } from "./json-strings.ts";

/**
 * A tool's own text, taken out of what a harness or a terminal puts around and into it: JSON, colours. Strategies read
 * `text`; what they say of it is then said of the output itself, so that excerpts stay slices of what the model saw.
 */
export interface UnwrappedOutput {
  readonly text: string;
  /** Of the command, where the JSON around its text tells it. */
  readonly exitCode: number | undefined;
  /** A stretch of the output as one of `text`. */
  readonly ofText: (span: Span) => Span;
  /** A result over `text` as one over the output. */
  readonly ofOutput: (result: CaptureResult) => CaptureResult;
}

/** A longer output is not looked into for JSON, in UTF-16 units. */
const LONGEST_JSON = 8 * 1024 * 1024;

/** Terminal escapes: colours and cursor moves, titles, character sets. */
const ESCAPE = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]{0,2000}(?:\u0007|\u001b\\)|[()][0-9A-Z]|[=>78])/g;

/** `undefined` where the output is the tool's own text as it is. */
export function unwrapOutput(output: string): UnwrappedOutput | undefined {
  const wrapped = jsonParts(output);
  const isColoured = output.includes("\u001b") || (wrapped !== undefined && output.includes("\\u001b"));
  if (wrapped === undefined && !isColoured) return undefined;
  let places = wrapped === undefined ? asItIs(output) : decoded(output, wrapped.parts);
  if (isColoured) places = withoutEscapes(places);
  const { text, starts, ends } = places;
  const slice = <Slice extends { readonly start: number; readonly end: number }>(one: Slice): Slice => {
    const start = one.start < text.length ? starts[one.start]! : (ends[text.length - 1] ?? 0);
    return { ...one, start, end: one.end > one.start ? ends[one.end - 1]! : start };
  };
  return {
    text,
    exitCode: wrapped?.exitCode,
    ofText: ({ start, end }) => ({
      start: firstAt(starts, text.length, start),
      end: firstAt(starts, text.length, end),
    }),
    ofOutput: (result) => ({
      ...result,
      reads: result.reads.map((read) => ({ ...slice(read), ...(read.withheld && { withheld: slice(read.withheld) }) })),
      computed: result.computed.map(slice),
    }),
  };
}

/** The first unit of the text that begins at `offset` of the output or after it. */
function firstAt(starts: Int32Array, length: number, offset: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (starts[middle]! < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A text with, for each of its units, where in the output it begins and ends. */
interface Places {
  readonly text: string;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

function asItIs(output: string): Places {
  return {
    text: output,
    starts: Int32Array.from({ length: output.length }, (_, at) => at),
    ends: Int32Array.from({ length: output.length }, (_, at) => at + 1),
  };
}

/** The string values one after the other, their escapes resolved. */
function decoded(output: string, parts: readonly JsonString[]): Places {
  const length = parts.reduce((sum, part) => sum + part.end - part.start, 0);
  const starts = new Int32Array(length);
  const ends = new Int32Array(length);
  const units: string[] = [];
  let count = 0;
  for (const part of parts) {
    for (let at = part.start; at < part.end;) {
      const size = output[at] !== "\\" ? 1 : output[at + 1] === "u" ? 6 : 2;
      units.push(size === 1 ? output[at]! : unescapeUnit(output, at));
      starts[count] = at;
      ends[count++] = at + size;
      at += size;
    }
  }
  return { text: units.join(""), starts, ends };
}

const ESCAPED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" };

function unescapeUnit(output: string, at: number): string {
  const letter = output[at + 1] ?? "";
  if (letter === "u") return String.fromCharCode(Number.parseInt(output.slice(at + 2, at + 6), 16));
  return ESCAPED[letter] ?? letter;
}

function withoutEscapes({ text, starts, ends }: Places): Places {
  const keptStarts = new Int32Array(text.length);
  const keptEnds = new Int32Array(text.length);
  const kept: string[] = [];
  let count = 0;
  const keep = (from: number, until: number): void => {
    kept.push(text.slice(from, until));
    keptStarts.set(starts.subarray(from, until), count);
    keptEnds.set(ends.subarray(from, until), count);
    count += until - from;
  };
  let from = 0;
  for (const escape of text.matchAll(ESCAPE)) {
    keep(from, escape.index);
    from = escape.index + escape[0].length;
  }
  keep(from, text.length);
  return { text: kept.join(""), starts: keptStarts, ends: keptEnds };
}

interface Wrapped {
  readonly parts: readonly JsonString[];
  readonly exitCode: number | undefined;
}

/** Keys beside the text that tell a wrapper from a file's own JSON. */
const OF_COMMANDS = new Set(
  "output stdout stderr metadata exit_code exitCode code status signal interrupted isImage duration_seconds duration timed_out timedOut truncated success".split(
    " ",
  ),
);
const OF_RESULTS = new Set("content isError is_error structuredContent _meta type tool_use_id".split(" "));
const OF_FILES = new Set(
  "path file filePath file_path filename name content text lines size encoding truncated totalLines total_lines startLine endLine mimeType success".split(
    " ",
  ),
);

/** The text in a tool result that is JSON: a command's record, content parts, `{ path, content }`, `{ type, value }`. */
function jsonParts(output: string): Wrapped | undefined {
  if (output.length > LONGEST_JSON || !/^\s*(?:\{\s*"|\[\s*\{\s*")/.test(output) || !/[\]}]\s*$/.test(output))
    return undefined;
  const parsed = parse(output);
  if (parsed === null || typeof parsed !== "object") return undefined;
  const chosen = textKeys(parsed);
  if (chosen === undefined) return undefined;
  const strings = jsonStrings(output);
  const parts = chosen.flatMap((keys) => strings.find((each) => sameKeys(each.keys, keys)) ?? []);
  return parts.length === 0 ? undefined : { parts, exitCode: exitCodeOf(parsed) };
}

function parse(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}

type Keys = readonly (string | number)[];

function sameKeys(one: Keys, other: Keys): boolean {
  return one.length === other.length && one.every((key, at) => key === other[at]);
}

function textKeys(value: object): readonly Keys[] | undefined {
  if (Array.isArray(value)) return contentKeys(value, []);
  const record = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(record);
  const all = (known: ReadonlySet<string>): boolean => keys.every((key) => known.has(key));
  if (record["type"] === "text" && keys.length === 2) {
    const key = keys.find((each) => each !== "type")!;
    return typeof record[key] === "string" ? [[key]] : undefined;
  }
  if (Array.isArray(record["content"]) && all(OF_RESULTS)) return contentKeys(record["content"], ["content"]);
  if (keys.length > 1 && all(OF_COMMANDS))
    return ["stdout", "output", "stderr"].filter((key) => typeof record[key] === "string").map((key) => [key]);
  if (keys.length === 1 && typeof record["output"] === "string") return [["output"]];
  if (keys.length > 1 && all(OF_FILES) && keys.some((key) => /path|file/i.test(key))) {
    const key = ["content", "text"].find((each) => typeof record[each] === "string");
    return key === undefined ? undefined : [[key]];
  }
  return undefined;
}

/** `[{ "type": "text", "text": … }, …]`, as MCP and model providers have it. */
function contentKeys(parts: readonly unknown[], before: Keys): readonly Keys[] | undefined {
  const isPart = (part: unknown): part is { type: unknown; text?: unknown } =>
    part !== null && typeof part === "object" && "type" in part;
  if (parts.length === 0 || !parts.every(isPart)) return undefined;
  const texts = parts.flatMap((part, at) =>
    part.type === "text" && typeof part.text === "string" ? [[...before, at, "text"]] : [],
  );
  return texts.length === 0 ? undefined : texts;
}

function exitCodeOf(value: object): number | undefined {
  const record = value as Readonly<Record<string, unknown>>;
  const { metadata } = record;
  const inner =
    metadata !== null && typeof metadata === "object" ? (metadata as Readonly<Record<string, unknown>>) : {};
  const code = record["exit_code"] ?? record["exitCode"] ?? record["code"] ?? inner["exit_code"] ?? inner["exitCode"];
  return typeof code === "number" ? code : undefined;
}
