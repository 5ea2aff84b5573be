import { rankByContent } from "../content-ranking.ts";
import type { LogEntry, Range } from "../events.ts";
import { limits } from "../limits.ts";
import { oneLine } from "../file-text.ts";
import type { Candidate, Requirement } from "../state.ts";
import { type Page, type PageRequest, renderPage } from "./page.ts";
import { fileName, pathsOf, queryOf, sourceOf, type View } from "./review.ts";

/**
 * `tab_list kind=candidates`, against the task or one requirement. Files that share nothing with any open requirement
 * come last, and are a count until a page begins among them.
 */
export async function renderCandidates(
  view: View,
  request: PageRequest,
  requirement: Requirement | undefined,
): Promise<Page<Candidate>> {
  const candidates = [...view.tab.candidates.values()];
  const query = requirement ? queryOf(requirement) : (view.tab.taskText ?? "");
  const { candidates: best, previews } = await rankByContent(query, view, { topK: candidates.length, all: true });
  const related = await relatedToOpen(view);
  const ranked = [...best.filter((one) => related.has(one)), ...best.filter((one) => !related.has(one))];
  const header =
    `Unopened candidates: ${candidates.length} (${view.tab.counts.aboveThreshold} above threshold, marked *), ` +
    `ranked by relevance to ${requirement ? requirement.id : "the task"}; opening a file removes it`;
  const render = (candidate: Candidate, index: number): string => {
    const preview = view.switches.previews ? previews.get(candidate.path) : undefined;
    return `${index + 1}. ${fileName(candidate)}${preview === undefined ? "" : `\n    ${oneLine(preview, 160)}`}`;
  };
  const foldedFrom = request.offset < related.size ? related.size : ranked.length;
  const page = await renderPage(header, ranked.slice(0, foldedFrom), request, render);
  const folded = ranked.length - foldedFrom;
  if (folded === 0) return page;
  const count = `${folded} ${folded === 1 ? "file shares" : "files share"}`;
  const text = `${page.text}\n${count} nothing with any open requirement: tab_list offset=${foldedFrom}`;
  return { text, items: page.items, total: ranked.length };
}

/** Candidates whose path or content shares a term with an open requirement; all of them when none shares any. */
async function relatedToOpen(view: View): Promise<ReadonlySet<Candidate>> {
  const all = new Set(view.tab.candidates.values());
  if (!view.switches.contentRanking) return all;
  const open = [...view.tab.requirements.values()].filter((one) => one.status === "open");
  const options = { topK: all.size, all: false };
  const rankings = await Promise.all(open.map((one) => rankByContent(queryOf(one), view, options)));
  const above = [...all].filter((candidate) => candidate.aboveThreshold);
  const related = new Set([...rankings.flatMap(({ candidates }) => candidates), ...above]);
  return related.size === 0 || open.length === 0 ? all : related;
}

/** `tab_list kind=log`: by file, then range. Merged: reads of one version of a file stand together, each with its turn. */
export async function renderLog(view: View, request: PageRequest): Promise<Page<LogEntry>> {
  const entries = inLogOrder(view.tab.log);
  const header = `Read log: ${entries.length} ${entries.length === 1 ? "entry" : "entries"}`;
  if (!view.switches.merge) return renderPage(header, entries, request, (entry) => entryHead(entry));
  const groups = [...Map.groupBy(entries, sourceOf).values()];
  const page = await renderPage(header, groups, request, mergedHead);
  return { text: page.text, items: page.items.flat(), total: page.total };
}

/** `L2: policies/travel.txt (turn 6, 2286 chars) and L5 (turn 9, 300 chars, lines 4-12)`. */
function mergedHead([first, ...others]: readonly LogEntry[]): string {
  const again = others.slice(0, limits.mergedEntries).map((entry) => `${entry.id} (${factsOf(entry)})`);
  const left = others.length - again.length;
  const also = [...again, ...(left > 0 ? [`${left} more`] : [])];
  return `${first === undefined ? "" : entryHead(first)}${also.map((one) => ` and ${one}`).join("")}`;
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
  return `${entry.id}: ${pathsOf(entry, 300)} (${factsOf(entry)})`;
}

function factsOf(entry: LogEntry): string {
  const facts = [`turn ${entry.turn}`, `${entry.length} chars`];
  if (entry.range) facts.push(rangeText(entry.range));
  if (entry.origin !== "read") facts.push(entry.origin);
  if (entry.redacted) facts.push("secrets masked");
  return facts.join(", ");
}

function rangeText(range: Range): string {
  if (range.unit === "cell") return `${range.sheet}!${range.cells}`;
  return range.start === range.end ? `${range.unit} ${range.start}` : `${range.unit}s ${range.start}-${range.end}`;
}
