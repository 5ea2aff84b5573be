import { z } from "zod";
import { type AgentTool, defineTool } from "../agent-tool.ts";
import type { ToolContext } from "../tool-context.ts";

const MOST_CHARACTERS = 20_000;

/** The whiteboard lies in the run folder: notes are no deliverable and no evidence. */
export function createWhiteboardTools({ whiteboard }: Pick<ToolContext, "whiteboard">): readonly AgentTool[] {
  return [
    defineTool({
      name: "read_whiteboard",
      description: "Read your notes of this run.",
      parameters: z.object({}),
      mayWrite: false,
      execute: async () => ({ text: (await whiteboard.read()) || "(empty)" }),
    }),
    defineTool({
      name: "write_whiteboard",
      description: "Replace your notes of this run. They are no part of the workspace.",
      parameters: z.object({ content: z.string().max(MOST_CHARACTERS) }),
      mayWrite: false,
      async execute({ content }) {
        await whiteboard.write(content);
        return { text: `Whiteboard written: ${content.length} characters.` };
      },
    }),
  ];
}
