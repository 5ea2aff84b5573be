import { bombs } from "./bombs.ts";
import type { HostileFile } from "./hostile-file.ts";
import { loops } from "./loops.ts";
import { names } from "./names.ts";
import { nesting } from "./nesting.ts";
import { sizes } from "./sizes.ts";

/** All that is written by hand. */
export const writtenByHand: readonly HostileFile[] = [...bombs, ...loops, ...names, ...nesting, ...sizes];

/** Those among them that take seconds to make or to parse, of which the full set alone is made. */
const TAKES_LONG: ReadonlySet<string> = new Set([
  "declared-true.docx",
  "declared-small.doc",
  "strings.xlsx",
  "many-strings.xlsx",
  "members.zip",
  "large-members.zip",
  "fan.zip",
  "content.pdf",
  "operators.pdf",
  "twice-packed.pdf",
  "form-tree.pdf",
  "many-parts.eml",
  "headers.eml",
  "states.pdf",
  "line.txt",
  "rows.csv",
  "commas.csv",
  "cells.xlsx",
]);

export const writtenByHandAndQuick = writtenByHand.filter(({ path }) => !TAKES_LONG.has(path));

/** Files of the `office-files` data, one of each kind, that are cut off and changed. */
export const REAL_FILES = [
  "form_two_pages.pdf",
  "nested_outline.pdf",
  "AddingComments.xlsx",
  "comments.xlsb",
  "mortgage-calculation.xls",
  "delins.docx",
  "table_test.pptx",
  "raw_email2.eml",
  "test_notebook.ipynb",
  "EmbeddedDocument.docx",
] as const;
