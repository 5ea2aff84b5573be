export type { BlobStore, BlobUsage, Collected } from "./blobs/blob-store.ts";
export { createWorkspace } from "./create-workspace.ts";
export { diffManifests } from "./diff-manifests.ts";
export { defaultIgnorePatterns } from "./ignore-rules.ts";
export type { FileChange, Manifest, ManifestEntry, ScanResult, SkippedPath } from "./manifest.ts";
export type { PathRefusal } from "./path-rules.ts";
export type { CheckResult } from "./journal/check.ts";
export type {
  AppendResult,
  BranchOpened,
  IntendedWrite,
  Journal,
  JournalBatch,
  JournalEntry,
  JournalVerification,
  OperationRecorded,
  OperationsWithdrawn,
  PlanChecked,
  PlanDecided,
  StoredEntry,
  TreeAccepted,
  WritesApplied,
  WritesIntended,
  WriteTarget,
} from "./journal/journal.ts";
export { type FileEdit, type FileVersion, isSameVersion, type Operation, type Tree } from "./journal/operation.ts";
export { type Conflict, type PlannedChange, reduce, type ReduceOptions, type Reduction } from "./journal/reduce.ts";
export type { BranchState } from "./journal/state.ts";
export { resolveInside } from "./resolve-inside.ts";
export { isSecretPath } from "./secret-paths.ts";
export type { WriteConflict } from "./staging/apply-writes.ts";
export { createStagedWorkspace } from "./staging/create-staged-workspace.ts";
export type { Plan, RiskyChange } from "./staging/plan.ts";
export { isRiskyPath } from "./staging/risky-paths.ts";
export type {
  AcceptancePolicy,
  Attribution,
  BranchOptions,
  Candidate,
  Check,
  Decision,
  Kept,
  CheckOptions,
  CheckOutcome,
  PromoteOptions,
  PromoteOutcome,
  RollbackOptions,
  RollbackPlan,
  RollbackTarget,
  StagedWorkspace,
  StagedWorkspaceOptions,
  SyncOptions,
  SyncResult,
  VerifyOptions,
  VerifyReport,
} from "./staging/staged-workspace.ts";
export { WorkspaceError, type WorkspaceErrorCode } from "./workspace-error.ts";
export type {
  BaselineLimits,
  SameContent,
  Workspace,
  WorkspaceOptions,
  WriteOptions,
  WriteOutcome,
} from "./workspace.ts";
