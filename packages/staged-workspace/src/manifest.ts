import type { ContentHash } from "@runningtab/content-hash";

/** One regular file of the workspace at the last scan. */
export interface ManifestEntry {
  /** Workspace-relative POSIX path, in the file system's own bytes (compare in NFC). */
  readonly path: string;
  readonly hash: ContentHash;
  /** Bytes. */
  readonly size: number;
  /** Permission bits. */
  readonly mode: number;
  /** Milliseconds since the epoch. */
  readonly modifiedAtMs: number;
}

/** The files of the workspace by path, sorted by code points. */
export type Manifest = ReadonlyMap<string, ManifestEntry>;

/** A path whose content, mode or existence differs between two manifests. */
export type FileChange =
  | { readonly kind: "create"; readonly path: string; readonly after: ManifestEntry }
  | {
      readonly kind: "modify";
      readonly path: string;
      readonly before: ManifestEntry;
      readonly after: ManifestEntry;
      /** The bytes differ, but `WorkspaceOptions.sameContent` found nothing that a reader sees. */
      readonly containerOnly?: true;
    }
  | { readonly kind: "mode"; readonly path: string; readonly before: ManifestEntry; readonly after: ManifestEntry }
  | { readonly kind: "delete"; readonly path: string; readonly before: ManifestEntry }
  | {
      readonly kind: "move";
      readonly path: string;
      readonly from: string;
      readonly before: ManifestEntry;
      readonly after: ManifestEntry;
    };

/** A path that was passed over, and why. */
export interface SkippedPath {
  /** Ends with `/` when it stands for a folder and everything in it. */
  readonly path: string;
  /** For people: a few lower-case words. */
  readonly reason: string;
}

export interface ScanResult {
  readonly manifest: Manifest;
  /** Since the scan before, also that of an earlier process with this state folder; in path order. */
  readonly changes: readonly FileChange[];
  /** Links, special files, ignored paths, what could not be read; in path order. `.git` is no part of it. */
  readonly skipped: readonly SkippedPath[];
  /**
   * Paths that are one and the same to file systems which ignore case or normalise names: copied there, one would replace
   * the others. Each group in path order; absent when there is none.
   */
  readonly collisions?: readonly (readonly string[])[];
}
