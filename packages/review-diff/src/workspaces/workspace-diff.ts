import type { DiffInput, DiffOptions, FileDiff } from "../file-diff.ts";

/** One state of a folder: which files it has, and how to read one of them. */
export interface WorkspaceTree {
  /** By path, `/` between folders; a manifest will do. */
  readonly files: Iterable<WorkspaceFile>;
  /**
   * A file as one side of a comparison, its `path` any that ends alike. Asked only for files that differ. When it rejects,
   * the comparison of that file says why, and the others go on.
   */
  open(path: string): Promise<DiffInput>;
}

export interface WorkspaceFile {
  readonly path: string;
  /** Equal exactly for equal bytes, in both trees alike. */
  readonly hash: string;
}

export interface WorkspaceDiff {
  readonly equal: boolean;
  /** By path after; of what went, by its path before. */
  readonly files: readonly FileChange[];
  /** Files that both trees have under the same path with the same bytes. */
  readonly unchanged: number;
  /** `2 files changed, 1 file renamed`. */
  readonly summary: string;
  /** What the comparison had to leave out or decide, in plain words. */
  readonly notes: readonly string[];
}

/** What became of one file. */
export interface FileChange {
  readonly kind: "added" | "removed" | "changed" | "renamed";
  readonly path: string;
  /** Of a renamed file its path before; it may have changed too. */
  readonly from?: string;
  /** One line: `3 cells changed, 1 row inserted in Budget`. */
  readonly summary: string;
  /** Absent for a file that was only renamed, and where it could not be opened. */
  readonly diff?: FileDiff;
}

export interface WorkspaceDiffOptions extends DiffOptions {
  /** Told before each comparison: how many are done, and how many there are. */
  readonly onProgress?: (done: number, total: number) => void;
}
