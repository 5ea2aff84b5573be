import { basename } from "node:path";
import type { ContentHash } from "@runningtab/content-hash";
import type { FileDiff } from "@runningtab/review-diff";
import type { FileEdit } from "@runningtab/staged-workspace";
import type { Config } from "./config.ts";
import { openSides } from "./diff-sides.ts";

/**
 * What an edit of the journal does to its file, in the document's own terms. `undefined` where a version that it names was
 * not kept, and where it changes the mode alone.
 */
export async function compareEdit(
  edit: FileEdit,
  bytesOf: (hash: ContentHash) => Promise<Uint8Array | undefined>,
  config: Config,
): Promise<FileDiff | undefined> {
  if (edit.kind === "mode") return undefined;
  const before = "before" in edit ? await bytesOf(edit.before.hash) : undefined;
  const after = "after" in edit ? await bytesOf(edit.after.hash) : undefined;
  if (("before" in edit && before === undefined) || ("after" in edit && after === undefined)) return undefined;
  const { diff } = await import("@runningtab/review-diff");
  const from = edit.kind === "move" ? edit.from : edit.path;
  const sides = await openSides(
    [
      { name: basename(from), ...(before && { bytes: before }) },
      { name: basename(edit.path), ...(after && { bytes: after }) },
    ],
    config,
  );
  try {
    const formats = config.formats && { formats: config.formats };
    return await diff(...sides.inputs, { ...formats, open: sides.open });
  } finally {
    await sides.close();
  }
}
