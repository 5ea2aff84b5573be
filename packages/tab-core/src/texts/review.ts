import type { ExcerptCache } from "../excerpt-cache.ts";
import { rankCandidates } from "../candidates.ts";
import { rankByContent } from "../content-ranking.ts";
import type { ContentsPort } from "../contents-port.ts";
import type { LogEntry } from "../events.ts";
import type { Projection } from "../fold.ts";
import { limits } from "../limits.ts";
import { oneLine } from "../file-text.ts";
import { isOwnWords } from "../policies/cited-entry.ts";
import type { Ranker } from "../ranker.ts";
import { entryDocument, firstLineSharing, requirementTerms } from "../shared-terms.ts";
import type { PointerMatches } from "../pointer.ts";
import { staleSources } from "../stale.ts";
import type { Candidate, Requirement } from "../state.ts";
import type { Switches } from "../switches.ts";
import { type Page, type PageRequest, renderPage } from "./page.ts";

/** What a text is rendered from. */
export interface View {
  readonly tab: Projection;
  readonly switches: Switches;
  readonly ranker: Ranker;
  readonly excerpts: ExcerptCache;
  readonly contents: ContentsPort | undefined;
}

/** Open requirements first, then the others, each in the order of their ids. */
export function inReviewOrder(tab: Projection): readonly Requirement[] {
  const all = [...tab.requirements.values()];
  return [...all.filter((one) => one.status === "open"), ...all.filter((one) => one.status !== "open")];
}

/** `tab_list kind=requirements`. */
export async function renderReview(view: View, request: PageRequest): Promise<Page<Requirement>> {
  const { open } = view.tab.counts;
  const header = `Requirements: ${open} open, ${view.tab.requirements.size - open} resolved`;
  return renderPage(header, inReviewOrder(view.tab), request, createBlockRenderer(view));
}

/** The log as a ranker sees it. */
function logDocumentsOf(view: View, log = view.tab.log): Promise<readonly { id: string; text: string }[]> {
  const entries = log.filter((entry) => !isOwnWords(entry));
  return Promise.all(entries.map(async (entry) => entryDocument(entry, await view.excerpts.get(entry.id))));
}

/** Renders a requirement's block. The log's documents are gathered once, by the first block that needs them. */
export function createBlockRenderer(view: View): (requirement: Requirement) => Promise<string> {
  let documents: ReturnType<typeof logDocumentsOf> | undefined;
  const logDocuments = (): ReturnType<typeof logDocumentsOf> => (documents ??= logDocumentsOf(view));
  return async (requirement) => {
    if (requirement.status !== "open") return resolvedLine(view, requirement);
    const lines = [headOf(requirement)];
    if (!view.switches.review) return lines.join("\n");
    const entries = matchingEntries(view, requirement, await logDocuments());
    for (const entry of entries) lines.push(`    from your reads: ${await entryLine(view, requirement, entry)}`);
    if (entries.length === 0) lines.push("    from your reads: nothing shares a term");
    const files = await matchingFiles(view, requirement, entries.length === 0);
    if (files.length > 0) lines.push(`    never opened: ${files.map(fileName).join(", ")}`);
    return lines.join("\n");
  };
}

export function headOf(requirement: Requirement): string {
  const verdict = requirement.verdict === undefined ? "" : `, ${requirement.verdict}`;
  return `${requirement.id} [${requirement.status}${verdict}] ${oneLine(requirement.text, 300)}`;
}

/** `r1 [done, plain] headcount: 128 (L2)`, `r6 [unavailable] summary (authored)`, and what became stale since. */
export async function resolvedLine(view: View, requirement: Requirement): Promise<string> {
  const isClaimed = requirement.value !== undefined && requirement.value.toLowerCase() !== "none";
  const value = isClaimed ? `: ${oneLine(requirement.value, 100)}` : "";
  const ground =
    requirement.status === "done" ? requirement.evidence.join(", ") : oneLine(requirement.reason ?? "", 100);
  const stale = await staleText(view, requirement);
  return `${headOf(requirement)}${value}${ground === "" ? "" : ` (${ground})`}${stale}`;
}

/** `; stale: policies/a.txt changed`, `; stale: report.md, you changed it since`. */
async function staleText(view: View, requirement: Requirement): Promise<string> {
  if (!view.switches.staleMarks) return "";
  const sources = await staleSources(requirement, view);
  const named = sources.map(({ path, byAgent }) => {
    const shown = oneLine(path, 200);
    return byAgent ? `${shown}, you changed it since` : `${shown} changed`;
  });
  return named.length === 0 ? "" : `; stale: ${named.join("; ")}`;
}

/** Best first. Merged: of reads of one version of a file only the best, since it is one source. */
function matchingEntries(
  view: View,
  requirement: Requirement,
  documents: readonly { id: string; text: string }[],
): readonly LogEntry[] {
  const query = queryOf(requirement);
  const bySource = new Map<string, LogEntry>();
  for (const hit of view.ranker.rank(query, documents, documents.length)) {
    const entry = view.tab.log[Number(hit.id.slice(1)) - 1];
    if (entry === undefined) continue;
    const source = view.switches.merge ? sourceOf(entry) : entry.id;
    if (!bySource.has(source)) bySource.set(source, entry);
    if (bySource.size === limits.entriesPerBlock) break;
  }
  return [...bySource.values()];
}

/** What a pointer may name for a requirement: the best of the newest entries, and of the likeliest files by their paths. */
export async function pointerMatches(view: View): Promise<PointerMatches> {
  const documents = await logDocumentsOf(view, view.tab.log.slice(-limits.entriesForPointer));
  const all = [...view.tab.candidates.values()];
  const above = all.filter((one) => one.aboveThreshold);
  const candidates = [...above, ...all.filter((one) => !one.aboveThreshold)].slice(0, limits.candidatesForPointer);
  return (requirement) => ({
    entry: matchingEntries(view, requirement, documents)[0]?.id,
    path: rankCandidates(candidates, queryOf(requirement), view.ranker, { topK: 1, all: false })[0]?.path,
  });
}

/** Equal for reads of one version of the same files. */
export function sourceOf(entry: LogEntry): string {
  return entry.paths.length === 0 ? entry.id : [entry.hash ?? "", ...entry.paths].join("\n");
}

async function entryLine(view: View, requirement: Requirement, entry: LogEntry): Promise<string> {
  const line = firstLineSharing(await view.excerpts.get(entry.id), requirementTerms(requirement));
  const source = `${entry.id} ${entry.paths.length === 0 ? entry.origin : pathsOf(entry, 200)}`;
  return line === undefined ? source : `${source}: ${oneLine(line, 160)}`;
}

/** Files that match the requirement; where nothing does, neither read nor listed, those that fit the task best. */
async function matchingFiles(
  view: View,
  requirement: Requirement,
  nothingRead: boolean,
): Promise<readonly Candidate[]> {
  const options = { topK: limits.filesPerBlock, all: false };
  const { candidates: files } = await rankByContent(queryOf(requirement), view, options);
  if (files.length > 0 || !nothingRead) return files;
  const candidates = [...view.tab.candidates.values()];
  const above = candidates.filter((candidate) => candidate.aboveThreshold);
  return rankCandidates(above, view.tab.taskText ?? "", view.ranker, { ...options, all: true });
}

export function queryOf(requirement: { readonly text: string; readonly aliases: readonly string[] }): string {
  return [requirement.text, ...requirement.aliases].join("\n");
}

/** The path, `*` when above the threshold, and how much of it searches showed. */
export function fileName({ path, aboveThreshold, seen }: Candidate): string {
  const glimpse = seen === undefined ? "" : ` (seen: ${seen} ${seen === 1 ? "line" : "lines"})`;
  return `${oneLine(path, 200)}${aboveThreshold ? " *" : ""}${glimpse}`;
}

export function pathsOf(entry: LogEntry, maxLength: number): string {
  return entry.paths.length === 0 ? "(no file)" : oneLine(entry.paths.join(", "), maxLength);
}
