import { rankCandidates } from "../candidates.ts";
import type { LogEntry, Range } from "../events.ts";
import type { Candidate, Requirement } from "../state.ts";
import { type Page, type PageRequest, renderPage } from "./page.ts";
import { fileName, pathsOf, queryOf, type View } from "./review.ts";

/** `tab_list kind=candidates`, against the task or one requirement. */
export async function renderCandidates(
  view: View,
  request: PageRequest,
  requirement: Requirement | undefined,
): Promise<Page<Candidate>> {
  const candidates = [...view.tab.candidates.values()];
  const query = requirement ? queryOf(requirement) : (view.tab.taskText ?? "");
  const ranked = rankCandidates(candidates, query, view.ranker, { topK: candidates.length, all: true });
  const header =
    `Unopened candidates: ${candidates.length} (${view.tab.counts.aboveThreshold} above threshold, marked *), ` +
    `ranked by relevance to ${requirement ? requirement.id : "the task"}; opening a file removes it`;
  return renderPage(header, ranked, request, (candidate, index) => `${index + 1}. ${fileName(candidate)}`);
}

/** `tab_list kind=log`: by file, then range. */
export async function renderLog(view: View, request: PageRequest): Promise<Page<LogEntry>> {
  const entries = inLogOrder(view.tab.log);
  const header = `Read log: ${entries.length} ${entries.length === 1 ? "entry" : "entries"}`;
  return renderPage(header, entries, request, (entry) => entryHead(entry));
}

export function inLogOrder(log: readonly LogEntry[]): readonly LogEntry[] {
  return log.toSorted((one, other) => {
    const [left, right] = [sortKey(one), sortKey(other)];
    if (left !== right) return left < right ? -1 : 1;
    return rangeStart(one.range) - rangeStart(other.range);
  });
}

/** Compared by code units, the same on every machine; entries of no file come last. */
function sortKey(entry: LogEntry): string {
  return entry.paths.length === 0 ? "\uffff" : entry.paths.join("\n");
}

function rangeStart(range: Range | undefined): number {
  return range === undefined || range.unit === "cell" ? 0 : range.start;
}

/** `L2: policies/travel.txt (turn 6, 2286 chars)`, with what is special about the entry before the bracket closes. */
export function entryHead(entry: LogEntry): string {
  const facts = [`turn ${entry.turn}`, `${entry.length} chars`];
  if (entry.range) facts.push(rangeText(entry.range));
  if (entry.origin !== "read") facts.push(entry.origin);
  if (entry.redacted) facts.push("secrets masked");
  return `${entry.id}: ${pathsOf(entry, 300)} (${facts.join(", ")})`;
}

function rangeText(range: Range): string {
  if (range.unit === "cell") return `${range.sheet}!${range.cells}`;
  return range.start === range.end ? `${range.unit} ${range.start}` : `${range.unit}s ${range.start}-${range.end}`;
}
