import { renderAnswer } from "@runningtab/parsed-cache";
import { z } from "zod";
import { type AgentTool, defineTool } from "../agent-tool.ts";
import type { ToolContext } from "../tool-context.ts";
import { traceOf } from "./trace-of.ts";
import { workspacePath } from "./workspace-path.ts";

const DEFAULT_LIMIT = 20;
const MOST_HITS = 200;

export function createFileSearchTool(context: Pick<ToolContext, "documents" | "workspace" | "trace">): AgentTool {
  return defineTool({
    name: "file_search",
    description: "Find files whose path matches best. Each hit is a path; open it with view.",
    parameters: z.object({
      query: z.string().min(1).describe("Words of a file's name or content."),
      path: z.string().optional().describe("File or folder to stay in; default everything."),
      types: z.array(z.string()).optional().describe("Kinds of files to stay in, such as pdf or xlsx."),
      limit: z.number().int().min(1).max(MOST_HITS).optional().describe(`Most hits; default ${DEFAULT_LIMIT}.`),
    }),
    mayWrite: false,
    async execute({ query, path, types, limit = DEFAULT_LIMIT }, { turn }) {
      const within = path === undefined ? "" : workspacePath(path, context.workspace.root);
      const answer = await context.documents.files(query, {
        limit,
        ...(within !== "" && { paths: [within] }),
        ...(types && { types }),
      });
      context.trace(traceOf(turn, "file_search", query, answer));
      return { text: renderAnswer(answer) };
    },
  });
}
