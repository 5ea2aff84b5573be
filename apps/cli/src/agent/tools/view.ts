import type { ViewAnswer } from "@runningtab/parsed-cache";
import { z } from "zod";
import { type AgentTool, defineTool } from "../agent-tool.ts";
import type { ToolContext } from "../tool-context.ts";
import { freshnessLabel } from "./freshness-label.ts";
import { workspacePath } from "./workspace-path.ts";

/** Below what the stricter context levels let through, so that a view is cut at a page and not in its middle. */
const MOST_CHARACTERS = 15_000;

export function createViewTool({ documents, workspace }: Pick<ToolContext, "documents" | "workspace">): AgentTool {
  return defineTool({
    name: "view",
    description:
      "Read a file of the workspace as text: PDF by page, workbook by sheet, presentation by slide, other files whole. Ends with what part was shown and how fresh it is.",
    parameters: z.object({
      path: z
        .string()
        .min(1)
        .describe(
          "Workspace-relative path, or an address: report.pdf#page=3, book.xlsx#sheet=Q1&cell=B12, notes.md#L10-L20.",
        ),
      pages: z.string().optional().describe("Pages, sheets or slides by number: 3 or 3-5."),
      offset: z
        .number()
        .int()
        .min(0)
        .optional()
        .describe("Characters of the first page to leave out, to go on where a view was cut."),
      mode: z.enum(["text", "visual"]).optional().describe("text (default)."),
    }),
    mayWrite: false,
    async execute({ path, pages, offset, mode }, { signal }) {
      if (mode === "visual") {
        const text = "view: pages as images come later. Use mode text; what a page lacks is named at its end.";
        return { text, isError: true };
      }
      const answer = await documents.view(workspacePath(path, workspace.root), {
        maxCharacters: MOST_CHARACTERS,
        signal,
        ...(pages !== undefined && { pages }),
        ...(offset !== undefined && { offset }),
      });
      // Nothing stands there to be read, let alone cited.
      return { text: viewText(answer), ...(answer.addresses.length === 0 && { isError: true }) };
    },
  });
}

/**
 * A view as the model reads it: the text first, since the first line that matches stands for a log entry in reviews,
 * then one line on what it is.
 */
function viewText(answer: ViewAnswer): string {
  const labels = [
    ...answer.losses.map((loss) => `not shown: ${loss.count} ${loss.kind}${loss.detail ? ` (${loss.detail})` : ""}`),
    answer.source === "fallback" ? "source: fallback" : "",
    freshnessLabel(answer.freshness),
    answer.freshness.sourceHash ?? "",
    answer.sourceUpdatedAt ? `updated ${answer.sourceUpdatedAt}` : "",
    answer.parsedAt ? `parsed ${answer.parsedAt}` : "",
    answer.shown,
  ];
  return `${answer.text.trimEnd()}\n\n[${labels.filter((label) => label !== "").join(" | ")}]`;
}
