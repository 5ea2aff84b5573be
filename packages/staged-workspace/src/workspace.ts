import type { ContentHash } from "@runningtab/content-hash";
import type { FileChange, Manifest, ScanResult, SkippedPath } from "./manifest.ts";

export interface WorkspaceOptions {
  /** Folder that is the workspace. */
  readonly root: string;
  /**
   * Private folder for the manifest and the first versions; outside the root, and not around it. Made if missing (0700).
   * The first opening of a new state folder fixes the baseline.
   */
  readonly stateFolder: string;
  /** Extra ignore patterns, in the form of `.gitignore`; they come after `defaultIgnorePatterns`, so `!` takes those back. */
  readonly ignore?: readonly string[];
  /**
   * Whether two versions count as the same content, for rewrites that change nothing a reader sees. Asked about each
   * modified file once. Answers `false` for what it cannot read; if it rejects, the scan does.
   */
  readonly sameContent?: SameContent;
  /** Which first versions are kept. */
  readonly baselineLimits?: BaselineLimits;
  /**
   * Lets the system tell which folders a scan has to look at, so that one after an edit takes milliseconds. Every 30 s,
   * after many events, or when the system gives no word of some folder, a scan looks at all. Until then a scan does not see
   * what gives no event: writes through a memory map, through a hard link elsewhere, by another machine. Default: `false`.
   */
  readonly watch?: boolean;
  /** Milliseconds since the epoch, to tell how old a time stamp is. Default: the system's clock. */
  readonly now?: () => number;
  /** Aborts the opening, which reads the whole folder the first time. */
  readonly signal?: AbortSignal;
}

/** `bytesOf` hands out either version, or `undefined` where its bytes were not kept. */
export type SameContent = (
  before: ContentHash,
  after: ContentHash,
  bytesOf: (hash: ContentHash) => Promise<Uint8Array | undefined>,
) => Promise<boolean>;

/** Beyond these, a first version is known by its hash alone. */
export interface BaselineLimits {
  /** Bytes of one file. Default 64 MiB. */
  readonly maxFileBytes?: number;
  /** Bytes of all distinct contents together, in path order. Default 1 GiB. */
  readonly maxTotalBytes?: number;
}

export interface WriteOptions {
  /** The version that is to be replaced; `null`: there must be none. Absent: whatever is there. */
  readonly expectedHash?: ContentHash | null;
}

export type WriteOutcome =
  | {
      readonly status: "written";
      readonly hash: ContentHash;
      /** What the caller may not expect, such as other names of the file that keep the version before. */
      readonly notes?: readonly string[];
    }
  | { readonly status: "conflict"; readonly found: ContentHash | undefined };

/**
 * A folder worked on in place: its manifest now, and Δ against the state at opening.
 *
 * Paths are relative to the root with `/`. Every method refuses, with `PATH_REFUSED`, what is absolute, steps up, leads
 * out through a link or into `.git`.
 */
export interface Workspace {
  /** Absolute, links resolved. */
  readonly root: string;
  /** Of the last scan; after opening a state folder again, the last one of an earlier process. */
  readonly manifest: Manifest;
  /**
   * What is there and was not read by the last scan of this process, though nothing ignores it: links, special files,
   * closed folders and files; in path order. Empty before that scan. Whoever searches the files has to say these too.
   */
  readonly unread: readonly SkippedPath[];
  /** The state at opening, `W_0`: when the state folder was first used. */
  readonly baseline: Manifest;
  /** Files of the baseline whose content was not kept, and why. */
  readonly baselineGaps: readonly SkippedPath[];
  /** Walks the folder, hashes what may have changed, and reports it. Scans and writes wait for one another. */
  scan(options?: { readonly signal?: AbortSignal }): Promise<ScanResult>;
  /** Δ: what differs between `baseline` and the last scan, moves found by content. */
  changesSinceBaseline(): readonly FileChange[];
  /** Bytes of a version at opening; `undefined` when there was none or they were not kept (see `baselineGaps`). */
  baselineBytes(path: string): Promise<Uint8Array | undefined>;
  /** Bytes of a file now, with the hash of just these bytes. `undefined` when it is gone. Never follows a link out of the root. */
  read(path: string): Promise<{ readonly bytes: Uint8Array; readonly hash: ContentHash } | undefined>;
  /**
   * Writes a file whole and durably. With `expectedHash` (`null`: must not exist) it refuses when the file is another
   * version by now. Creates folders on the way; never leaves the root, also not through links. Keeps the file's mode.
   * The manifest shows it after the next scan.
   */
  write(path: string, bytes: Uint8Array, options?: WriteOptions): Promise<WriteOutcome>;
  /** Waits for scans and writes under way; afterwards every method rejects with `CLOSED`. */
  close(): Promise<void>;
}
