import type { FileEdit } from "@runningtab/staged-workspace";
import { onOneLine } from "./terminal.ts";

const LETTERS = { create: "A", modify: "M", mode: "X", delete: "D", move: "R" } as const;

/** `A report.docx`, `R old.md → new.md`. */
export function changeLine(change: Pick<FileEdit, "kind" | "path"> & { readonly from?: string }): string {
  const path = change.from === undefined ? change.path : `${change.from} → ${change.path}`;
  return `${LETTERS[change.kind]} ${onOneLine(path)}`;
}
