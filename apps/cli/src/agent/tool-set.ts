import type { AgentTool } from "./agent-tool.ts";
import type { Arm } from "./arm.ts";
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

/**
 * The tools of an arm. `dual` has everything. `artifact-only` sees the files alone: fallback text, no ranked search; its
 * `context.documents` is a raw library. `parsed-only` sees parsed text alone: nothing is written, no native page or size
 * shown, and commands run over copies.
 */
export function toolsOf(arm: Arm, context: ToolContext): readonly AgentTool[] {
  const isParsedOnly = arm === "parsed-only";
  const searching = [
    createSearchTool(context),
    ...(context.documents.searchModes.includes("vector") ? [createVectorSearchTool(context)] : []),
  ];
  return [
    createViewTool(context, { images: !isParsedOnly, pages: arm !== "artifact-only" }),
    createGrepTool(context, { documents: arm !== "artifact-only" }),
    createFileSearchTool(context),
    ...(arm === "artifact-only" ? [] : searching),
    createListDirTool(context, { sizes: !isParsedOnly }),
    ...createWhiteboardTools(context),
    createWorkspaceDiffTool(context),
    createWorkspaceFileDiffTool(context),
    ...(context.webTools ?? []),
    createBashTool(context),
    createPythonTool(context),
    ...(isParsedOnly
      ? []
      : [
          refusingCompanions(createEditTool(context), context.workspace),
          refusingCompanions(createWriteTool(context), context.workspace),
        ]),
  ];
}
