import type { Source, WorkspacePaths } from "../workspace-paths.ts";
import { unescapeName } from "./listing-lines.ts";
import { byteLength } from "./byte-offsets.ts";
import { linesOf, type Line } from "./lines.ts";

/** Consecutive output lines of one file. */
export interface SearchRun {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
  /** Line (or page) numbers shown, ascending as found; empty where the output has none. */
  readonly numbers: readonly number[];
  /** Whether the numbers are `path:page:line`, as our own `grep` writes them: then pages, not lines. */
  readonly paged: boolean;
  /** Whether these are all lines of the file, as their numbers and its size show. */
  readonly isWhole: boolean;
}

export interface SearchText {
  readonly runs: readonly SearchRun[];
  /** Files named without content: `-l`, `-c`, "Binary file x matches". */
  readonly listed: readonly Source[];
  /** Characters of non-blank lines that named no file. */
  readonly unattributed: number;
}

export interface SearchForm {
  readonly cwd: string | undefined;
  /** Where matches without a path prefix belong: one file was searched. */
  readonly only?: Source | undefined;
}

/** A path ends within this many characters, or the line has no prefix. */
const LONGEST_PREFIX = 1024;
/** Places in a line at which a path may end that are tried, so that a line of colons costs no more than another. */
const MOST_ENDS = 64;
const BINARY = /^(?:grep: |rg: )?(?:Binary file )?(.+?)(?:: binary file matches| matches)(?: \(found .*)?$/;

/**
 * Reads the output of grep, rg, git grep, ag and the search tools of harnesses:
 * `path:12:text`, `path-11-context`, `path:text`, a heading line `path` followed by `12:text` or `Line 12: text`.
 */
export function parseSearchText(
  text: string,
  start: number,
  end: number,
  form: SearchForm,
  paths: WorkspacePaths,
): SearchText {
  const resolved = new Map<string, Source | undefined>();
  const resolve = (name: string): Source | undefined => {
    if (!resolved.has(name)) resolved.set(name, paths.file(name, form.cwd));
    return resolved.get(name);
  };
  const runs: Growing[] = [];
  const listed: Source[] = [];
  let unattributed = 0;
  let heading: Source | undefined;
  let prefix = "";

  const append = (
    source: Source,
    line: Line,
    number: number | undefined,
    paged: boolean,
    textAt: number | undefined,
  ): void => {
    const last = runs.at(-1);
    const joined =
      last !== undefined &&
      last.source.path === source.path &&
      last.source.page === source.page &&
      onlyBreaks(text, last.end, line.start);
    const run = joined ? last : { source, start: line.start, end: line.end, numbers: [], paged, bytes: 0 };
    if (!joined) runs.push(run);
    run.end = line.end;
    if (number !== undefined) run.numbers.push(number);
    run.bytes = textAt === undefined ? undefined : add(run.bytes, byteLength(text, line.start + textAt, line.end));
  };

  for (const line of linesOf(text, start, end)) {
    const written = text.slice(line.start, line.end);
    if (written.trim() === "" || written === "--") continue;
    const record = written.startsWith('{"type":"') ? ripgrepRecord(written) : undefined;
    if (record !== undefined) {
      const source = resolve(record.path);
      if (source !== undefined && record.isText) append(source, line, record.number, false, undefined);
      continue;
    }
    const found = splitPrefix(written, prefix, resolve);
    if (found !== undefined) {
      prefix = found.prefix;
      heading = undefined;
      append(found.source, line, found.number, found.paged, found.textAt);
      continue;
    }
    const named = headingOf(written, resolve);
    if (named !== undefined) {
      heading = named;
      listed.push(named);
      continue;
    }
    const numbered = /^\s*(?:Line )?(\d{1,9})[:\t→|-]/.exec(written);
    const owner = heading ?? form.only;
    if (owner !== undefined)
      append(owner, line, numbered === null ? undefined : Number(numbered[1]), false, numbered?.[0].length);
    else if (BINARY.test(written)) {
      const file = resolve(BINARY.exec(written)![1]!);
      if (file !== undefined) listed.push(file);
    } else unattributed += written.length;
  }
  const shown = new Set(runs.map((run) => run.source.path));
  return {
    runs: runs.map((run) => ({ ...run, isWhole: isWhole(run, paths) })),
    listed: listed.filter((source) => !shown.has(source.path)),
    unattributed,
  };
}

interface Growing extends Omit<SearchRun, "isWhole"> {
  end: number;
  readonly numbers: number[];
  /** Of the file's own text; `undefined` where it cannot be told from what stands before it. */
  bytes: number | undefined;
}

function add(sum: number | undefined, more: number): number | undefined {
  return sum === undefined ? undefined : sum + more;
}

/** Lines that rise without a repeat and, with a line break each, blank ones left out, have as many bytes as the file. */
function isWhole({ source, numbers, paged, bytes }: Growing, paths: WorkspacePaths): boolean {
  const size = paths.fact(source.path)?.size;
  const last = numbers.at(-1);
  if (size === undefined || bytes === undefined || last === undefined || paged || source.via === "derived")
    return false;
  if (bytes + last !== size && bytes + last !== size + 1) return false;
  return numbers.every((number, at) => at === 0 || number > numbers[at - 1]!);
}

/** One line of `rg --json`: a file's begin and end, a match, a line of context, the summary. */
function ripgrepRecord(
  written: string,
): { readonly path: string; readonly number: number | undefined; readonly isText: boolean } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch {
    return undefined;
  }
  const { type, data } = value as {
    type?: unknown;
    data?: { path?: { text?: unknown }; line_number?: unknown } | null;
  };
  if (typeof type !== "string" || data === null || typeof data !== "object") return undefined;
  const path = data.path?.text;
  return {
    path: typeof path === "string" ? path : "",
    number: typeof data.line_number === "number" ? data.line_number : undefined,
    isText: type === "match" || type === "context",
  };
}

function onlyBreaks(text: string, start: number, end: number): boolean {
  return end - start <= 8 && /^(?:[\r\n]|--)*$/.test(text.slice(start, end));
}

function headingOf(written: string, resolve: (name: string) => Source | undefined): Source | undefined {
  const trimmed = written.trim();
  const quoted = /^"((?:[^"\\]|\\.){1,4096})"$/.exec(trimmed);
  const bare = quoted === null ? trimmed : unescapeName(quoted[1]!);
  return resolve(bare) ?? resolve(bare.replace(/:$/, "")) ?? resolve(bare.replace(/[:=]\d+$/, ""));
}

interface Prefix {
  readonly source: Source;
  readonly prefix: string;
  readonly number: number | undefined;
  readonly paged: boolean;
  /** Where the file's text begins in the line, behind a number. */
  readonly textAt?: number;
}

function splitPrefix(
  written: string,
  previous: string,
  resolve: (name: string) => Source | undefined,
): Prefix | undefined {
  if (written.startsWith('"')) return splitQuoted(written, resolve);
  if (previous !== "" && written.startsWith(previous)) {
    const read = readNumber(written, previous.length);
    if (read !== undefined) return { source: resolve(previous)!, prefix: previous, ...read };
  }
  const limit = Math.min(written.length, LONGEST_PREFIX);
  let dashed: Prefix | undefined;
  let tried = 0;
  for (let at = 1; at < limit; at++) {
    const mark = written[at];
    if (mark !== ":" && mark !== "-" && mark !== "#" && mark !== "=") continue;
    if (++tried > MOST_ENDS) break;
    const name = written.slice(0, at);
    const read = readNumber(written, at);
    if (read === undefined) continue;
    const source = resolve(name);
    if (source === undefined) continue;
    if (mark === ":" || mark === "#") return { source, prefix: name, ...read };
    dashed ??= { source, prefix: name, ...read };
  }
  return dashed;
}

/** git writes names outside ASCII in quotes: `"\346\225\260.txt":3:text`. */
function splitQuoted(written: string, resolve: (name: string) => Source | undefined): Prefix | undefined {
  const quoted = /^"((?:[^"\\]|\\.){1,4096})"/.exec(written);
  const read = quoted === null ? undefined : readNumber(written, quoted[0].length);
  const source = read === undefined ? undefined : resolve(unescapeName(quoted![1]!));
  return read === undefined || source === undefined ? undefined : { source, prefix: "", ...read };
}

/** What follows a path: `:12:`, `-12-`, `: 12: `, `:3:12:` (page and line), `#page=3`, `#L12`, or `:text` without a number. */
function readNumber(written: string, at: number): Pick<Prefix, "number" | "paged" | "textAt"> | undefined {
  const rest = written.slice(at, at + 48);
  const mark = rest[0];
  // `path:` alone is a heading.
  if (rest === ":") return undefined;
  const address = /^#(page|slide|sheet|L)=?(\d*)/.exec(rest);
  if (address !== null)
    return { number: address[2] === "" ? undefined : Number(address[2]), paged: address[1] !== "L" };
  const paged = /^:(\d{1,9}):\d{1,9}:/.exec(rest);
  if (paged !== null) return { number: Number(paged[1]), paged: true };
  const numbered = /^([:-])\s?(\d{1,9})\1/.exec(rest);
  if (numbered !== null) return { number: Number(numbered[2]), paged: false, textAt: at + numbered[0].length };
  const only = /^:\d+$/.exec(written.slice(at));
  if (only !== null) return undefined;
  return mark === ":" || mark === "-" ? { number: undefined, paged: false } : undefined;
}
