import { z } from "zod";
import { type AgentTool, defineTool } from "../agent-tool.ts";
import type { ToolContext } from "../tool-context.ts";
import { decodeText } from "./decode-text.ts";
import { expectedHash, hashOf, writeAnswer } from "./expected-hash.ts";
import { workspacePath } from "./workspace-path.ts";

export function createEditTool({ workspace }: Pick<ToolContext, "workspace">): AgentTool {
  return defineTool({
    name: "edit",
    description: "Replace one passage of a text file. The passage must occur exactly once, white space included.",
    parameters: z.object({
      path: z.string().min(1),
      old: z.string().min(1).describe("The passage as it stands in the file."),
      new: z.string().describe("What takes its place."),
      expectedHash,
    }),
    mayWrite: true,
    async execute({ path: given, old, new: replacement, expectedHash: wanted }) {
      const path = workspacePath(given, workspace.root);
      const expected = hashOf(wanted);
      if (expected === "malformed")
        return { text: `edit: expectedHash must be a hash as view shows it, or left out.`, isError: true };
      const file = await workspace.read(path);
      if (file === undefined) return { text: `edit: there is no file ${path}. Use write to make one.`, isError: true };
      if (expected !== undefined && expected !== file.hash)
        return writeAnswer(path, { status: "conflict", found: file.hash }, 0);
      const text = decodeText(file.bytes);
      if (text === undefined) {
        return {
          text: `edit: ${path} is no plain text. Write it anew with write, or change it with python.`,
          isError: true,
        };
      }
      const count = text.split(old).length - 1;
      if (count !== 1) {
        const found = count === 0 ? "does not occur" : `occurs ${count} times; give more of its surroundings`;
        return { text: `edit: the passage ${found} in ${path}. Nothing was changed.`, isError: true };
      }
      const bytes = new TextEncoder().encode(text.replace(old, () => replacement));
      return writeAnswer(path, await workspace.write(path, bytes, { expectedHash: file.hash }), bytes.length);
    },
    // A file is written whole or not at all.
    settle: async ({ path }, changed) =>
      changed.has(workspacePath(path, workspace.root)) ? undefined : "nothing-done",
  });
}
