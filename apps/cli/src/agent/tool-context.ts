import type { Sandbox } from "@runningtab/harness-adapters";
import type { Documents } from "@runningtab/parsed-cache";
import type { FileDiff } from "@runningtab/review-diff";
import type { Workspace } from "@runningtab/staged-workspace";
import type { AgentTool } from "./agent-tool.ts";
import type { RetrievalTrace } from "./run-folder.ts";

/** The dual view that tools read: parsed records with their freshness. */
export type DocumentLibrary = Pick<Documents, "view" | "viewImage" | "grep" | "search" | "searchModes" | "files">;

/** Notes of the agent that belong to the run, not to the workspace. */
export interface Whiteboard {
  read(): Promise<string>;
  write(text: string): Promise<void>;
}

/** Everything the tools of one run work on. */
export interface ToolContext {
  readonly workspace: Workspace;
  readonly documents: DocumentLibrary;
  readonly sandbox: Sandbox;
  /** What commands find in it beside the workspace's files, in sentences for the model. */
  readonly sandboxHolds: readonly string[];
  readonly whiteboard: Whiteboard;
  /** Files that this run or earlier ones made, and nobody else has changed. */
  ownFiles(): Promise<ReadonlySet<string>>;
  /** Of the web; none unless the config has a port. */
  readonly webTools?: readonly AgentTool[];
  /** Δ of one file: its version at opening against the one now; `undefined` when nothing differs. */
  diffFile(path: string): Promise<FileDiff | undefined>;
  renderDiff(diff: FileDiff): string;
  /** What the checks of a promotion find in the files as they are, in lines; none where all pass. */
  findings(signal?: AbortSignal): Promise<readonly string[]>;
  trace(trace: RetrievalTrace): void;
}
