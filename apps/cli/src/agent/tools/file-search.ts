import { renderAnswer } from "@runningtab/parsed-cache";
import { z } from "zod";
import { type AgentTool, defineTool } from "../agent-tool.ts";
import type { ToolContext } from "../tool-context.ts";
import { SCOPE_PARAMETERS, scopeOf } from "./search-scope.ts";
import { traceOf } from "./trace-of.ts";

const DEFAULT_LIMIT = 20;
const MOST_HITS = 200;

export function createFileSearchTool(context: Pick<ToolContext, "documents" | "workspace" | "trace">): AgentTool {
  return defineTool({
    name: "file_search",
    description: "Find files whose path matches best. Each hit is a path; open it with view.",
    parameters: z.object({
      query: z.string().min(1).describe("Words of a file's name or content."),
      ...SCOPE_PARAMETERS,
      limit: z.number().int().min(1).max(MOST_HITS).optional().describe(`Most hits; default ${DEFAULT_LIMIT}.`),
    }),
    mayWrite: false,
    async execute({ query, limit = DEFAULT_LIMIT, ...scope }, { turn }) {
      const answer = await context.documents.files(query, {
        limit,
        ...scopeOf(scope, context.workspace.root),
      });
      context.trace(traceOf(turn, "file_search", query, answer));
      return { text: renderAnswer(answer) };
    },
  });
}
