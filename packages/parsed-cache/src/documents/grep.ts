import { RE2JS, RE2JSException } from "re2js";
import type { DocumentHit, SearchAnswer } from "../answers.ts";
import { formatAddress } from "../address.ts";
import { ParsedCacheError } from "../parsed-cache-error.ts";
import type { RenderedPage } from "../render-parts.ts";
import { type FileState, freshnessOf, type FileTable } from "./file-table.ts";
import type { PageReader } from "./page-reader.ts";
import { searchScope, unreadPages } from "./search-scope.ts";
import { clipAround } from "./snippet.ts";

export interface GrepOptions {
  /** Files and folders to search in; default all. */
  readonly paths?: readonly string[];
  readonly ignoreCase?: boolean;
  /** Most hits: a whole number of at least 1; default 100. */
  readonly limit?: number;
  readonly signal?: AbortSignal;
}

/** Tests a line; the offset of the first match, or −1. Linear in the line's length. */
export interface LineMatcher {
  /** Quick no: a page for which this answers false has no matching line. */
  mayMatch(text: string): boolean;
  indexIn(line: string): number;
}

const DEFAULT_LIMIT = 100;

/**
 * Lines that match a pattern, in order of path and place. Patterns run in linear time, so look-around and back
 * references are refused: `pattern-invalid`.
 */
export async function grepPages(
  pattern: string,
  { paths, ignoreCase = false, limit = DEFAULT_LIMIT, signal }: GrepOptions,
  table: FileTable,
  reader: PageReader,
): Promise<SearchAnswer> {
  const matcher = createLineMatcher(pattern, ignoreCase);
  const scope = searchScope(table, paths);
  const skipped = [...scope.skipped];
  const hits: DocumentHit[] = [];
  let searched = 0;
  for (const file of scope.files) {
    signal?.throwIfAborted();
    const read = await reader.read(file.shown!.key);
    if (read === undefined) {
      skipped.push({ path: file.path, reason: "its record was lost; it is parsed again" });
      continue;
    }
    searched += 1;
    const unread = unreadPages(read);
    if (unread !== undefined) skipped.push({ path: file.path, reason: unread });
    for (const page of read.pages) {
      for (const hit of matchesIn(file, page, matcher)) {
        if (hits.length >= limit) return { hits, searched, skipped, truncated: true };
        hits.push(hit);
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
    yield { address: formatAddress(file.path, address), path: file.path, freshness, text: clipAround(line, at) };
  }
}

export function createLineMatcher(pattern: string, ignoreCase: boolean): LineMatcher {
  if (!ignoreCase && !/[\\^$.|?*+()[\]{}]/.test(pattern)) {
    return { mayMatch: (text) => text.includes(pattern), indexIn: (line) => line.indexOf(pattern) };
  }
  const expression = compile(pattern, ignoreCase);
  const literal = ignoreCase ? "" : requiredLiteral(pattern);
  return {
    mayMatch: (text) => text.includes(literal),
    indexIn: (line) => {
      // Asking whether there is a match is much cheaper than asking where.
      if (!line.includes(literal) || !expression.test(line)) return -1;
      const match = expression.matcher(line);
      return match.find() ? match.start() : -1;
    },
  };
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

/**
 * The longest text that every match holds, as far as that is plain to see; empty when in doubt. A page without it is
 * passed over at the speed of `includes`.
 */
export function requiredLiteral(pattern: string): string {
  // Alternatives, groups, classes, escapes and in-line flags can make any part of a pattern optional.
  if (/[|()[\]\\]/.test(pattern)) return "";
  const runs = pattern.split(/[.^$]|[?*+]\??|\{[^}]*\}\??/);
  const quantifiers = pattern.match(/[.^$]|[?*+]\??|\{[^}]*\}\??/g) ?? [];
  let longest = "";
  for (const [index, run] of runs.entries()) {
    // A quantifier speaks of the last character of what stands before it.
    const isQuantified = /^[?*+{]/.test(quantifiers[index] ?? "");
    const literal = isQuantified ? [...run].slice(0, -1).join("") : run;
    if (literal.length > longest.length) longest = literal;
  }
  return longest;
}
