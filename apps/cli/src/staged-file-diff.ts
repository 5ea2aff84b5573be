import type { FileEdit, StagedWorkspace } from "@runningtab/staged-workspace";
import { changeLine } from "./change-line.ts";
import { compareEdit } from "./compare-edit.ts";
import type { Settings } from "./settings.ts";

/** Prints what an edit does to its file, in the document's own terms; of a file that went, that it did. */
export async function printFileDiff(
  workspace: StagedWorkspace,
  { terminal, config, json }: Settings,
  edit: FileEdit,
): Promise<void> {
  if (!json) terminal.print(terminal.bold(changeLine(edit)));
  const isShown = edit.kind === "modify" || edit.kind === "move" || edit.kind === "create";
  const result = isShown ? await compareEdit(edit, (hash) => workspace.version(hash), config) : undefined;
  if (result === undefined) {
    const note = isShown ? "Its contents were not kept, so that they cannot be compared." : undefined;
    if (json) terminal.printJson({ path: edit.path, kind: edit.kind, ...(note && { notes: [note] }) });
    else if (note !== undefined) terminal.note(note);
    return;
  }
  if (json) {
    const { renderDiff } = await import("@runningtab/review-diff");
    terminal.printJson({ path: edit.path, kind: edit.kind, ...(JSON.parse(renderDiff(result, "json")) as object) });
    return;
  }
  const { createTerminalRenderer } = await import("@runningtab/review-diff/renderers/terminal");
  terminal.printStyled(createTerminalRenderer({ color: terminal.hasColor }).render(result));
}
