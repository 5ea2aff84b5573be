import type { ExcerptCache } from "../excerpt-cache.ts";
import { rankCandidates } from "../candidates.ts";
import type { LogEntry } from "../events.ts";
import type { Projection } from "../fold.ts";
import { limits } from "../limits.ts";
import { oneLine } from "../file-text.ts";
import { isOwnWords } from "../policies/cited-entry.ts";
import type { Ranker } from "../ranker.ts";
import { entryDocument, firstLineSharing, requirementTerms } from "../shared-terms.ts";
import type { Candidate, Requirement } from "../state.ts";
import type { Switches } from "../switches.ts";
import { type Page, type PageRequest, renderPage } from "./page.ts";

/** What a text is rendered from. */
export interface View {
  readonly tab: Projection;
  readonly switches: Switches;
  readonly ranker: Ranker;
  readonly excerpts: ExcerptCache;
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

/** Renders a requirement's block. The log's documents are gathered once, by the first block that needs them. */
export function createBlockRenderer(view: View): (requirement: Requirement) => Promise<string> {
  let documents: Promise<readonly { id: string; text: string }[]> | undefined;
  const logDocuments = (): Promise<readonly { id: string; text: string }[]> =>
    (documents ??= Promise.all(
      view.tab.log
        .filter((entry) => !isOwnWords(entry))
        .map(async (entry) => entryDocument(entry, await view.excerpts.get(entry.id))),
    ));
  return async (requirement) => {
    if (requirement.status !== "open") return resolvedLine(requirement);
    const lines = [headOf(requirement)];
    if (!view.switches.review) return lines.join("\n");
    const entries = matchingEntries(view, requirement, await logDocuments());
    for (const entry of entries) lines.push(`    from your reads: ${await entryLine(view, requirement, entry)}`);
    if (entries.length === 0) lines.push("    from your reads: nothing shares a term");
    const files = matchingFiles(view, requirement, entries.length === 0);
    if (files.length > 0) lines.push(`    never opened: ${files.map(fileName).join(", ")}`);
    return lines.join("\n");
  };
}

export function headOf(requirement: Requirement): string {
  const verdict = requirement.verdict === undefined ? "" : `, ${requirement.verdict}`;
  return `${requirement.id} [${requirement.status}${verdict}] ${oneLine(requirement.text, 300)}`;
}

/** `r1 [done, plain] headcount: 128 (L2)`, `r6 [unavailable] summary (authored)`. */
function resolvedLine(requirement: Requirement): string {
  const value = requirement.value === undefined ? "" : `: ${oneLine(requirement.value, 100)}`;
  const ground =
    requirement.status === "done" ? requirement.evidence.join(", ") : oneLine(requirement.reason ?? "", 100);
  return `${headOf(requirement)}${value}${ground === "" ? "" : ` (${ground})`}`;
}

/** Best first; of entries with the same paths only the best, since a file read twice is one source. */
function matchingEntries(
  view: View,
  requirement: Requirement,
  documents: readonly { id: string; text: string }[],
): readonly LogEntry[] {
  const query = queryOf(requirement);
  const byPaths = new Map<string, LogEntry>();
  for (const hit of view.ranker.rank(query, documents, documents.length)) {
    const entry = view.tab.log[Number(hit.id.slice(1)) - 1];
    if (entry === undefined) continue;
    const paths = entry.paths.length === 0 ? entry.id : entry.paths.join("\n");
    if (!byPaths.has(paths)) byPaths.set(paths, entry);
    if (byPaths.size === limits.entriesPerBlock) break;
  }
  return [...byPaths.values()];
}

async function entryLine(view: View, requirement: Requirement, entry: LogEntry): Promise<string> {
  const line = firstLineSharing(await view.excerpts.get(entry.id), requirementTerms(requirement));
  const source = `${entry.id} ${entry.paths.length === 0 ? entry.origin : pathsOf(entry, 200)}`;
  return line === undefined ? source : `${source}: ${oneLine(line, 160)}`;
}

/** Files that match the requirement; where nothing does, neither read nor listed, those that fit the task best. */
function matchingFiles(view: View, requirement: Requirement, nothingRead: boolean): readonly Candidate[] {
  const candidates = [...view.tab.candidates.values()];
  const options = { topK: limits.filesPerBlock, all: false };
  const files = rankCandidates(candidates, queryOf(requirement), view.ranker, options);
  if (files.length > 0 || !nothingRead) return files;
  const above = candidates.filter((candidate) => candidate.aboveThreshold);
  return rankCandidates(above, view.tab.taskText ?? "", view.ranker, { ...options, all: true });
}

export function queryOf(requirement: { readonly text: string; readonly aliases: readonly string[] }): string {
  return [requirement.text, ...requirement.aliases].join("\n");
}

/** The path, and `*` when above the threshold. */
export function fileName(candidate: Candidate): string {
  return `${oneLine(candidate.path, 200)}${candidate.aboveThreshold ? " *" : ""}`;
}

export function pathsOf(entry: LogEntry, maxLength: number): string {
  return entry.paths.length === 0 ? "(no file)" : oneLine(entry.paths.join(", "), maxLength);
}
