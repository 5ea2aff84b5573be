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

export interface IgnoreRules {
  /** All patterns, the last ones having the last word: equal patterns are equal rules. */
  readonly patterns: readonly string[];
  /** Whether a path is ignored; folders are asked about with `isFolder`, before anything inside them. */
  isIgnored(path: string, isFolder: boolean): boolean;
}

/** Rules with the semantics of `.gitignore`: later patterns win, `!` takes back, case counts, NFC and NFD are equal. */
export function createIgnoreRules(patterns: readonly string[]): IgnoreRules {
  const all = [...defaultIgnorePatterns, ...patterns].map((one) => one.normalize("NFC"));
  const rules = ignore({ ignorecase: false }).add(all);
  return {
    patterns: all,
    isIgnored: (path, isFolder) => rules.ignores(`${path.normalize("NFC")}${isFolder ? "/" : ""}`),
  };
}
