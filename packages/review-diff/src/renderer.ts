import type { FileDiff } from "./file-diff.ts";
import type { WorkspaceDiff } from "./workspaces/workspace-diff.ts";

/** Shows a diff to a reader. Pure. */
export interface Renderer {
  readonly name: string;
  render(diff: FileDiff): string;
  /** The same for a folder; absent when it shows single files alone. */
  renderWorkspace?(diff: WorkspaceDiff): string;
}
