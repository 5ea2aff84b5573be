import type { FileDiff } from "./file-diff.ts";
import type { Renderer } from "./renderer.ts";
import { createHtmlRenderer } from "./renderers/html.ts";
import { createJsonRenderer } from "./renderers/json.ts";
import { createMarkdownRenderer } from "./renderers/markdown.ts";
import { createTerminalRenderer } from "./renderers/terminal.ts";
import { ReviewDiffError } from "./review-diff-error.ts";
import type { WorkspaceDiff } from "./workspaces/workspace-diff.ts";

export interface RenderOptions {
  /** Looked up before the built-in ones. Default none. */
  readonly renderers?: readonly Renderer[];
}

export function builtInRenderers(): readonly Renderer[] {
  return [createTerminalRenderer(), createMarkdownRenderer(), createHtmlRenderer(), createJsonRenderer()];
}

/** Shows a diff by the renderer of that name. Throws a `ReviewDiffError` `renderer-unknown`. */
export function renderDiff(diff: FileDiff, name: string, { renderers = [] }: RenderOptions = {}): string {
  return rendererOf(name, [...renderers, ...builtInRenderers()]).render(diff);
}

/** Shows what changed in a folder. Throws a `ReviewDiffError` `renderer-unknown`, for one that shows single files too. */
export function renderWorkspaceDiff(diff: WorkspaceDiff, name: string, { renderers = [] }: RenderOptions = {}): string {
  const known = [...renderers, ...builtInRenderers()].filter(({ renderWorkspace }) => renderWorkspace !== undefined);
  return rendererOf(name, known).renderWorkspace?.(diff) ?? "";
}

function rendererOf(name: string, known: readonly Renderer[]): Renderer {
  const renderer = known.find((candidate) => candidate.name === name);
  if (renderer !== undefined) return renderer;
  const names = known.map((candidate) => candidate.name);
  throw new ReviewDiffError({
    code: "renderer-unknown",
    message: `There is no renderer "${name}"; there are ${names.join(", ")}.`,
    data: { name, known: names },
  });
}
