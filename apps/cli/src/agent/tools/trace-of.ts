import type { SearchAnswer } from "@runningtab/parsed-cache";
import type { RetrievalTrace } from "../run-folder.ts";

/** What the run folder keeps of a search. */
export function traceOf(turn: number, tool: string, query: string, answer: SearchAnswer): RetrievalTrace {
  return {
    turn,
    tool,
    query,
    hits: answer.hits.map(({ address, freshness, score }) => ({
      address,
      freshness: freshness.state,
      ...(score !== undefined && { score }),
    })),
    searched: answer.searched,
    skipped: answer.skipped.length,
  };
}
