import ignore from "ignore";
import { TEMPORARY_PREFIX } from "./atomic-write.ts";

/**
 * What is no part of a workspace unless its user says so (`!node_modules/`). A `.gitignore` found in the workspace has no
 * say: it tells git what not to publish, and deliverables (`/out`, `*.xlsx`) often stand in it; hiding them from Δ would
 * let work vanish from the review.
 */
export const defaultIgnorePatterns: readonly string[] = [
  "node_modules/",
  // What parsers and document viewers put beside a document.
  "*_parsed/",
  // Lock files of Microsoft Office and LibreOffice: they come and go with an open window.
  "~$*",
  ".~lock.*#",
  // Left behind by a write that was killed.
  `${TEMPORARY_PREFIX}*`,
];

/** Whether a path is ignored; folders are asked about with `isFolder`, before anything inside them. */
export type IgnoreRules = (path: string, isFolder: boolean) => boolean;

/** Rules with the semantics of `.gitignore`: later patterns win, `!` takes back, case counts, NFC and NFD are equal. */
export function createIgnoreRules(patterns: readonly string[]): IgnoreRules {
  const rules = ignore({ ignorecase: false }).add(
    [...defaultIgnorePatterns, ...patterns].map((one) => one.normalize("NFC")),
  );
  return (path, isFolder) => rules.ignores(`${path.normalize("NFC")}${isFolder ? "/" : ""}`);
}
