import type { SearchAnswer } from "../answers.ts";
import { type FileState, freshnessOf, type FileTable } from "./file-table.ts";
import type { ReadPages } from "./page-reader.ts";
import { isOfKind } from "./file-kind.ts";
import { isInScope } from "./workspace-path.ts";

/** Which files to search in. */
export interface ScopeOptions {
  /** Files and folders; default all. */
  readonly paths?: readonly string[];
  /** Kinds of files, such as `pdf` or `xlsx`, by their extension or by what their bytes are; default all. */
  readonly types?: readonly string[];
}

export interface SearchScope {
  /** Files whose record can be searched, in order of path. */
  readonly files: readonly FileState[];
  /** Files in scope that cannot be searched at all, with reasons. */
  readonly skipped: SearchAnswer["skipped"];
}

/** Splits the files in scope into those with text to search and those without. */
export function searchScope(table: FileTable, { paths, types }: ScopeOptions): SearchScope {
  const files: FileState[] = [];
  const skipped: { path: string; reason: string }[] = [];
  for (const state of table.all()) {
    if (!isInScope(state.path, paths) || !isOfKind(state, types)) continue;
    const freshness = freshnessOf(state);
    if (state.shown?.status === "ok") files.push(state);
    if (freshness.state === "current") continue;
    skipped.push({ path: state.path, reason: reasonFor(freshness.state, freshness.reason) });
  }
  const named = new Set(skipped.map(({ path }) => path));
  const beside = skippedInScope(table, { paths, types }).filter(({ path }) => !named.has(path));
  return { files, skipped: [...skipped, ...beside, ...absentPaths(table, paths)] };
}

/** What was asked for by name and is not there: a search of nothing proves nothing. */
function absentPaths(table: FileTable, paths: readonly string[] = []): SearchAnswer["skipped"] {
  const isThere = (entry: string): boolean =>
    table.all().some(({ path }) => isInScope(path, [entry])) ||
    table.skipped.some(({ path }) => isSkipInScope(path, [entry]));
  const spelledAlike = (entry: string): string | undefined =>
    table.all().find(({ path }) => path !== entry && path.normalize() === entry.normalize())?.path;
  return paths
    .filter((entry) => entry !== "" && entry !== "." && !isThere(entry))
    .map((path) => {
      const other = spelledAlike(path);
      const hint = other === undefined ? "" : `; ${other} is, whose letters are composed otherwise (NFC and NFD)`;
      return { path, reason: `there is no such file or folder${hint}` };
    });
}

/** What the manifest could not hold and the scope includes. Of a file that was passed over only its name tells the kind. */
export function skippedInScope(table: FileTable, { paths, types }: ScopeOptions): SearchAnswer["skipped"] {
  return table.skipped.filter(
    ({ path }) => isSkipInScope(path, paths) && (path.endsWith("/") || isOfKind({ path }, types)),
  );
}

/** A folder that was passed over also hides what a search inside of it would look for. */
function isSkipInScope(path: string, scope: readonly string[] | undefined): boolean {
  if (isInScope(path.replace(/\/$/, ""), scope)) return true;
  return path.endsWith("/") && scope!.some((entry) => entry.replace(/^\.\//, "").startsWith(path));
}

function reasonFor(state: string, reason: string | undefined): string {
  if (state === "stale") return `only an older version was searched: ${reason ?? "the new one is not parsed yet"}`;
  if (state === "pending") return "not parsed yet";
  return reason ?? state;
}

/** Losses of text that stands in the document and not in its record, and how a search names them. */
const UNSEARCHED: ReadonlyMap<string, (count: number, detail?: string) => string> = new Map<
  string,
  (count: number, detail?: string) => string
>([
  ["truncated", (_, detail) => `cut off at a limit${detail === undefined ? "" : ` (${detail})`}`],
  ["members-not-read", (count) => `${count} of its members not read`],
  ["attachments-not-read", (count) => `${count} of its attachments not read`],
  ["chapters-not-read", (count) => `${count} of its chapters not read`],
  ["page-unreadable", (count) => `${count} of its pages could not be read`],
  ["unreadable-messages", (count) => `${count} of its messages could not be read`],
  ["invisible-text", (count) => `${count} pieces of text drawn invisibly were left out`],
  ["other-body-differs", () => "another form of the mail's body says what is not shown"],
  ["image-without-text", () => "an image: text in pictures is not read"],
  ["deep-nesting", () => "what is nested too deep was not read"],
]);

/** What a search cannot see in a record although it has one: pages that are images alone, and what was not read. */
export function unreadPages({ pages, losses }: ReadPages): string | undefined {
  const images = losses.find(({ kind }) => kind === "page-without-text")?.count ?? 0;
  const said = losses.flatMap(({ kind, count, detail }) => UNSEARCHED.get(kind)?.(count, detail) ?? []);
  if (images > 0 && images >= pages.length) said.unshift("image only: no text to search");
  else if (images > 0) said.unshift(`${images} of ${pages.length} pages are images without text`);
  return said.length === 0 ? undefined : [...new Set(said)].join("; ");
}
