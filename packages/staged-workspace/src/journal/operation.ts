import type { ContentHash } from "@runningtab/content-hash";

/** What a file is at one moment, apart from its name. */
export interface FileVersion {
  readonly hash: ContentHash;
  /** Bytes. */
  readonly size: number;
  /** Permission bits. */
  readonly mode: number;
}

/** Files by workspace-relative path. */
export type Tree = ReadonlyMap<string, FileVersion>;

/** One change of one file. `before` is the base: the version that the change was made to. */
export type FileEdit =
  | { readonly kind: "create"; readonly path: string; readonly after: FileVersion }
  | { readonly kind: "modify"; readonly path: string; readonly before: FileVersion; readonly after: FileVersion }
  | { readonly kind: "mode"; readonly path: string; readonly before: FileVersion; readonly after: FileVersion }
  | { readonly kind: "delete"; readonly path: string; readonly before: FileVersion }
  | {
      readonly kind: "move";
      readonly path: string;
      readonly from: string;
      readonly before: FileVersion;
      readonly after: FileVersion;
    };

/** An edit as the journal keeps it: never altered, never erased. */
export interface Operation {
  /** Place in the journal, counted from 1 without gaps over all branches. */
  readonly seq: number;
  readonly branch: string;
  /** The patch it belongs to: all edits of one turn, of one person's interruption, or of one rollback. */
  readonly patch: string;
  /** Counted from 1; absent for edits that no turn made. */
  readonly turn?: number;
  /** Who made it: `agent`, `person`, or a name that the host gives. */
  readonly actor: string;
  /** Milliseconds since the epoch. For people; order is by `seq`. */
  readonly at: number;
  readonly edit: FileEdit;
}

/** Whether content and permission bits are the same, or there is no file on either side. */
export function isSameVersion(one: FileVersion | undefined, other: FileVersion | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return one.hash === other.hash && one.mode === other.mode;
}
