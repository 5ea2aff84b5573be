/** What the tools' texts say, read back. Each reader is lenient: a line that it does not know is skipped. */

/** `tab_add`: the ids of the requirements, in the order given. */
export function readAddedIds(text: string): readonly string[] {
  return [...text.matchAll(/\br\d+\b/g)].map(([id]) => id);
}

export interface SearchReading {
  /** Whole addresses, best first, without those in files that runs wrote. */
  readonly addresses: readonly string[];
  /** Files that runs wrote. */
  readonly ownWork: readonly string[];
  /** Files that could not be searched, each with the reason in brackets. */
  readonly notSearched: readonly string[];
}

/** `search`, `grep`, `file_search`: one `address: text` line a hit, then how far the search reached. */
export function readSearch(text: string): SearchReading {
  const lines = withoutStatus(text).split("\n");
  const ownWork = lines.flatMap((line) => /^written by a run, no source: (.+)$/.exec(line)?.[1] ?? []);
  return {
    addresses: lines
      .flatMap((line) => readHit(line)?.address ?? [])
      .filter((address) => !ownWork.includes(address.replace(/#.*$/, ""))),
    ownWork,
    notSearched: lines.flatMap((line) => /^not searched: (.+\(.*\))$/.exec(line)?.[1] ?? []),
  };
}

/** `report.pdf#page=3: The rent …`; of a search for files the whole line is a path. */
export function readHit(line: string): { readonly address: string; readonly text: string } | undefined {
  const hit = /^(?<address>.+?#[A-Za-z]+[=\d]\S*?)(?: \[[^\]]*\])?: (?<text>.*)$/.exec(line)?.groups;
  if (hit !== undefined) return { address: hit["address"]!, text: hit["text"]! };
  return /^[^\s:][^:]*\.[A-Za-z0-9]{1,8}$/.test(line) ? { address: line, text: "" } : undefined;
}

/** `list_dir`: the paths of files, with sizes or, where none are shown, by their extensions; without folders left closed. */
export function readListing(text: string): readonly string[] {
  return withoutStatus(text)
    .split("\n")
    .flatMap(
      (line) => /^(.+?[^/]) \([\d.,]+ [kMG]?B\)$/.exec(line)?.[1] ?? /^[^[].*\.[A-Za-z0-9]{1,8}$/.exec(line)?.[0] ?? [],
    );
}

/** `view`: the text without the line that says what it is. */
export function readView(text: string): string {
  return withoutStatus(text).replace(/\n*\[[^\n]*\]\s*$/, "");
}

/** `view`: why nothing was shown, and which part when a file's plain text was too long to be shown whole. */
export function readShown(text: string): { readonly reason?: string; readonly part?: string } {
  const label = /\n?\[([^\n]*)\]\s*$/.exec(withoutStatus(text))?.[1] ?? "";
  const reason = /nothing shown: (.+)$/.exec(label)?.[1];
  const part = /fallback text shown in part: (.+)$/.exec(label)?.[1];
  return { ...(reason !== undefined && { reason }), ...(part !== undefined && { part }) };
}

export interface LogReading {
  readonly entries: readonly { readonly id: string; readonly path: string; readonly facts: string }[];
  /** Where the listing goes on; absent at its end. */
  readonly nextOffset?: number;
}

/**
 * `tab_list kind=log`: `L2: policies/travel.txt (turn 6, 2286 chars, page 3)`. Entries of one file may share a line:
 * `L2: a.txt (turn 6, 80 chars, line 3) and L5 (turn 7, 9 chars, line 4)`.
 */
export function readLog(text: string): LogReading {
  const lines = withoutStatus(text).split("\n");
  const next = /tab_list offset=(\d+)/.exec(lines.find((line) => line.startsWith("…")) ?? "")?.[1];
  return {
    entries: lines.flatMap((line) => {
      const path = /^L\d+: (.+?) \(turn /.exec(line)?.[1];
      if (path === undefined) return [];
      return [...line.slice(line.indexOf(path) + path.length).matchAll(/(?:\b(L\d+))? \((turn [^()]*)\)/g)].map(
        ([, id = /^L\d+/.exec(line)![0], facts = ""]) => ({ id, path, facts }),
      );
    }),
    ...(next !== undefined && { nextOffset: Number(next) }),
  };
}

/** `tab_resolve`: whether it was accepted, and the entry that the reply names as better: the cited ones may lack the quote. */
export function readResolution(text: string): { readonly isAccepted: boolean; readonly better?: string } {
  const isAccepted = /^r\d+ (?:done|unavailable|open)\b/.test(text);
  const better = (/;\s*(L\d+)[^;]* (?:does|do)\b/.exec(text) ?? /\. (L\d+)[^.]* holds? it\b/.exec(text))?.[1];
  return { isAccepted, ...(better !== undefined && { better }) };
}

/** A result without the tab's status line. */
function withoutStatus(text: string): string {
  return text.replace(/\n+\[tab\] [^\n]*\s*$/, "");
}
