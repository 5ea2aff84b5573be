import { formatAddress, renderAnswer, type SearchOptions } from "@runningtab/parsed-cache";
import type { ToolContext } from "../tool-context.ts";
import { traceOf } from "./trace-of.ts";

const MOST_NAMED = 10;

/**
 * Ranks pages. Files that runs made are named as such, since what a run stated it took from other files; their hits come in
 * addition to those of all other files, so that an answer does not push its own sources out.
 */
export async function rankSources(
  { documents, ownFiles, trace }: Pick<ToolContext, "documents" | "ownFiles" | "trace">,
  asked: { readonly turn: number; readonly tool: string; readonly query: string },
  options: SearchOptions & { readonly limit: number },
): Promise<string> {
  const { limit } = options;
  const own = await ownFiles();
  const answer = await documents.search(asked.query, { ...options, limit: own.size === 0 ? limit : 2 * limit });
  let left = limit;
  const hits = answer.hits.filter(({ path }) => own.has(path) || left-- > 0);
  const shown = { ...answer, hits, truncated: answer.truncated || hits.length < answer.hits.length };
  trace(traceOf(asked.turn, asked.tool, asked.query, shown));
  const paths = [...new Set(hits.map(({ path }) => path))].filter((path) => own.has(path));
  const lines = paths.slice(0, MOST_NAMED).map((path) => `written by a run, no source: ${formatAddress(path)}`);
  return [renderAnswer(shown), ...lines].join("\n");
}
