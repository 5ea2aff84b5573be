import type { Workspace } from "@runningtab/staged-workspace";
import { companionDocument } from "../../companions/companion-document.ts";
import type { AgentTool } from "../agent-tool.ts";
import { workspacePath } from "./workspace-path.ts";

/** A tool that changes the file of its `path`, but no parsed copy of a document: that is made anew from the document. */
export function refusingCompanions(tool: AgentTool, workspace: Pick<Workspace, "root" | "manifest">): AgentTool {
  return {
    ...tool,
    async execute(args, call) {
      const path = workspacePath((args as { readonly path: string }).path, workspace.root);
      const document = companionDocument(path, workspace.manifest);
      if (document === undefined) return tool.execute(args, call);
      return {
        text: `${tool.name}: ${path} is a parsed copy. Change its source instead: ${document}`,
        isError: true,
      };
    },
  };
}
