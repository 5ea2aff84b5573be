import type { FileDiff, Renderer } from "./file-diff.ts";
import { createHtmlRenderer } from "./renderers/html.ts";
import { createJsonRenderer } from "./renderers/json.ts";
import { createMarkdownRenderer } from "./renderers/markdown.ts";
import { createTerminalRenderer } from "./renderers/terminal.ts";
import { ReviewDiffError } from "./review-diff-error.ts";

export interface RenderOptions {
  /** Looked up before the built-in ones. Default none. */
  readonly renderers?: readonly Renderer[];
}

export function builtInRenderers(): readonly Renderer[] {
  return [createTerminalRenderer(), createMarkdownRenderer(), createHtmlRenderer(), createJsonRenderer()];
}

/** Shows a diff by the renderer of that name. Throws a `ReviewDiffError` `renderer-unknown`. */
export function renderDiff(diff: FileDiff, name: string, { renderers = [] }: RenderOptions = {}): string {
  const known = [...renderers, ...builtInRenderers()];
  const renderer = known.find((candidate) => candidate.name === name);
  if (renderer !== undefined) return renderer.render(diff);
  const names = known.map((candidate) => candidate.name);
  throw new ReviewDiffError({
    code: "renderer-unknown",
    message: `There is no renderer "${name}"; there are ${names.join(", ")}.`,
    data: { name, known: names },
  });
}
