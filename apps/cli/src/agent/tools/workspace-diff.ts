import { z } from "zod";
import { type AgentTool, defineTool } from "../agent-tool.ts";
import type { ToolContext } from "../tool-context.ts";
import { changeLine } from "../../change-line.ts";
import { workspacePath } from "./workspace-path.ts";

export function createWorkspaceDiffTool({
  workspace,
  findings,
}: Pick<ToolContext, "workspace" | "findings">): AgentTool {
  return defineTool({
    name: "workspace_diff",
    description:
      "List the files that changed since the run began (A added, M modified, D deleted, R moved, X mode), and what the checks find in them that they have to pass.",
    parameters: z.object({}),
    mayWrite: false,
    async execute(_args, { signal }) {
      await workspace.scan();
      const changes = workspace.changesSinceBaseline();
      if (changes.length === 0) return { text: "Nothing changed since the run began." };
      return { text: [...changes.map(changeLine), ...(await findings(signal))].join("\n") };
    },
  });
}

export function createWorkspaceFileDiffTool(
  context: Pick<ToolContext, "workspace" | "diffFile" | "renderDiff">,
): AgentTool {
  return defineTool({
    name: "workspace_file_diff",
    description: "Show what changed in one file since the run began, by line, cell or block.",
    parameters: z.object({ path: z.string().min(1) }),
    mayWrite: false,
    async execute({ path: given }) {
      const path = workspacePath(given, context.workspace.root);
      const diff = await context.diffFile(path);
      return {
        text: diff === undefined || diff.equal ? `${path} is as it was when the run began.` : context.renderDiff(diff),
      };
    },
  });
}
