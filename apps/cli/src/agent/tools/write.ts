import { z } from "zod";
import { docxFromMarkdown } from "../../authoring/docx-from-markdown.ts";
import { xlsxFromText } from "../../authoring/xlsx-from-text.ts";
import { type AgentTool, defineTool } from "../agent-tool.ts";
import type { ToolContext } from "../tool-context.ts";
import { expectedHash, hashOf, writeAnswer } from "./expected-hash.ts";
import { workspacePath } from "./workspace-path.ts";

export function createWriteTool({ workspace }: Pick<ToolContext, "workspace">): AgentTool {
  return defineTool({
    name: "write",
    description:
      "Write a file whole, making folders on the way. For a path ending in .docx give Markdown (headings, lists, tables); for .xlsx give Markdown tables, one sheet each called by the heading above, or CSV.",
    parameters: z.object({ path: z.string().min(1), content: z.string(), expectedHash }),
    mayWrite: true,
    async execute({ path: given, content, expectedHash: wanted }) {
      const path = workspacePath(given, workspace.root);
      const expected = hashOf(wanted);
      if (expected === "malformed")
        return { text: `write: expectedHash must be a hash as view shows it, or left out.`, isError: true };
      const bytes = await bytesFor(path, content);
      const result = await workspace.write(path, bytes, expected === undefined ? {} : { expectedHash: expected });
      return writeAnswer(path, result, bytes.length);
    },
    // A file is written whole or not at all.
    async settle({ path: given, content }, changed) {
      const path = workspacePath(given, workspace.root);
      const bytes = await bytesFor(path, content);
      const file = await workspace.read(path);
      if (file !== undefined && Buffer.compare(file.bytes, bytes) === 0)
        return writeAnswer(path, { status: "written", hash: file.hash }, bytes.length);
      return changed.has(path) ? undefined : "nothing-done";
    },
  });
}

async function bytesFor(path: string, content: string): Promise<Uint8Array> {
  const extension = /\.[^./]+$/.exec(path)?.[0].toLowerCase();
  if (extension === ".docx") return docxFromMarkdown(content);
  if (extension === ".xlsx") return xlsxFromText(content);
  return new TextEncoder().encode(content);
}
