import { extensionOf } from "../media-type.ts";
import type { FileState } from "./file-table.ts";

const OFFICE = "application/vnd.openxmlformats-officedocument";
const OPEN_DOCUMENT = "application/vnd.oasis.opendocument";

/** What the bytes of a file of this name are, where bytes tell. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ["pdf", "application/pdf"],
  ["xlsx", `${OFFICE}.spreadsheetml.sheet`],
  ["xls", "application/vnd.ms-excel"],
  ["xlsb", "application/vnd.ms-excel.sheet.binary.macroenabled.12"],
  ["ods", `${OPEN_DOCUMENT}.spreadsheet`],
  ["docx", `${OFFICE}.wordprocessingml.document`],
  ["doc", "application/msword"],
  ["odt", `${OPEN_DOCUMENT}.text`],
  ["pptx", `${OFFICE}.presentationml.presentation`],
  ["ppt", "application/vnd.ms-powerpoint"],
  ["odp", `${OPEN_DOCUMENT}.presentation`],
  ["msg", "application/vnd.ms-outlook"],
  ["rtf", "application/rtf"],
  ["zip", "application/zip"],
]);

/** Whether a file is of one of these kinds, by its extension or by its bytes; without kinds every file is. */
export function isOfKind(
  { path, shown }: Pick<FileState, "path" | "shown">,
  kinds: readonly string[] | undefined,
): boolean {
  if (kinds === undefined) return true;
  const extension = extensionOf(path);
  return kinds.some((given) => {
    const kind = given.toLowerCase().replace(/^\./, "");
    return kind === extension || (shown !== undefined && TYPES.get(kind) === shown.mediaType);
  });
}
