export type {
  Change,
  ChangeKind,
  DiffFormat,
  DiffInput,
  DiffOptions,
  FileDiff,
  FormatOptions,
  Renderer,
  Span,
} from "./file-diff.ts";
export { builtInFormats, DEFAULT_MAX_CHANGES, diff } from "./diff.ts";
export { builtInRenderers, renderDiff, type RenderOptions } from "./render.ts";
export { ReviewDiffError, type ReviewDiffErrorCode, type ReviewDiffErrorOptions } from "./review-diff-error.ts";
