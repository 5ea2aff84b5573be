import { RE2JS, RE2JSException } from "re2js";
import type { DocumentHit, SearchAnswer } from "../answers.ts";
import { formatAddress } from "../address.ts";
import { ParsedCacheError } from "../parsed-cache-error.ts";
import { keyText } from "../parsed-record.ts";
import type { EarlierLine, RenderedPage } from "../rendered-page.ts";
import { checkCounts } from "./check-options.ts";
import { type FileState, freshnessOf, type FileTable } from "./file-table.ts";
import type { PageReader } from "./page-reader.ts";
import { requiredLiterals } from "./required-literals.ts";
import { type ScopeOptions, searchScope, unreadPages } from "./search-scope.ts";
import { clipAround } from "./snippet.ts";
import { foldCase, mayHold, type TextSignature } from "./text-signature.ts";

export interface GrepOptions extends ScopeOptions {
  readonly ignoreCase?: boolean;
  /** Most hits: a whole number of at least 1; default 100. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

interface LineMatcher {
  /** Every matching line holds one of these, in the case that the search asks for; empty when nothing is known. */
  readonly literals: readonly string[];
  /** Quick no: a page for which this answers false has no matching line. */
  mayMatch(text: string): boolean;
  /** The offset of the first match in a line, or −1. Linear in the line's length. */
  indexIn(line: string): number;
  /** All matches in a line, in order. */
  spansIn(line: string): Iterable<{ readonly start: number; readonly end: number }>;
}

/** What is known of a record's text without reading it. */
export interface TextGist {
  readonly signature: TextSignature;
  /** What of it no search can see. */
  readonly unread?: string;
}

export type GistOf = (record: string) => Promise<TextGist | undefined>;

const DEFAULT_LIMIT = 100;

/**
 * Lines that match a pattern, in order of path and place; what tracked changes took from a page comes after its lines,
 * marked. Patterns run in linear time, so look-around and back
 * references are refused: `pattern-invalid`.
 */
export async function grepPages(
  pattern: string,
  { ignoreCase = false, limit = DEFAULT_LIMIT, signal, ...within }: GrepOptions,
  table: FileTable,
  reader: PageReader,
  gistOf: GistOf,
): Promise<SearchAnswer> {
  checkCounts({ limit });
  const matcher = createLineMatcher(pattern, ignoreCase);
  const scope = searchScope(table, within);
  const skipped = [...scope.skipped];
  const hits: DocumentHit[] = [];
  let searched = 0;
  for (const file of scope.files) {
    signal?.throwIfAborted();
    const gist = matcher.literals.length === 0 ? undefined : await gistOf(keyText(file.shown!.key));
    if (gist !== undefined && !matcher.literals.some((literal) => mayHold(gist.signature, literal))) {
      searched += 1;
      if (gist.unread !== undefined) skipped.push({ path: file.path, reason: gist.unread });
      continue;
    }
    const read = await reader.read(file.shown!.key);
    if (read === undefined) {
      skipped.push({ path: file.path, reason: "its record was lost; it is parsed again" });
      continue;
    }
    searched += 1;
    const unread = unreadPages(read);
    if (unread !== undefined) skipped.push({ path: file.path, reason: unread });
    for (const page of read.pages) {
      for (const matches of [matchesIn, removedMatchesIn]) {
        for (const hit of matches(file, page, matcher)) {
          if (hits.length >= limit) return { hits, searched, skipped, truncated: true };
          hits.push(hit);
        }
      }
    }
  }
  return { hits, searched, skipped, truncated: false };
}

function* matchesIn(file: FileState, page: RenderedPage, matcher: LineMatcher): Generator<DocumentHit> {
  if (!matcher.mayMatch(page.text)) return;
  const freshness = freshnessOf(file);
  for (const [index, line] of page.text.split("\n").entries()) {
    const at = matcher.indexIn(line);
    if (at < 0) continue;
    const place = page.lines?.[index];
    const span = place?.spans?.find(({ start, end }) => at >= start && at <= end);
    const address = span?.address ?? place?.address ?? page.address;
    yield {
      address: formatAddress(file.path, address),
      path: file.path,
      hash: file.shown!.key.hash,
      freshness,
      text: clipAround(line, at),
    };
  }
}

/** Matches that touch what tracked changes took away: the page's text does not hold them. */
function* removedMatchesIn(file: FileState, page: RenderedPage, matcher: LineMatcher): Generator<DocumentHit> {
  for (const { address, text, marked, taken } of page.earlier ?? []) {
    const at = firstTaken(matcher.spansIn(text), taken);
    if (at === undefined) continue;
    yield {
      address: formatAddress(file.path, address),
      path: file.path,
      hash: file.shown!.key.hash,
      freshness: freshnessOf(file),
      text: clipAround(marked, at.markedAt),
      removed: true,
    };
  }
}

/** Further matches of a line are not looked at: each may cost a walk over all of the line. */
const MOST_SPANS = 1_000;

/** The first taken stretch that a match touches; the first of all where there are too many matches to tell. */
function firstTaken(
  spans: Iterable<{ readonly start: number; readonly end: number }>,
  taken: EarlierLine["taken"],
): EarlierLine["taken"][number] | undefined {
  let looked = 0;
  let next = 0;
  for (const { start, end } of spans) {
    if (++looked > MOST_SPANS) return taken[0];
    while (next < taken.length && taken[next]!.end <= start) next += 1;
    const stretch = taken[next];
    if (stretch === undefined) return undefined;
    if (end > stretch.start) return stretch;
  }
  return undefined;
}

function createLineMatcher(pattern: string, ignoreCase: boolean): LineMatcher {
  if (!ignoreCase && !/[\\^$.|?*+()[\]{}]/.test(pattern)) {
    return {
      literals: pattern === "" ? [] : [pattern],
      mayMatch: (text) => text.includes(pattern),
      indexIn: (line) => line.indexOf(pattern),
      *spansIn(line) {
        const step = Math.max(1, pattern.length);
        for (let at = line.indexOf(pattern); at >= 0; at = line.indexOf(pattern, at + step)) {
          yield { start: at, end: at + pattern.length };
          if (at + step > line.length) return;
        }
      },
    };
  }
  const expression = compile(pattern, ignoreCase);
  const literals = requiredLiterals(pattern);
  const usable = ignoreCase ? caseFree(literals) : literals;
  const mayMatch = (text: string): boolean => {
    if (usable.length === 0) return true;
    const searched = ignoreCase ? foldCase(text) : text;
    return usable.some((literal) => searched.includes(literal));
  };
  return {
    literals: usable,
    mayMatch,
    indexIn: (line) => {
      // Asking whether there is a match is much cheaper than asking where.
      if (!mayMatch(line) || !expression.test(line)) return -1;
      const match = expression.matcher(line);
      return match.find() ? match.start() : -1;
    },
    *spansIn(line) {
      if (!mayMatch(line)) return;
      const match = expression.matcher(line);
      while (match.find()) yield { start: match.start(), end: match.end() };
    },
  };
}

/** Folded literals; none unless all are ASCII, because beyond it patterns take more letters for equal than lower case does. */
function caseFree(literals: readonly string[]): readonly string[] {
  return literals.every((literal) => /^[\x20-\x7e]+$/.test(literal)) ? literals.map(foldCase) : [];
}

function compile(pattern: string, ignoreCase: boolean): RE2JS {
  try {
    return RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (cause) {
    const found = cause instanceof RE2JSException ? cause.message : String(cause);
    throw new ParsedCacheError({
      code: "pattern-invalid",
      message: `${JSON.stringify(pattern)} cannot be searched for: ${found}. Patterns are regular expressions without look-around and back references; escape special characters with \\ to search for them as they stand.`,
      data: { pattern },
      cause,
    });
  }
}
