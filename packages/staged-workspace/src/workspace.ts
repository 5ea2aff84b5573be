import type { ContentHash } from "@runningtab/content-hash";
import type { FileChange, Manifest, ScanResult } from "./manifest.ts";

export interface WorkspaceOptions {
  /** Folder that is the workspace. */
  readonly root: string;
  /** Private folder for the manifest and the first versions; outside the root. */
  readonly stateFolder: string;
  /** Extra ignore patterns, in the form of `.gitignore`. */
  readonly ignore?: readonly string[];
  /** Whether two versions count as the same content, for rewrites that change nothing a reader sees. */
  readonly sameContent?: (before: ContentHash, after: ContentHash) => Promise<boolean>;
}

/** A folder worked on in place: its manifest now, and Δ against the state at opening. */
export interface Workspace {
  /** Absolute, links resolved. */
  readonly root: string;
  /** Of the last scan. */
  readonly manifest: Manifest;
  /** The state at opening, `W_0`. */
  readonly baseline: Manifest;
  /** Walks the folder, hashes what may have changed, and reports it. */
  scan(options?: { readonly signal?: AbortSignal }): Promise<ScanResult>;
  /** Δ: what differs between `baseline` and the last scan, moves found by content. */
  changesSinceBaseline(): readonly FileChange[];
  /** Bytes of a version at opening; `undefined` when they were not kept (too large, secret). */
  baselineBytes(path: string): Promise<Uint8Array | undefined>;
  /** Bytes of a file now, with the hash of just these bytes. `undefined` when it is gone. Never follows a link out of the root. */
  read(path: string): Promise<{ readonly bytes: Uint8Array; readonly hash: ContentHash } | undefined>;
  /**
   * Writes a file whole and durably. With `expectedHash` (`null`: must not exist) it refuses when the file is another
   * version by now. Creates folders on the way; never leaves the root, also not through links.
   */
  write(
    path: string,
    bytes: Uint8Array,
    options?: { readonly expectedHash?: ContentHash | null },
  ): Promise<
    | { readonly status: "written"; readonly hash: ContentHash }
    | { readonly status: "conflict"; readonly found: ContentHash | undefined }
  >;
  close(): Promise<void>;
}
