import { pathAnalyzer } from "@runningtab/terms";
import type { DocumentHit, SearchAnswer } from "../answers.ts";
import { formatAddress } from "../address.ts";
import { checkCounts } from "./check-options.ts";
import { isOfKind } from "./file-kind.ts";
import { type FileState, freshnessOf, type FileTable } from "./file-table.ts";
import { type ScopeOptions, skippedInScope } from "./search-scope.ts";
import { isInScope } from "./workspace-path.ts";

export interface FileSearchOptions extends ScopeOptions {
  /** Most hits: a whole number of at least 1; default 20. */
  readonly limit?: number;
}

const DEFAULT_LIMIT = 20;
/** What a match in the file's own name counts more than one in a folder's. */
const NAME_WEIGHT = 2;

/**
 * Finds files by name: paths that hold terms of the query, those with the rarest and most terms first. Whether a file
 * could be parsed does not matter; what the manifest could not hold is skipped, since a closed folder hides names.
 */
export function searchFiles(
  query: string,
  { limit = DEFAULT_LIMIT, paths, types }: FileSearchOptions,
  table: FileTable,
): SearchAnswer {
  checkCounts({ limit });
  const files = table.all().filter((file) => isInScope(file.path, paths) && isOfKind(file, types));
  const wanted = [...new Set(pathAnalyzer.terms(query))];
  const exact = query.trim().toLowerCase();
  const termsOf = files.map((file) => pathTerms(file));
  const weights = new Map(
    wanted.map((term) => [term, Math.log(1 + files.length / (1 + termsOf.filter(({ all }) => all.has(term)).length))]),
  );
  const hits: DocumentHit[] = [];
  for (const [index, file] of files.entries()) {
    const { all, name } = termsOf[index]!;
    let score = exact !== "" && file.path.toLowerCase().includes(exact) ? 1 : 0;
    for (const [term, weight] of weights) {
      if (all.has(term)) score += weight * (name.has(term) ? NAME_WEIGHT : 1);
    }
    if (score === 0) continue;
    hits.push({
      address: formatAddress(file.path),
      path: file.path,
      hash: file.hash,
      freshness: freshnessOf(file),
      score,
      text: file.path,
    });
  }
  // Stable: equal scores stay in order of path.
  hits.sort((a, b) => (b.score ?? 0) - (a.score ?? 0));
  return {
    hits: hits.slice(0, limit),
    searched: files.length,
    skipped: skippedInScope(table, { paths, types }),
    truncated: hits.length > limit,
  };
}

function pathTerms({ path }: FileState): { all: ReadonlySet<string>; name: ReadonlySet<string> } {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return { all: new Set(pathAnalyzer.terms(path)), name: new Set(pathAnalyzer.terms(name)) };
}
