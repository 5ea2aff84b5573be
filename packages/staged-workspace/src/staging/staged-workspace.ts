import type { ContentHash } from "@runningtab/content-hash";
import type { BlobStore, BlobUsage, Collected } from "../blobs/blob-store.ts";
import type { CheckResult } from "../journal/check.ts";
import type { BranchOpened, Journal, JournalVerification } from "../journal/journal.ts";
import type { FileVersion, Operation } from "../journal/operation.ts";
import type { Reduction } from "../journal/reduce.ts";
import type { BranchState } from "../journal/state.ts";
import type { FileChange, Manifest, ScanResult, SkippedPath } from "../manifest.ts";
import type { Workspace, WorkspaceOptions } from "../workspace.ts";
import type { WriteConflict } from "./apply-writes.ts";
import type { Plan, RiskyChange } from "./plan.ts";

export interface StagedWorkspaceOptions extends Omit<WorkspaceOptions, "baselineLimits"> {
  /**
   * `staged`: work happens in a private folder below the state folder, and the root changes by promotion alone.
   * `in-place`: the root is worked in; promotion moves the accepted tree, rollback writes files back. Default `staged`.
   */
  readonly mode?: "staged" | "in-place";
  /** Default `{ name: "main", kind: "chat", user: "" }`. In place there is one folder and so one branch. */
  readonly branch?: BranchOptions;
  /** Run on the candidate tree by `promote`, in order. Default: none. */
  readonly checks?: readonly Check[];
  /** Decides after the checks passed. Default: everything that passed them is accepted. */
  readonly acceptance?: AcceptancePolicy;
  /** Versions of files larger than this are known by their hash alone. Bytes; default 64 MiB. */
  readonly maxFileBytes?: number;
  /** Default: `journal.db` in the state folder. */
  readonly journal?: Journal;
  /** Default: `blobs` in the state folder, at most 4 GiB. */
  readonly blobs?: BlobStore;
}

export interface BranchOptions {
  /** Letters, digits, `-`, `_` and `.`; at most 64. */
  readonly name: string;
  readonly kind?: BranchOpened["kind"];
  readonly user?: string;
}

/** The tree as it would be after promotion, for checks and for whoever decides. */
export interface Candidate {
  readonly plan: Plan;
  /** The bytes of a file in it; `undefined`: it has no such file, or they were not kept. */
  read(path: string): Promise<Uint8Array | undefined>;
  /** The same of the accepted tree as it is. */
  readAccepted(path: string): Promise<Uint8Array | undefined>;
  /** Writes it into an empty folder, as plain files. Returns the files whose bytes are not to be had. */
  materialise(folder: string): Promise<readonly string[]>;
  readonly signal?: AbortSignal;
}

/** Something that must hold before a plan is accepted. One that rejects has not passed. */
export interface Check {
  readonly specVersion: 1;
  readonly name: string;
  run(candidate: Candidate): Promise<Omit<CheckResult, "check">>;
}

/** A person, a rule or a grader that says yes or no to a plan. One that rejects has refused. */
export interface AcceptancePolicy {
  readonly specVersion: 1;
  readonly name: string;
  decide(candidate: Candidate, results: readonly CheckResult[]): Promise<Decision>;
}

export interface Decision {
  readonly accepted: boolean;
  /** One line for the agent and for people. */
  readonly reason?: string;
}

/** Whose work a sync takes what it finds for. */
export interface Attribution {
  /** Who is taken to have made what is found in the folder that is worked in. Default `agent`. */
  readonly actor?: string;
  /** Counted from 1. Edits of one turn are one patch. */
  readonly turn?: number;
  /** Name of the patch, to undo it by. Default `turn-N`, or the actor's name with the number of the first operation. */
  readonly patch?: string;
}

export interface SyncOptions extends Attribution {
  readonly signal?: AbortSignal;
}

export interface SyncResult {
  /** What the folder holds now. */
  readonly manifest: Manifest;
  /** Since the sync before, in path order. */
  readonly changes: readonly FileChange[];
  /** What was written down, in order: of the actor on this branch, and of people in the root. */
  readonly operations: readonly Operation[];
  /** Files whose new version is known by its hash alone, so that it cannot be brought back, and why. */
  readonly notKept: readonly SkippedPath[];
  readonly skipped: readonly SkippedPath[];
  /** As in `ScanResult`, of the folder that is worked in. */
  readonly collisions?: ScanResult["collisions"];
}

export interface PromoteOptions {
  /** Only changes to these paths. Default: all. */
  readonly paths?: readonly string[];
  /** The plan that was shown. When what would be promoted is another by now, the answer is `changed`. */
  readonly plan?: string;
  /** Changes out of `plan.risky` that somebody has approved, each by path and hash. */
  readonly approved?: readonly RiskyChange[];
  /** Run after the checks of the workspace. */
  readonly checks?: readonly Check[];
  /** Decides instead of the policy of the workspace. */
  readonly acceptance?: AcceptancePolicy;
  readonly actor?: string;
  readonly signal?: AbortSignal;
}

export interface CheckOptions {
  /** Run after the checks of the workspace. */
  readonly checks?: readonly Check[];
  readonly signal?: AbortSignal;
}

/** What the checks of a promotion find, without one. */
export interface CheckOutcome {
  readonly plan: Plan;
  /** Of each check, in order; empty where the plan has no changes. */
  readonly results: readonly CheckResult[];
}

export type PromoteOutcome =
  | {
      readonly status: "promoted";
      readonly plan: Plan;
      readonly results: readonly CheckResult[];
      /** Files of the root that changed at the last moment and were left alone. Their bytes are kept. */
      readonly conflicts: readonly WriteConflict[];
      /** Files of which the version before or the one now is known by its hash alone: this cannot be undone. */
      readonly notKept: readonly string[];
    }
  /** Nothing is staged, or all of it is in conflict. */
  | { readonly status: "nothing"; readonly plan: Plan }
  | { readonly status: "changed"; readonly plan: Plan }
  | { readonly status: "check-failed"; readonly plan: Plan; readonly results: readonly CheckResult[] }
  | {
      readonly status: "refused";
      readonly plan: Plan;
      readonly results: readonly CheckResult[];
      readonly reason: string;
    }
  | { readonly status: "approval-needed"; readonly plan: Plan; readonly missing: readonly RiskyChange[] };

/** What to undo. */
export type RollbackTarget =
  | { readonly all: true }
  | { readonly paths: readonly string[] }
  | { readonly turn: number }
  | { readonly patch: string }
  /** All of them in one act, the latest first. Names that are none count for nothing while one is there. */
  | { readonly patches: readonly string[] };

export interface RollbackPlan {
  /** Every file that would be written or go, with the version before and after; in path order. */
  readonly writes: readonly {
    readonly path: string;
    readonly before: FileVersion | undefined;
    readonly after: FileVersion | undefined;
  }[];
  /** Files that somebody changed after what is to be undone; they stay as they are. */
  readonly conflicts: readonly WriteConflict[];
  /** Files whose earlier version was not kept; they stay as they are. */
  readonly notKept: readonly string[];
  /** Whether part of it has been promoted, so that the root changes too. */
  readonly touchesRoot: boolean;
}

/** What becomes of a conflict. */
export type Kept = "proposed" | "accepted" | "merged";

export interface RollbackOptions {
  readonly actor?: string;
  readonly signal?: AbortSignal;
}

export interface VerifyReport {
  readonly journal: JournalVerification;
  /** Versions that the journal names and that are damaged, missing or were never kept. */
  readonly versions: readonly {
    readonly path: string;
    readonly hash: ContentHash;
    /** `missing` also for what is never kept: secrets and what is larger than `maxFileBytes`. */
    readonly found: "damaged" | "missing";
    /** Whether the same bytes still stand in a folder, or follow from the journal; `done`: they are kept again. */
    readonly recovery: "possible" | "done" | "none";
    /** It is missing because such bytes are never kept. */
    readonly isByDesign?: true;
  }[];
}

export interface VerifyOptions {
  /** Whether what can be recovered is. Default `false`. */
  readonly repair?: boolean;
  /** Whether the kept versions are read, or the journal alone, which takes as long as opening it. Default `true`. */
  readonly versions?: boolean;
  readonly signal?: AbortSignal;
}

/**
 * A folder whose every change is an operation in a journal: shown before it counts, accepted as a whole, undone at will.
 *
 * `root` of this object is the folder that is worked in: the private one, or in place the user's.
 */
export interface StagedWorkspace extends Workspace {
  readonly mode: "staged" | "in-place";
  readonly branch: string;
  /** The user's folder. */
  readonly origin: string;
  /** What later scans and syncs are taken for that do not say themselves, until the next call. */
  attribute(attribution: Attribution): void;
  /** Scans, and writes down what changed. To be called after every batch of tools that may have written. */
  sync(options?: SyncOptions): Promise<SyncResult>;
  /** Tree, diff, plan and conflicts as of the last sync. */
  reduction(): Promise<Reduction>;
  plan(options?: { readonly paths?: readonly string[] }): Promise<Plan>;
  promote(options?: PromoteOptions): Promise<PromoteOutcome>;
  /**
   * Runs the checks on everything that would be promoted. Nobody is asked and nothing is promoted; what they found is
   * written down as it is for a promotion.
   */
  check(options?: CheckOptions): Promise<CheckOutcome>;
  /** What `rollback` would do; nothing is written. */
  previewRollback(target: RollbackTarget): Promise<RollbackPlan>;
  rollback(target: RollbackTarget, options?: RollbackOptions): Promise<RollbackPlan>;
  /**
   * Settles a conflict: the branch's version is to replace the accepted one, gives way to it, or both changes are kept.
   * Rejects with `UNKNOWN_TARGET` where there is no conflict, or for `merged` where `previewMerge` gives nothing.
   */
  resolveConflict(path: string, keep: Kept, options?: RollbackOptions): Promise<void>;
  /**
   * The text with the changes of both sides, line by line; `undefined` when they overlap, when it is no text (UTF-8) on all
   * three sides, or when a version was not kept. Rejects with `UNKNOWN_TARGET` where there is no conflict.
   */
  previewMerge(path: string): Promise<Uint8Array | undefined>;
  /** All branches of this state folder, in the order in which they were made. */
  branches(): Promise<readonly BranchState[]>;
  /** Of this branch, in order. */
  operations(): Promise<readonly Operation[]>;
  /** A version by its hash; `undefined` when it was not kept. */
  version(hash: ContentHash): Promise<Uint8Array | undefined>;
  /** Writes the branch's tree into an empty folder. */
  materialise(folder: string): Promise<{ readonly files: number; readonly notKept: readonly string[] }>;
  verify(options?: VerifyOptions): Promise<VerifyReport>;
  /**
   * Drops kept versions that nothing in the journal names, and says what is kept. What the journal names stays, however
   * old: it is what can be rolled back to.
   */
  collect(): Promise<Collected & BlobUsage>;
}
