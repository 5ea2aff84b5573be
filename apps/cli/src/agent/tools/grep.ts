import { renderAnswer } from "@runningtab/parsed-cache";
import { z } from "zod";
import { type AgentTool, defineTool } from "../agent-tool.ts";
import type { ToolContext } from "../tool-context.ts";
import { traceOf } from "./trace-of.ts";
import { workspacePath } from "./workspace-path.ts";

const DEFAULT_LIMIT = 50;
const MOST_HITS = 200;

export function createGrepTool(context: Pick<ToolContext, "documents" | "workspace" | "trace">): AgentTool {
  return defineTool({
    name: "grep",
    description:
      "Find lines that match a regular expression in all documents, parsed pages included. Each hit is an address with its line.",
    parameters: z.object({
      pattern: z
        .string()
        .min(1)
        .describe("Regular expression, matched line by line in linear time; no look-around or back references."),
      path: z.string().optional().describe("File or folder to stay in; default everything."),
      types: z.array(z.string()).optional().describe("Kinds of files to stay in, such as pdf or xlsx."),
      ignoreCase: z.boolean().optional(),
      limit: z.number().int().min(1).max(MOST_HITS).optional().describe(`Most hits; default ${DEFAULT_LIMIT}.`),
    }),
    mayWrite: false,
    async execute({ pattern, path, types, ignoreCase, limit = DEFAULT_LIMIT }, { turn, signal }) {
      const within = path === undefined ? "" : workspacePath(path, context.workspace.root);
      const answer = await context.documents.grep(pattern, {
        limit,
        signal,
        ...(ignoreCase !== undefined && { ignoreCase }),
        ...(within !== "" && { paths: [within] }),
        ...(types && { types }),
      });
      context.trace(traceOf(turn, "grep", pattern, answer));
      return { text: renderAnswer(answer) };
    },
  });
}
