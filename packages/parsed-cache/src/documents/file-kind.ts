import { documentTypeOf, extensionOf } from "../media-type.ts";
import type { FileState } from "./file-table.ts";

/** Whether a file is of one of these kinds, by its extension or by its bytes; without kinds every file is. */
export function isOfKind(
  { path, shown }: Pick<FileState, "path" | "shown">,
  kinds: readonly string[] | undefined,
): boolean {
  if (kinds === undefined) return true;
  const extension = extensionOf(path);
  return kinds.some((given) => {
    const kind = given.toLowerCase().replace(/^\./, "");
    return kind === extension || (shown !== undefined && documentTypeOf(kind) === shown.mediaType);
  });
}
