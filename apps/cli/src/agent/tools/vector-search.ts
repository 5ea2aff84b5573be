import { z } from "zod";
import { messageOf } from "../../cli-error.ts";
import { type AgentTool, defineTool } from "../agent-tool.ts";
import type { ToolContext } from "../tool-context.ts";
import { rankSources } from "./rank-sources.ts";
import { SCOPE_PARAMETERS, scopeOf } from "./search-scope.ts";

const DEFAULT_LIMIT = 10;
const MOST_HITS = 200;

/** For runs with an embedding model. */
export function createVectorSearchTool(
  context: Pick<ToolContext, "documents" | "workspace" | "ownFiles" | "trace">,
): AgentTool {
  return defineTool({
    name: "vector_search",
    description:
      "Rank pages of all documents by what they mean, also where they use other words than the query. Each hit is an address with a snippet; open it with view.",
    parameters: z.object({
      query: z.string().min(1).describe("What the page should be about, in words."),
      ...SCOPE_PARAMETERS,
      hybrid: z.boolean().optional().describe("Rank by the query's words as well; default false."),
      limit: z.number().int().min(1).max(MOST_HITS).optional().describe(`Most hits; default ${DEFAULT_LIMIT}.`),
    }),
    mayWrite: false,
    async execute({ query, hybrid, limit = DEFAULT_LIMIT, ...scope }, { turn, signal }) {
      try {
        const text = await rankSources(
          context,
          { turn, tool: "vector_search", query },
          { limit, signal, mode: hybrid === true ? "hybrid" : "vector", ...scopeOf(scope, context.workspace.root) },
        );
        return { text };
      } catch (error) {
        signal.throwIfAborted();
        return { text: `vector_search: ${messageOf(error)} Use search instead.`, isError: true };
      }
    },
  });
}
