import type {
  CapturedComputed,
  CapturedRead,
  CaptureResult,
  CaptureStrategy,
  JsonValue,
  Observation,
  Range,
} from "../capture-strategy.ts";
import { isContentHash, type ContentHash } from "@runningtab/content-hash";
import { EMPTY_RESULT, sealResult } from "../seal.ts";
import { byteLength } from "../text/byte-offsets.ts";
import { numberedRange, runToRead } from "../text/line-ranges.ts";
import { countLines, isBlank, linesOf } from "../text/lines.ts";
import { quotedNames } from "../shell/quoted-names.ts";
import { namesInOutput, parseListing, parseNameTree } from "../text/listing-lines.ts";
import { findNotices } from "../text/notices.ts";
import { parseSearchText } from "../text/search-lines.ts";
import { unwrapping } from "./unwrapping.ts";
import { createWorkspacePaths, type Source, type WorkspacePaths } from "../workspace-paths.ts";
import {
  FIRST_LINE_KEYS,
  FOLDER_KEYS,
  LAST_LINE_KEYS,
  LINE_COUNT_KEYS,
  PATH_KEYS,
  PATHS_KEYS,
  toolShape,
  type ToolShape,
} from "./tool-shapes.ts";

type Arguments = { readonly [key: string]: JsonValue };

/** One call, ready to be read. */
interface ToolCall {
  readonly observation: Observation;
  readonly args: Arguments;
  readonly text: string;
  readonly cwd: string;
  readonly paths: WorkspacePaths;
  /** The tool's own text, without a harness's tags and notices. */
  readonly start: number;
  readonly end: number;
  readonly truncated: boolean;
}

type Draft = {
  reads: CapturedRead[];
  listed: Source[];
  computed: CapturedComputed[];
  writes: string[];
  notes: string[];
};

/** A call that went wrong says so in one short line. */
const FAILURE =
  /^(?:<tool_use_error>|error\b|failed\b|cannot\b|could not\b|unable to\b|no such file|file (?:does not exist|not found)|not found|path (?:does not exist|not found)|access denied|permission denied|E(?:NOENT|ISDIR|ACCES|NOTDIR)\b)/i;
const FAILURE_LENGTH = 500;

/** Understands tools whose arguments name the file: ours, and those of the harnesses in `tool-shapes.ts`. */
export function createStructuredToolsStrategy(): CaptureStrategy {
  return unwrapping({
    specVersion: 1,
    name: "structured-tools",
    async capture(observation, context) {
      const shape = toolShape(observation.tool);
      if (shape === undefined) return EMPTY_RESULT;
      const paths = createWorkspacePaths(context);
      const call = prepare(observation, paths);
      const draft: Draft = { reads: [], listed: [], computed: [], writes: [], notes: [] };
      const kind = kindOf(shape, call);
      const isQuiet = kind === "own" || kind === "difference" || kind === "program" || kind === "report";
      if (failed(call) && !isQuiet) draft.notes.push(`${observation.tool} failed: nothing was read`);
      else if (kind !== undefined) capture[kind](call, draft);
      if (isSilent(draft)) draft.notes.push(`${observation.tool}: nothing of the workspace in it`);
      const result: CaptureResult = { ...draft, listed: draft.listed.map((source) => source.path) };
      return sealResult(result, observation, context, paths);
    },
  });
}

/** Says of a known tool that it showed nothing of ours, so that it is not taken for an unknown one. */
function isSilent(draft: Draft): boolean {
  return Object.values(draft).every((part) => part.length === 0);
}

function kindOf(shape: ToolShape, call: ToolCall): keyof typeof capture | undefined {
  if (shape.kind !== "by-command") return shape.kind;
  const command = call.args["command"];
  const kind = typeof command === "string" ? shape.commands[command] : undefined;
  // A viewer that is given a folder lists it.
  return kind === "read" && fileOf(call) === undefined ? "list" : kind;
}

const capture = {
  read: captureRead,
  "read-many": captureMany,
  search: captureSearch,
  list: captureList,
  passages: captureSearch,
  write: captureWrite,
  difference: captureDifference,
  report: captureReport,
  program: captureProgram,
  own: captureOwn,
} satisfies Record<string, (call: ToolCall, draft: Draft) => void>;

function prepare(observation: Observation, paths: WorkspacePaths): ToolCall {
  const { output } = observation;
  const args = observation.args;
  const record =
    args !== null && typeof args === "object" && !Array.isArray(args)
      ? (args as Arguments)
      : typeof args === "string"
        ? { path: args }
        : {};
  // OpenCode: <path>…</path><type>file</type><content>…</content>; older: <file>…</file>.
  const tagged = /<(content|file)>\r?\n?/.exec(output.slice(0, 4000));
  const closing = tagged === null ? -1 : output.lastIndexOf(`</${tagged[1]}>`);
  const from = tagged === null || closing < 0 ? 0 : tagged.index + tagged[0].length;
  const until = tagged === null || closing < 0 ? output.length : closing;
  const notices = findNotices(output.slice(from, until));
  const titled = /^Here's the result of running `cat -n` on [^\n]{1,4096}:\r?\n/.exec(output.slice(from, from + 5000));
  return {
    observation,
    args: record,
    text: output,
    cwd: observation.cwd ?? paths.root,
    paths,
    start: from + Math.max(notices.start, titled?.[0].length ?? 0),
    end: from + notices.end,
    truncated: notices.truncated || findNotices(output).truncated,
  };
}

function failed(call: ToolCall): boolean {
  if (call.observation.exitCode !== undefined && call.observation.exitCode !== 0) return true;
  const shown = call.text.slice(call.start, call.end).trim();
  const isComplaint = FAILURE.test(shown) || shown.startsWith(`${call.observation.tool}: `);
  if (shown.length > FAILURE_LENGTH || !isComplaint) return false;
  // A file may begin with such words; then its size says that this is the file.
  const source = fileOf(call);
  const size = source === undefined ? undefined : call.paths.fact(source.path)?.size;
  return size === undefined || Math.abs(size - byteLength(call.text, call.start, call.end)) > 2;
}

/**
 * A path argument may be an address: `a.pdf#page=3`, `notes.md#L10-L20`, `b.xlsx#sheet=Q1%20plan&range=A1:C9`,
 * `c.docx#paragraph=7`. Places that are no line, page, slide or cell narrow the read without a range.
 */
function splitAddress(address: string): { name: string; range: Range | undefined; isPart: boolean } {
  const hash = address.indexOf("#");
  if (hash < 0) return { name: address, range: undefined, isPart: false };
  const place = address.slice(hash + 1);
  const name = decodePath(address.slice(0, hash));
  const page = /^(page|slide)=(\d{1,9})(?:-(\d{1,9}))?$/.exec(place);
  if (page !== null) {
    const unit = page[1] as "page" | "slide";
    return { name, range: { unit, start: Number(page[2]), end: Number(page[3] ?? page[2]) }, isPart: true };
  }
  const line = /^L(\d{1,9})(?:-L?(\d{1,9}))?$/.exec(place);
  if (line !== null) {
    return { name, range: { unit: "line", start: Number(line[1]), end: Number(line[2] ?? line[1]) }, isPart: true };
  }
  const cells = /^sheet=([^&]+)(?:&(?:cells?|range)=([^&]+))?$/.exec(place);
  if (cells === null) return { name, range: undefined, isPart: place !== "" };
  return { name, range: { unit: "cell", sheet: decodePath(cells[1]!), cells: cells[2] ?? "" }, isPart: true };
}

function named(call: ToolCall): readonly string[] {
  const single = PATH_KEYS.map((key) => call.args[key]).filter((value) => typeof value === "string");
  const several = PATHS_KEYS.flatMap((key) => {
    const value = call.args[key];
    return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
  });
  return [...single, ...several].map((name) => (name.startsWith("file://") ? decodePath(name.slice(7)) : name));
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The file that a call names. `isPart`: by an address of a place in it. */
function fileOf(
  call: ToolCall,
): (Source & { readonly range?: Range | undefined; readonly isPart?: boolean }) | undefined {
  for (const name of named(call)) {
    const literal = call.paths.operand(name, call.cwd);
    if (literal !== undefined) return literal;
    const address = splitAddress(name);
    const source = call.paths.operand(address.name, call.cwd);
    if (source !== undefined) return { ...source, range: address.range, isPart: address.isPart };
  }
  return undefined;
}

function captureRead(call: ToolCall, draft: Draft): void {
  const source = fileOf(call);
  const { text, start, end, args } = call;
  if (source === undefined) {
    if (named(call).length === 0 || isBlank(text, start, end)) return;
    // A folder, or a place outside: what it names may be known.
    const before = draft.listed.length;
    captureList(call, draft);
    if (draft.listed.length === before)
      draft.notes.push(`${call.observation.tool} ${named(call)[0]}: no regular file of the workspace`);
    return;
  }
  const visual = args["mode"] === "visual" || args["mode"] === "image";
  const size = call.paths.fact(source.path)?.size;
  if (visual)
    return void draft.reads.push({
      ...baseRead(source, start, start),
      partial: true,
      ...rangePart(pagesOf(args) ?? pageOf(source) ?? source.range),
    });
  if (isBlank(text, start, end)) {
    if (size === 0) draft.reads.push({ ...baseRead(source, start, start), partial: false });
    return;
  }
  const footer = footerOf(text, start, end);
  if (footer !== undefined) {
    if (isBlank(text, start, footer.start)) return;
    const whole = footer.whole && !call.truncated && !source.isPart;
    const range = footer.range ?? pageOf(source) ?? source.range;
    return void draft.reads.push({
      ...baseRead(source, start, footer.start),
      partial: !whole,
      ...rangePart(range),
      ...(footer.hash !== undefined && { hash: footer.hash }),
    });
  }
  const pages = pageOf(source) ?? pagesOf(args);
  const lines = linesShown(call);
  const bytes = byteLength(text, start, end);
  const isWhole =
    pages === undefined &&
    !source.isPart &&
    !call.truncated &&
    (lines.whole || (size !== undefined && bytes >= size - 2 && bytes <= size));
  const range = pages ?? source.range ?? (isWhole && lines.range?.start === 1 ? undefined : lines.range);
  draft.reads.push({ ...baseRead(source, start, end), partial: !isWhole, ...rangePart(range) });
}

interface Footer {
  /** Where the text of the file ends. */
  readonly start: number;
  readonly range: Range | undefined;
  readonly whole: boolean;
  /** Of the version shown, where it says that this is not the present one. */
  readonly hash: ContentHash | undefined;
}

/** The last line of our `view`: `[current | sha256:… | pages 3–4 of 146 shown]`, or that without its frame. */
function footerOf(text: string, start: number, end: number): Footer | undefined {
  const last = linesOf(text, Math.max(start, end - 4000), end).findLast((line) => !isBlank(text, line.start, line.end));
  if (last === undefined) return undefined;
  const written = text.slice(last.start, last.end);
  if (
    !/^\[.* shown(?: in part: [^\]]*)?\]$|^(?:nothing|pages?|slides?|sheet|cell|range|lines?|paragraphs?|table|textbox|footnote|endnote|comment|header|footer|part)\b.{0,200} shown(?: in part: .{0,100})?$/.test(
      written,
    )
  )
    return undefined;
  const pages = /\bpages? (\d{1,9})(?:\s*[–-]\s*(\d{1,9}))? of (\d{1,9}) shown( in part)?/.exec(written);
  const stale = /\bstale: (?:this )?text (?:is )?of (sha256:[0-9a-f]{64})/.exec(written)?.[1];
  const first = Number(pages?.[1]);
  const until = Number(pages?.[2] ?? pages?.[1]);
  return {
    start: trimEnd(text, start, last.start),
    range: pages === null ? undefined : { unit: "page", start: first, end: until },
    whole: pages !== null && first === 1 && until === Number(pages[3]) && pages[4] === undefined,
    hash: stale !== undefined && isContentHash(stale) ? stale : undefined,
  };
}

function trimEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && /\s/.test(text[at - 1]!)) at--;
  return at;
}

/** The lines that a text view shows, by its numbers or by its arguments. */
function linesShown(call: ToolCall): {
  range: Extract<Range, { unit: "line" | "page" | "slide" }> | undefined;
  whole: boolean;
} {
  const { text, start, end, args } = call;
  const view = Array.isArray(args["view_range"]) ? args["view_range"] : [];
  const first = number(view[0]) ?? firstNumber(args, FIRST_LINE_KEYS);
  const count = firstNumber(args, LINE_COUNT_KEYS);
  const last = number(view[1]) ?? firstNumber(args, LAST_LINE_KEYS);
  const shown = countLines(text, start, end);
  const numbered = /^\s*\d{1,9}(?:→|\t|: |\|)/.test(text.slice(start, start + 40))
    ? numberedRange(text, start, end)
    : undefined;
  const asked = first === undefined && count === undefined && last === undefined && args["tail"] === undefined;
  // A window that was asked for and not filled reached the end of the file.
  const filled = count !== undefined && shown >= count;
  const whole = (asked || ((first ?? 1) <= 1 && !filled && last === undefined)) && args["tail"] === undefined;
  if (numbered !== undefined && numbered.unit === "line") return { range: numbered, whole };
  if (args["tail"] !== undefined) return { range: undefined, whole: false };
  const from = Math.max(1, first ?? 1);
  return { range: asked ? undefined : { unit: "line", start: from, end: from + shown - 1 }, whole };
}

function number(value: JsonValue | undefined): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? Math.trunc(value) : undefined;
}

function firstNumber(args: Arguments, keys: readonly string[]): number | undefined {
  return keys.map((key) => number(args[key])).find((value) => value !== undefined);
}

function pageOf(source: Source): Range | undefined {
  return source.page === undefined ? undefined : { unit: "page", start: source.page, end: source.page };
}

/** `pages: "3-4"`, `"3"`, `3`, `[3, 4]`. */
function pagesOf(args: Arguments): Range | undefined {
  const value = args["pages"] ?? args["page"];
  if (typeof value === "number") return { unit: "page", start: value, end: value };
  if (Array.isArray(value)) {
    const numbers = value.filter((each) => typeof each === "number");
    return numbers.length === 0 ? undefined : { unit: "page", start: Math.min(...numbers), end: Math.max(...numbers) };
  }
  const found = typeof value === "string" ? /^\s*(\d{1,9})\s*(?:[-–]\s*(\d{1,9}))?\s*$/.exec(value) : null;
  return found === null ? undefined : { unit: "page", start: Number(found[1]), end: Number(found[2] ?? found[1]) };
}

function rangePart(range: Range | undefined): { range?: Range } {
  return range === undefined ? {} : { range };
}

function baseRead(source: Source, start: number, end: number): Omit<CapturedRead, "partial"> {
  return {
    paths: [source.path],
    start,
    end,
    confidence: 1,
    redacted: false,
    ...(source.via !== undefined && { via: source.via }),
    ...(source.hash !== undefined && { hash: source.hash }),
  };
}

/** `path:` lines, each before its file's text, `---` lines between. */
function captureMany(call: ToolCall, draft: Draft): void {
  const { text, start, end } = call;
  const open: { source: Source | undefined; start: number; end: number }[] = [];
  for (const line of linesOf(text, start, end)) {
    const written = text.slice(line.start, Math.min(line.end, line.start + 4200));
    const heading = /^(?:---\s*)?(.{1,4096}?):?(?:\s*---)?$/.exec(written);
    const source =
      heading === null || !/:$|---$/.test(written) ? undefined : call.paths.file(heading[1]!.trim(), call.cwd);
    if (source !== undefined) open.push({ source, start: line.next, end: line.next });
    else if (/^.{1,4096}: Error - /.test(written)) open.push({ source: undefined, start: line.next, end: line.next });
    else if (written !== "---" && line.end > line.start && open.length > 0) open.at(-1)!.end = line.end;
  }
  for (const part of open) {
    if (part.source === undefined || part.start === part.end) continue;
    const size = call.paths.fact(part.source.path)?.size;
    draft.reads.push({
      ...baseRead(part.source, part.start, part.end),
      partial: call.truncated || (size !== undefined && byteLength(text, part.start, part.end) < size - 2),
    });
  }
  if (open.length > 0) return;
  const sources = named(call).flatMap((name) => call.paths.file(name, call.cwd) ?? []);
  const paths = [...new Set(sources.map((source) => source.path))];
  if (paths.length > 0 && !isBlank(text, start, end))
    draft.reads.push({ paths, start, end, partial: true, confidence: 0.5, redacted: false });
}

function captureSearch(call: ToolCall, draft: Draft): void {
  const { text, start, end } = call;
  const mode = call.args["output_mode"] ?? call.args["mode"];
  if (mode === "files_with_matches" || mode === "count") return captureList(call, draft);
  const only = fileOf(call);
  for (const cwd of searchFolders(call)) {
    const found = parseSearchText(text, start, end, { cwd, ...(only !== undefined && { only }) }, call.paths);
    if (found.runs.length === 0 && found.listed.length === 0) continue;
    draft.reads.push(...found.runs.map((run) => runToRead(run, 0.98)));
    draft.listed.push(...found.listed);
    return;
  }
}

/** Names in a search's output are relative to the workspace, to the call's folder, or to the folder searched. */
function searchFolders(call: ToolCall): readonly string[] {
  const folders = FOLDER_KEYS.map((key) => call.args[key]).filter((value) => typeof value === "string");
  const searched = [...folders, ...named(call)].flatMap((name) => call.paths.absolute(name, call.cwd) ?? []);
  return [...new Set([call.cwd, ...searched, call.paths.root])];
}

function captureList(call: ToolCall, draft: Draft): void {
  const { text, start, end } = call;
  const folders = searchFolders(call).toReversed();
  draft.listed.push(...parseListing(text, start, end, folders, call.paths));
  for (const folder of folders) draft.listed.push(...parseNameTree(text.slice(start, end), folder, call.paths));
}

function captureWrite(call: ToolCall, draft: Draft): void {
  const patch = call.args["patch"] ?? call.args["patchText"] ?? call.args["input"];
  const patched =
    typeof patch === "string"
      ? [
          ...patch
            .slice(0, 1_000_000)
            .matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.{1,4096})$|^\*\*\* Move to: (.{1,4096})$/gm),
        ].map((match) => (match[1] ?? match[2]!).trim())
      : [];
  for (const name of [...named(call), ...patched]) {
    const absolute = call.paths.absolute(name, call.cwd);
    const below = absolute === undefined ? undefined : call.paths.below(absolute);
    if (below !== undefined && below !== "") draft.writes.push(call.paths.file(name, call.cwd)?.path ?? below);
  }
}

/** A difference shows both versions: it is evidence of neither by itself. */
function captureDifference(call: ToolCall, draft: Draft): void {
  const { text, start, end } = call;
  if (isBlank(text, start, end)) return;
  const source = fileOf(call);
  draft.computed.push({ start, end, inputs: source === undefined ? [] : [source.path], own: false });
  draft.listed.push(...parseListing(text, start, end, [call.cwd, call.paths.root], call.paths));
}

function captureReport(call: ToolCall, draft: Draft): void {
  const { text, start, end } = call;
  if (isBlank(text, start, end)) return;
  draft.computed.push({ start, end, inputs: [], own: false });
  draft.listed.push(...namesInOutput(text, call, [call.cwd, call.paths.root], call.paths));
  draft.notes.push(`${call.observation.tool}: another agent's report, kept and not counted as read`);
}

function captureProgram(call: ToolCall, draft: Draft): void {
  const { text, start, end, args } = call;
  if (isBlank(text, start, end)) return;
  const code =
    ["code", "script", "source", "input"].map((key) => args[key]).find((value) => typeof value === "string") ?? "";
  const inputs = quotedNames(code).flatMap((name) => call.paths.file(name, call.cwd)?.path ?? []);
  draft.computed.push({ start, end, inputs, own: false });
  draft.listed.push(...namesInOutput(text, call, [call.cwd, call.paths.root], call.paths));
  draft.notes.push(`unknown program, output kept: ${call.observation.tool}`);
}

function captureOwn(call: ToolCall, draft: Draft): void {
  if (!isBlank(call.text, call.start, call.end))
    draft.computed.push({ start: call.start, end: call.end, inputs: [], own: true });
}
