export type {
  CapturedComputed,
  CapturedRead,
  CaptureContext,
  CaptureResult,
  CaptureStrategy,
  FileFact,
  JsonValue,
  Observation,
  Range,
} from "./capture-strategy.ts";
export { createCapture, type CaptureOptions } from "./create-capture.ts";
export { createCompositeStrategy, type CompositeStrategyOptions } from "./strategies/composite.ts";
export {
  createContentMatchStrategy,
  type ContentMatchOptions,
  type ContentMatchStrategy,
} from "./strategies/content-match.ts";
export { createFileAccessStrategy } from "./strategies/file-access.ts";
export { createShellStrategy, SHELL_TOOLS, type ShellStrategyOptions } from "./strategies/shell.ts";
export { createStructuredToolsStrategy } from "./strategies/structured-tools.ts";
export { isTabTool } from "./is-tab-tool.ts";
export { isSecretPath } from "./secret-paths.ts";
export { redactSecrets, type Redacted } from "./redaction.ts";
export { captureResultToLine, lineToObservation, type CaptureLine, type CaptureLineRead } from "./capture-line.ts";
