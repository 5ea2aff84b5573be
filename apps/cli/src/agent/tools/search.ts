import { z } from "zod";
import { type AgentTool, defineTool } from "../agent-tool.ts";
import type { ToolContext } from "../tool-context.ts";
import { rankSources } from "./rank-sources.ts";
import { SCOPE_PARAMETERS, scopeOf } from "./search-scope.ts";

const DEFAULT_LIMIT = 10;
const MOST_HITS = 200;

export function createSearchTool(
  context: Pick<ToolContext, "documents" | "workspace" | "ownFiles" | "trace">,
): AgentTool {
  return defineTool({
    name: "search",
    description:
      "Rank pages of all documents against words (BM25). Each hit is an address with a snippet; open it with view.",
    parameters: z.object({
      query: z.string().min(1).describe("Words to rank pages by."),
      ...SCOPE_PARAMETERS,
      perFile: z.number().int().min(1).optional().describe("Most hits of one file; hits then come by file."),
      limit: z.number().int().min(1).max(MOST_HITS).optional().describe(`Most hits; default ${DEFAULT_LIMIT}.`),
    }),
    mayWrite: false,
    async execute({ query, perFile, limit = DEFAULT_LIMIT, ...scope }, { turn, signal }) {
      const text = await rankSources(
        context,
        { turn, tool: "search", query },
        { limit, signal, ...scopeOf(scope, context.workspace.root), ...(perFile && { perFile }) },
      );
      return { text };
    },
  });
}
