import { renderAnswer } from "@runningtab/parsed-cache";
import { z } from "zod";
import { type AgentTool, defineTool } from "../agent-tool.ts";
import type { ToolContext } from "../tool-context.ts";
import { SCOPE_PARAMETERS, scopeOf } from "./search-scope.ts";
import { traceOf } from "./trace-of.ts";

const DEFAULT_LIMIT = 50;
const MOST_HITS = 200;

export function createGrepTool(
  context: Pick<ToolContext, "documents" | "workspace" | "trace">,
  { documents: areDocumentsRead }: { readonly documents: boolean },
): AgentTool {
  return defineTool({
    name: "grep",
    description: areDocumentsRead
      ? "Find lines that match a regular expression in all documents, parsed pages included. Each hit is an address with its line."
      : "Find lines that match a regular expression in files that are plain text; other files are named as not searched. Each hit is an address with its line.",
    parameters: z.object({
      pattern: z
        .string()
        .min(1)
        .describe("Regular expression, matched line by line in linear time; no look-around or back references."),
      ...SCOPE_PARAMETERS,
      ignoreCase: z.boolean().optional(),
      limit: z.number().int().min(1).max(MOST_HITS).optional().describe(`Most hits; default ${DEFAULT_LIMIT}.`),
    }),
    mayWrite: false,
    async execute({ pattern, ignoreCase, limit = DEFAULT_LIMIT, ...scope }, { turn, signal }) {
      const answer = await context.documents.grep(pattern, {
        limit,
        signal,
        ...(ignoreCase !== undefined && { ignoreCase }),
        ...scopeOf(scope, context.workspace.root),
      });
      context.trace(traceOf(turn, "grep", pattern, answer));
      return { text: renderAnswer(answer) };
    },
  });
}
