import type { RankedPage } from "./indexed-pages.ts";

/** How little the first ranks stand out; of the paper below, where its value was found to matter little. */
const RANK_OFFSET = 60;

/**
 * One ranking of two, by reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009): a page's score is the sum of
 * 1 / (60 + rank) over the rankings that hold it, rank from 1, so that scores of different scales are never compared.
 */
export function fuseRankings(rankings: readonly (readonly RankedPage[])[]): readonly RankedPage[] {
  const fused = new Map<string, RankedPage>();
  for (const ranking of rankings) {
    for (const [index, page] of ranking.entries()) {
      const place = `${page.page} ${page.record}`;
      const { score = 0, terms = [] } = fused.get(place) ?? {};
      const share = 1 / (RANK_OFFSET + index + 1);
      fused.set(place, { ...page, score: score + share, terms: [...terms, ...page.terms] });
    }
  }
  // Stable: of equal scores, the page that the first ranking named first.
  return [...fused.values()].toSorted((a, b) => b.score - a.score);
}
