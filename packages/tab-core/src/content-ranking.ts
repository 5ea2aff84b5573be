import { rankCandidates } from "./candidates.ts";
import type { ContentsPort } from "./contents-port.ts";
import type { Projection } from "./fold.ts";
import { limits } from "./limits.ts";
import type { Ranker } from "./ranker.ts";
import type { Candidate } from "./state.ts";
import type { Switches } from "./switches.ts";

/** Candidates for a query, best first, with the lines of content that matched. */
export interface RankedCandidates {
  readonly candidates: readonly Candidate[];
  /** How many of them match by path or content; the others follow. */
  readonly related: number;
  readonly previews: ReadonlyMap<string, string>;
}

interface Sources {
  readonly tab: Projection;
  readonly switches: Switches;
  readonly ranker: Ranker;
  readonly contents: ContentsPort | undefined;
}

/** Ranks are fused by 1 / (60 + rank), after Cormack, Clarke and Büttcher (2009): scores of paths and pages do not compare. */
const fusion = 60;

/**
 * The candidates whose path or content matches the query; with `all`, those that share nothing follow, above-threshold
 * ones first, then as listed.
 */
export async function rankByContent(
  query: string,
  { tab, switches, ranker, contents }: Sources,
  options: { readonly topK: number; readonly all: boolean },
): Promise<RankedCandidates> {
  const candidates = [...tab.candidates.values()];
  const byPath = rankCandidates(candidates, query, ranker, { topK: candidates.length, all: false });
  const previews = switches.contentRanking ? await searchContents(query, contents) : new Map<string, string>();
  const byContent = [...previews.keys()].flatMap((path) => tab.candidates.get(path) ?? []);
  const scores = new Map<Candidate, number>();
  for (const ranking of [byPath, byContent]) {
    for (const [rank, candidate] of ranking.entries()) {
      scores.set(candidate, (scores.get(candidate) ?? 0) + 1 / (fusion + rank));
    }
  }
  const fused =
    byContent.length === 0
      ? byPath
      : [...scores.keys()].toSorted((one, other) => scores.get(other)! - scores.get(one)!);
  if (!options.all) return { candidates: fused.slice(0, options.topK), related: fused.length, previews };
  const rest = candidates.filter((candidate) => !scores.has(candidate));
  const above = rest.filter((candidate) => candidate.aboveThreshold);
  const below = rest.filter((candidate) => !candidate.aboveThreshold);
  return { candidates: [...fused, ...above, ...below].slice(0, options.topK), related: fused.length, previews };
}

/** The best line of each file whose content matches. */
async function searchContents(query: string, contents: ContentsPort | undefined): Promise<Map<string, string>> {
  const previews = new Map<string, string>();
  try {
    for (const { path, line } of (await contents?.search?.(query, limits.contentHits)) ?? []) {
      if (!previews.has(path)) previews.set(path, line);
    }
  } catch {
    // Paths alone rank, as they do where no content is known.
  }
  return previews;
}
