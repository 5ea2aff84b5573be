import { pathAnalyzer, standardAnalyzer } from "@runningtab/terms";
import { pathWords } from "./candidates.ts";
import type { LogId } from "./event-store.ts";
import type { LogEntry } from "./events.ts";

/** Content terms of a requirement with its aliases: stop-words are none. */
export function requirementTerms(requirement: {
  readonly text: string;
  readonly aliases: readonly string[];
}): ReadonlySet<string> {
  return new Set([requirement.text, ...requirement.aliases].flatMap((text) => standardAnalyzer.terms(text)));
}

export function sharesTerm(text: string, wanted: ReadonlySet<string>): boolean {
  return standardAnalyzer.terms(text).some((term) => wanted.has(term));
}

/** Whether an entry's path or excerpt shares a content term. Extensions are none. */
export function entryShares(entry: LogEntry, excerpt: string, wanted: ReadonlySet<string>): boolean {
  const inPath = entry.paths.some((path) => pathAnalyzer.terms(path).some((term) => wanted.has(term)));
  return inPath || sharesTerm(excerpt, wanted);
}

/** An entry as a ranker sees it. */
export function entryDocument(entry: LogEntry, excerpt: string): { readonly id: LogId; readonly text: string } {
  return { id: entry.id, text: `${entry.paths.map(pathWords).join("\n")}\n${excerpt}` };
}

/** The first line of an excerpt that shares a term, as it stands there. Only the front of very long lines is looked at. */
export function firstLineSharing(excerpt: string, wanted: ReadonlySet<string>): string | undefined {
  const lookedAt = 2_000;
  for (let start = 0; start < excerpt.length;) {
    const end = excerpt.indexOf("\n", start);
    const line = excerpt.slice(start, Math.min(end < 0 ? excerpt.length : end, start + lookedAt));
    if (sharesTerm(line, wanted)) return line;
    if (end < 0) return undefined;
    start = end + 1;
  }
  return undefined;
}
