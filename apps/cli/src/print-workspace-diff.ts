import type { WorkspaceDiff } from "@runningtab/review-diff";
import type { Terminal } from "./terminal.ts";

/** Shows what changed in a folder: on a terminal a line a file, otherwise every change of every file. */
export async function printWorkspaceDiff(
  result: WorkspaceDiff,
  format: "term" | "md" | "html" | "json",
  terminal: Terminal,
): Promise<void> {
  const { renderWorkspaceDiff } = await import("@runningtab/review-diff");
  if (format === "term") {
    const { createTerminalRenderer } = await import("@runningtab/review-diff/renderers/terminal");
    const renderer = createTerminalRenderer({ color: terminal.hasColor });
    terminal.printStyled(renderer.renderWorkspace?.(result) ?? "");
  } else if (format === "json") terminal.printJson(JSON.parse(renderWorkspaceDiff(result, "json")));
  else terminal.print(renderWorkspaceDiff(result, format === "md" ? "markdown" : "html"));
}
