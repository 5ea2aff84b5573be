export { createWorkspace } from "./create-workspace.ts";
export { diffManifests } from "./diff-manifests.ts";
export { defaultIgnorePatterns } from "./ignore-rules.ts";
export type { FileChange, Manifest, ManifestEntry, ScanResult, SkippedPath } from "./manifest.ts";
export type { PathRefusal } from "./path-rules.ts";
export { resolveInside } from "./resolve-inside.ts";
export { isSecretPath } from "./secret-paths.ts";
export { WorkspaceError, type WorkspaceErrorCode } from "./workspace-error.ts";
export type { BaselineLimits, Workspace, WorkspaceOptions, WriteOptions, WriteOutcome } from "./workspace.ts";
