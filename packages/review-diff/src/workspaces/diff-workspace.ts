import { diff } from "../diff.ts";
import type { DiffInput, FileDiff } from "../file-diff.ts";
import { matchEqualFiles, matchSimilarFiles, MAX_CANDIDATES } from "./match-files.ts";
import type {
  FileChange,
  WorkspaceDiff,
  WorkspaceDiffOptions,
  WorkspaceFile,
  WorkspaceTree,
} from "./workspace-diff.ts";

/**
 * What became of each file from one state of a folder to another. A file under another path is renamed when its bytes
 * are the same, or when files of its kind have most of their lines, cells or paragraphs in common. Files are compared
 * one after another, so that only one pair is in memory beside the result.
 *
 * Rejects as `diff` does: only when `options.signal` aborts, and for options that make no sense.
 */
export async function diffWorkspace(
  before: WorkspaceTree,
  after: WorkspaceTree,
  { onProgress, ...options }: WorkspaceDiffOptions = {},
): Promise<WorkspaceDiff> {
  const [filesBefore, filesAfter] = [byPath(before), byPath(after)];
  const removed = [...filesBefore.values()].filter(({ path }) => !filesAfter.has(path));
  const added = [...filesAfter.values()].filter(({ path }) => !filesBefore.has(path));
  const changed = [...filesAfter.values()].filter(({ path, hash }) => {
    const was = filesBefore.get(path);
    return was !== undefined && was.hash !== hash;
  });

  const equal = matchEqualFiles(removed, added);
  const paired = new Set<WorkspaceFile>(equal.flatMap((pair) => [pair.before, pair.after]));
  const [gone, came] = [removed, added].map((files) => files.filter((file) => !paired.has(file))) as [
    WorkspaceFile[],
    WorkspaceFile[],
  ];
  options.signal?.throwIfAborted();
  const similar = await matchSimilarFiles(gone, came, {
    before: ({ path }) => before.open(path),
    after: ({ path }) => after.open(path),
  });
  for (const pair of similar) paired.add(pair.before).add(pair.after);

  const onlyRenamed = equal.map((pair): FileChange => ({
    kind: "renamed",
    path: pair.after.path,
    from: pair.before.path,
    summary: `renamed from ${pair.before.path}`,
  }));
  const work: readonly Comparison[] = [
    ...changed.map(({ path }): Comparison => ({ kind: "changed", before: path, after: path })),
    ...similar.map((pair): Comparison => ({ kind: "renamed", before: pair.before.path, after: pair.after.path })),
    ...came.filter((file) => !paired.has(file)).map(({ path }): Comparison => ({ kind: "added", after: path })),
    ...gone.filter((file) => !paired.has(file)).map(({ path }): Comparison => ({ kind: "removed", before: path })),
  ];
  const compared: FileChange[] = [];
  for (const [done, comparison] of work.entries()) {
    options.signal?.throwIfAborted();
    onProgress?.(done, work.length);
    compared.push(await compareFile(comparison, before, after, options));
  }
  onProgress?.(work.length, work.length);
  const files = [...onlyRenamed, ...compared].toSorted((one, other) => (one.path < other.path ? -1 : 1));
  const tooMany = Math.min(gone.length, came.length) > 0 && Math.max(gone.length, came.length) > MAX_CANDIDATES;
  return {
    equal: files.length === 0,
    files,
    unchanged: filesAfter.size - added.length - changed.length,
    summary: summaryOf(files),
    notes: tooMany ? [`Only the first ${MAX_CANDIDATES} files that came or went were looked at for renames.`] : [],
  };
}

interface Comparison {
  readonly kind: FileChange["kind"];
  readonly before?: string;
  readonly after?: string;
}

async function compareFile(
  { kind, before: pathBefore, after: pathAfter }: Comparison,
  before: WorkspaceTree,
  after: WorkspaceTree,
  options: WorkspaceDiffOptions,
): Promise<FileChange> {
  const path = pathAfter ?? pathBefore ?? "";
  const renamed = kind === "renamed" && pathBefore !== undefined ? { from: pathBefore } : {};
  try {
    const sides: readonly [DiffInput, DiffInput] = [
      pathBefore === undefined ? { path } : { ...(await before.open(pathBefore)), path: pathBefore },
      pathAfter === undefined ? { path } : { ...(await after.open(pathAfter)), path: pathAfter },
    ];
    const result = await diff(sides[0], sides[1], options);
    return { kind, path, ...renamed, summary: lineOf(result, renamed.from), diff: result };
  } catch (error) {
    options.signal?.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    return { kind, path, ...renamed, summary: `${kind}; it could not be opened (${reason})` };
  }
}

function lineOf({ equal, summary, truncated }: FileDiff, from: string | undefined): string {
  const content = equal ? "the bytes differ, the content does not" : summary;
  const more = truncated ? ", and more than the limit" : "";
  return `${from === undefined ? "" : `renamed from ${from}; `}${content}${more}`;
}

function byPath({ files }: WorkspaceTree): ReadonlyMap<string, WorkspaceFile> {
  return new Map(Array.from(files, ({ path, hash }) => [path, { path, hash }]));
}

function summaryOf(files: readonly FileChange[]): string {
  const kinds = ["changed", "added", "removed", "renamed"] as const;
  const pieces = kinds.flatMap((kind) => {
    const count = files.filter((file) => file.kind === kind).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? "file" : "files"} ${kind}`];
  });
  return pieces.length === 0 ? "no changes" : pieces.join(", ");
}
