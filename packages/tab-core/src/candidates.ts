import type { Ranker } from "./ranker.ts";
import type { Candidate } from "./state.ts";

/** A path as a ranker sees it: as words, without the extension, so that no engine needs to know about paths. */
export function pathWords(path: string): string {
  return path.replace(/\.[A-Za-z0-9]{1,5}$/, "").replaceAll(wordBoundary, " ");
}

/** Separators, where a name changes case, and between letters and digits. */
const wordBoundary = /[/_.-]+|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\p{Nd})|(?<=\p{Nd})(?=\p{L})/gu;

/** A tab's candidates are ranked again and again, by each requirement; the objects stay the same meanwhile. */
const words = new WeakMap<Candidate, string>();

function wordsOf(candidate: Candidate): string {
  const known = words.get(candidate) ?? pathWords(candidate.path);
  words.set(candidate, known);
  return known;
}

/** Best matches first; with `all`, the files that share nothing follow, above-threshold ones first, then as listed. */
export function rankCandidates(
  candidates: readonly Candidate[],
  query: string,
  ranker: Ranker,
  options: { readonly topK: number; readonly all: boolean },
): readonly Candidate[] {
  const documents = candidates.map((candidate, index) => ({ id: String(index), text: wordsOf(candidate) }));
  const hits = ranker.rank(query, documents, options.topK);
  const ranked = hits.flatMap((hit) => candidates[Number(hit.id)] ?? []);
  if (!options.all || ranked.length >= options.topK) return ranked;
  const seen = new Set(ranked);
  const rest = candidates.filter((candidate) => !seen.has(candidate));
  const above = rest.filter((candidate) => candidate.aboveThreshold);
  const below = rest.filter((candidate) => !candidate.aboveThreshold);
  return [...ranked, ...above, ...below].slice(0, options.topK);
}
