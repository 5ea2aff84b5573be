// The shape of what is compared, so that a caller can make parts without installing a parser.
export type { BlockKind, Cell, ParsedPart, Revision, Run } from "@runningtab/parsed-cache";
export type {
  Change,
  ChangeKind,
  DiffFormat,
  DiffInput,
  DiffOptions,
  FileDiff,
  FormatOptions,
  Inside,
  RevisionChange,
  Risk,
  Span,
} from "./file-diff.ts";
export type { Renderer } from "./renderer.ts";
export { apply, type ApplyOptions } from "./apply.ts";
export { builtInFormats, DEFAULT_MAX_CHANGES, diff } from "./diff.ts";
export { builtInRenderers, renderDiff, type RenderOptions, renderWorkspaceDiff } from "./render.ts";
export { ReviewDiffError, type ReviewDiffErrorCode, type ReviewDiffErrorOptions } from "./review-diff-error.ts";
export { diffWorkspace } from "./workspaces/diff-workspace.ts";
export type {
  FileChange,
  WorkspaceDiff,
  WorkspaceDiffOptions,
  WorkspaceFile,
  WorkspaceTree,
} from "./workspaces/workspace-diff.ts";
