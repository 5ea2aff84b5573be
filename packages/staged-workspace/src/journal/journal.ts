import type { ContentHash } from "@runningtab/content-hash";
import type { CheckResult } from "./check.ts";
import type { FileEdit, FileVersion } from "./operation.ts";

/**
 * Everything that ever happened to a workspace, in order: the one record that trees, plans, conflicts and recovery are
 * folded from. Rows are only ever appended.
 */
export interface Journal {
  readonly specVersion: 1;
  /**
   * Appends `entries` together or not at all, durably, with dense numbers from 1. `key` names the act: a batch under a
   * known key is a `duplicate` and changes nothing. When the head is not `expectedSeq` by now, the answer is `conflict`
   * and the caller decides anew.
   */
  append(batch: JournalBatch): Promise<AppendResult>;
  /** Entries with a greater number, in order. */
  read(afterSeq: number): Promise<readonly StoredEntry[]>;
  /** Compares every entry with the hash chain. */
  verify(): Promise<JournalVerification>;
  /** Afterwards every method rejects with `CLOSED`. */
  close(): Promise<void>;
}

export interface JournalBatch {
  readonly key: string;
  readonly expectedSeq: number;
  readonly entries: readonly JournalEntry[];
}

export interface AppendResult {
  readonly status: "appended" | "duplicate" | "conflict";
  /** The head afterwards. */
  readonly seq: number;
}

export interface StoredEntry {
  readonly seq: number;
  readonly entry: JournalEntry;
}

export interface JournalVerification {
  readonly entries: number;
  /** Number of the first entry that is not what was written, or is missing, and what was found; absent: all is well. */
  readonly damage?: { readonly seq: number; readonly found: string };
}

/** Milliseconds since the epoch, for people; order is by number. */
interface At {
  readonly at: number;
}

export type JournalEntry =
  | OperationRecorded
  | BranchOpened
  | OperationsWithdrawn
  | TreeAccepted
  | WritesIntended
  | WritesApplied
  | PlanChecked
  | PlanDecided;

/** One edit of one file on a branch. */
export interface OperationRecorded extends At {
  readonly type: "operation.recorded";
  readonly branch: string;
  readonly patch: string;
  readonly turn?: number;
  readonly actor: string;
  readonly edit: FileEdit;
}

export interface BranchOpened extends At {
  readonly type: "branch.opened";
  readonly branch: string;
  readonly kind: "chat" | "review" | "evaluation";
  readonly user: string;
}

/**
 * Operations that are staged no longer though none of them was accepted: they cancel each other out, or a conflict was
 * settled and later ones take their place.
 */
export interface OperationsWithdrawn extends At {
  readonly type: "operations.withdrawn";
  readonly branch: string;
  readonly operations: readonly number[];
  /** Who settled the conflict; `settled`: they cancel each other out. */
  readonly actor: string;
}

/** The commit point of a promotion: from this row on, the accepted tree is another one. */
export interface TreeAccepted extends At {
  readonly type: "tree.accepted";
  /** Of the tree, as a blob (`tree-blob.ts`). */
  readonly tree: ContentHash;
  readonly branch?: string;
  /** Numbers of the operations that it takes in; they are staged no longer. */
  readonly operations: readonly number[];
  /** Identity of the plan that was accepted; absent for the first tree of all. */
  readonly plan?: string;
  readonly actor: string;
}

/** Files that are about to be written outside the journal. Until `writes.applied` names it, opening does it again. */
export interface WritesIntended extends At {
  readonly type: "writes.intended";
  /** The user's folder, or the private folder of the branch. */
  readonly target: WriteTarget;
  readonly branch: string;
  /** Number of the accepted tree that the branch's folder builds on afterwards; absent: the same as before. */
  readonly base?: number;
  /** None: the intent only moves the base, and is done with this row. */
  readonly writes: readonly IntendedWrite[];
}

export type WriteTarget = "root" | "branch";

export interface IntendedWrite {
  readonly path: string;
  /** What the file is taken to be; any other version there is a conflict and kept. */
  readonly before: FileVersion | undefined;
  /** `undefined`: the file is to go. */
  readonly after: FileVersion | undefined;
}

export interface WritesApplied extends At {
  readonly type: "writes.applied";
  /** Number of the intent. */
  readonly intent: number;
  /** Files that were another version by then and were left alone; their bytes are kept as blobs where `blob` says so. */
  readonly conflicts: readonly {
    readonly path: string;
    readonly found: FileVersion | undefined;
    readonly blob: boolean;
  }[];
}

export interface PlanChecked extends At {
  readonly type: "plan.checked";
  readonly plan: string;
  readonly results: readonly CheckResult[];
}

export interface PlanDecided extends At {
  readonly type: "plan.decided";
  readonly plan: string;
  readonly accepted: boolean;
  readonly actor: string;
  readonly reason?: string;
}
