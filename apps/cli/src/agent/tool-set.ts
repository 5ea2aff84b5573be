import type { AgentTool } from "./agent-tool.ts";
import type { ToolContext } from "./tool-context.ts";
import { createBashTool, createPythonTool } from "./tools/command-tools.ts";
import { createEditTool } from "./tools/edit.ts";
import { createFileSearchTool } from "./tools/file-search.ts";
import { createGrepTool } from "./tools/grep.ts";
import { createListDirTool } from "./tools/list-dir.ts";
import { refusingCompanions } from "./tools/refuse-companions.ts";
import { createSearchTool } from "./tools/search.ts";
import { createVectorSearchTool } from "./tools/vector-search.ts";
import { createViewTool } from "./tools/view.ts";
import { createWhiteboardTools } from "./tools/whiteboard.ts";
import { createWorkspaceDiffTool, createWorkspaceFileDiffTool } from "./tools/workspace-diff.ts";
import { createWriteTool } from "./tools/write.ts";

/** Which views of the workspace the agent has; the prompt is the same in all. */
export const ARMS = ["dual", "parsed-only"] as const;
export type Arm = (typeof ARMS)[number];

/** The tools of an arm: `dual` has everything, `parsed-only` neither writes nor runs commands nor sees native sizes. */
export function toolsOf(arm: Arm, context: ToolContext): readonly AgentTool[] {
  const reading = [
    createViewTool(context, { images: arm === "dual" }),
    createGrepTool(context),
    createFileSearchTool(context),
    createSearchTool(context),
    ...(context.documents.searchModes.includes("vector") ? [createVectorSearchTool(context)] : []),
    createListDirTool(context, { sizes: arm === "dual" }),
    ...createWhiteboardTools(context),
    createWorkspaceDiffTool(context),
    createWorkspaceFileDiffTool(context),
  ];
  if (arm === "parsed-only") return reading;
  return [
    ...reading,
    createBashTool(context),
    createPythonTool(context),
    refusingCompanions(createEditTool(context), context.workspace),
    refusingCompanions(createWriteTool(context), context.workspace),
  ];
}
