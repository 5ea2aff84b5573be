import { renderAnswer } from "@runningtab/parsed-cache";
import { z } from "zod";
import { type AgentTool, defineTool } from "../agent-tool.ts";
import type { ToolContext } from "../tool-context.ts";
import { traceOf } from "./trace-of.ts";
import { workspacePath } from "./workspace-path.ts";

const DEFAULT_LIMIT = 10;
const MOST_HITS = 200;

export function createSearchTool(context: Pick<ToolContext, "documents" | "workspace" | "trace">): AgentTool {
  return defineTool({
    name: "search",
    description:
      "Rank pages of all documents against words (BM25). Each hit is an address with a snippet; open it with view.",
    parameters: z.object({
      query: z.string().min(1).describe("Words to rank pages by."),
      path: z.string().optional().describe("File or folder to stay in; default everything."),
      types: z.array(z.string()).optional().describe("Kinds of files to stay in, such as pdf or xlsx."),
      perFile: z.number().int().min(1).optional().describe("Most hits of one file; hits then come by file."),
      limit: z.number().int().min(1).max(MOST_HITS).optional().describe(`Most hits; default ${DEFAULT_LIMIT}.`),
    }),
    mayWrite: false,
    async execute({ query, path, types, perFile, limit = DEFAULT_LIMIT }, { turn, signal }) {
      const within = path === undefined ? "" : workspacePath(path, context.workspace.root);
      const answer = await context.documents.search(query, {
        limit,
        signal,
        ...(within !== "" && { paths: [within] }),
        ...(types && { types }),
        ...(perFile && { perFile }),
      });
      context.trace(traceOf(turn, "search", query, answer));
      return { text: renderAnswer(answer) };
    },
  });
}
