export { createTabSession } from "./create-tab-session.ts";
export type {
  DocumentsPort,
  Redact,
  SessionTool,
  TabSession,
  TabSessionOptions,
  ToolOutcome,
  WorkspacePort,
} from "./tab-session.ts";
export { factsFromManifest, linksAmong } from "./facts.ts";
export { observationRecord, type SeenOutcome } from "./observation-record.ts";
export { describeCall } from "./describe-call.ts";
export { isTabTool, TAB_TOOL_NAMES } from "./tab-tools.ts";
export { HarnessError, type HarnessErrorCode } from "./harness-error.ts";
export type { Sandbox, SandboxCommand, SandboxLimits, SandboxMount, SandboxOutcome, SandboxProof } from "./sandbox.ts";
