import { basename } from "node:path";
import type { FileEdit, FileVersion, StagedWorkspace } from "@runningtab/staged-workspace";
import { changeLine } from "./change-line.ts";
import { openSides } from "./diff-sides.ts";
import type { Settings } from "./settings.ts";

/** Prints what an edit does to its file, in the document's own terms; of a file that came or went, that it did. */
export async function printFileDiff(
  workspace: StagedWorkspace,
  { terminal, config, json }: Settings,
  edit: FileEdit,
): Promise<void> {
  const bytesOf = (version: FileVersion): Promise<Uint8Array | undefined> => workspace.version(version.hash);
  const before = "before" in edit ? await bytesOf(edit.before) : undefined;
  const after = "after" in edit ? await bytesOf(edit.after) : undefined;
  const isCompared = before !== undefined && after !== undefined && edit.kind !== "mode";
  if (!json) terminal.print(terminal.bold(changeLine(edit)));
  if (!isCompared) {
    const note = edit.kind === "modify" ? "Its contents were not kept, so that they cannot be compared." : undefined;
    if (json) terminal.printJson({ path: edit.path, kind: edit.kind, ...(note && { notes: [note] }) });
    else if (note !== undefined) terminal.note(note);
    return;
  }
  const { diff, renderDiff } = await import("@runningtab/review-diff");
  const from = edit.kind === "move" ? edit.from : edit.path;
  const sides = await openSides(
    [
      { name: basename(from), bytes: before },
      { name: basename(edit.path), bytes: after },
    ],
    config,
  );
  try {
    const result = await diff(...sides.inputs, {
      ...(config.formats && { formats: config.formats }),
      open: sides.open,
    });
    if (json) {
      terminal.printJson({ path: edit.path, kind: edit.kind, ...(JSON.parse(renderDiff(result, "json")) as object) });
    } else {
      const { createTerminalRenderer } = await import("@runningtab/review-diff/renderers/terminal");
      terminal.printStyled(createTerminalRenderer({ color: terminal.hasColor }).render(result));
    }
  } finally {
    await sides.close();
  }
}
