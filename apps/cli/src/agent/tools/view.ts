import type { ViewAnswer } from "@runningtab/parsed-cache";
import { z } from "zod";
import { type AgentTool, defineTool, type ToolAnswer } from "../agent-tool.ts";
import type { ToolContext } from "../tool-context.ts";
import { freshnessLabel } from "./freshness-label.ts";
import { workspacePath } from "./workspace-path.ts";

/** Below what the stricter context levels let through, so that a view is cut at a page and not in its middle. */
const MOST_CHARACTERS = 15_000;

export function createViewTool(
  { documents, workspace }: Pick<ToolContext, "documents" | "workspace">,
  { images, pages: hasPages }: { readonly images: boolean; readonly pages: boolean },
): AgentTool {
  const viewImage = async (path: string, pages: string | undefined, signal: AbortSignal): Promise<ToolAnswer> => {
    const answer = await documents.viewImage(path, { signal, ...(pages !== undefined && { pages }) });
    const { freshness, sourceUpdatedAt, shown, image } = answer;
    const updated = sourceUpdatedAt === undefined ? "" : `updated ${sourceUpdatedAt}`;
    const labels = [freshnessLabel(freshness), freshness.sourceHash ?? "", updated, shown];
    const text = `[${labels.filter((label) => label !== "").join(" | ")}]`;
    if (image === undefined) return { text: `view: ${answer.shown}`, isError: true };
    return { text, image: { mediaType: "image/png", base64: Buffer.from(image).toString("base64") } };
  };
  return defineTool({
    name: "view",
    description: hasPages
      ? "Read a file of the workspace as text: PDF by page, workbook by sheet, presentation by slide, other files whole. Ends with what part was shown and how fresh it is."
      : "Read a file of the workspace as plain text, whole or from an offset on, without pages or tables. Ends with what part was shown and how fresh it is.",
    parameters: z.object({
      path: z
        .string()
        .min(1)
        .describe(
          hasPages
            ? "Workspace-relative path, or an address: report.pdf#page=3, book.xlsx#sheet=Q1&cell=B12, notes.md#L10-L20."
            : "Workspace-relative path; with mode visual also a page: report.pdf#page=3.",
        ),
      pages: z
        .string()
        .optional()
        .describe(hasPages ? "Pages, sheets or slides by number: 3 or 3-5." : "Page to show with mode visual: 3."),
      offset: z
        .number()
        .int()
        .min(0)
        .optional()
        .describe("Characters of the first page to leave out, to go on where a view was cut."),
      mode: z
        .enum(["text", "visual"])
        .optional()
        .describe("text (default); visual: one page of a PDF or an office file as an image."),
    }),
    mayWrite: false,
    async execute({ path, pages, offset, mode }, { signal }) {
      if (mode === "visual" && !images)
        return { text: "view: images are not to be had here. Use mode text.", isError: true };
      if (mode === "visual") return viewImage(workspacePath(path, workspace.root), pages, signal);
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
