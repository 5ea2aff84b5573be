import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What independent tools found in a file; which fields there are depends on the kind. */
export interface Fact {
  readonly kind: string;
  readonly value?: unknown;
  readonly name?: string;
  readonly text?: string;
  readonly sample?: string | readonly string[];
  readonly count?: number;
  readonly sheet?: string;
  readonly ref?: string;
  readonly formula?: string;
  readonly cached?: string | number | null;
  readonly cells?: readonly string[];
  readonly index?: number;
  readonly table?: number;
  readonly row?: number;
  readonly slide?: number;
  readonly page?: number;
}

export interface ListedFile {
  /** Below the folder of the manifest. */
  readonly file: string;
  readonly feature: string;
  readonly expected: readonly Fact[];
}

/** What we ask of a file, or what makes it nasty, and not what it says. */
const NO_FACTS = new Set([
  "requirement",
  "container",
  "zip_entries",
  "rows_stored",
  "entity_declarations_in",
  "not_a_valid_zip",
  "duplicate_zip_entries",
  "unreadable_by_poppler",
]);

export function isFact({ kind }: Fact): boolean {
  return !NO_FACTS.has(kind);
}

export function listedFiles(folder: string): readonly ListedFile[] {
  return readFileSync(join(folder, "MANIFEST.jsonl"), "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as ListedFile);
}
