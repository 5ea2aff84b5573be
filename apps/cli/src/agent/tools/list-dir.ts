import { formatAddress } from "@runningtab/parsed-cache";
import type { Manifest, Workspace } from "@runningtab/staged-workspace";
import { z } from "zod";
import { plural } from "../../plural.ts";
import { type AgentTool, defineTool } from "../agent-tool.ts";
import type { ToolContext } from "../tool-context.ts";
import { workspacePath } from "./workspace-path.ts";

const DEFAULT_DEPTH = 3;
const MOST_LINES = 1_000;

export function createListDirTool(
  { workspace }: Pick<ToolContext, "workspace">,
  options: { readonly sizes: boolean },
): AgentTool {
  return defineTool({
    name: "list_dir",
    description:
      "List files of the workspace with their sizes, as paths from its root; deeper folders with their counts.",
    parameters: z.object({
      path: z.string().optional().describe("Folder; default the whole workspace."),
      depth: z.number().int().min(1).max(100).optional().describe(`Levels to show; default ${DEFAULT_DEPTH}.`),
    }),
    mayWrite: false,
    async execute({ path = "", depth = DEFAULT_DEPTH }) {
      const folder = workspacePath(path, workspace.root);
      const listed = listing(workspace.manifest, folder, depth, options.sizes);
      return { text: [listed, ...unreadLines(workspace.unread, folder)].join("\n") };
    },
  });
}

const MOST_UNREAD = 20;

/** What lies in a folder and could not be read: it is there, though no tool shows it. */
function unreadLines(unread: Workspace["unread"], folder: string): readonly string[] {
  const inside = unread.filter(({ path }) => folder === "" || path.startsWith(`${folder}/`));
  const lines = inside
    .slice(0, MOST_UNREAD)
    .map(({ path, reason }) => `[not read: ${formatAddress(path)} (${reason})]`);
  const rest = inside.length - lines.length;
  return rest > 0 ? [...lines, `[not read: ${rest} more]`] : lines;
}

/** One line a file (`path (size)`), one a folder that lies deeper than `depth` (`path/ (12 files)`), in path order. */
export function listing(manifest: Manifest, folder: string, depth: number, sizes: boolean): string {
  const prefix = folder === "" ? "" : `${folder}/`;
  const lines: string[] = [];
  const folded = new Map<string, number>();
  for (const { path, size } of manifest.values()) {
    if (!path.startsWith(prefix)) continue;
    const segments = path.slice(prefix.length).split("/");
    if (segments.length <= depth) {
      lines.push(sizes ? `${path} (${readableSize(size)})` : path);
      continue;
    }
    const deeper = `${prefix}${segments.slice(0, depth).join("/")}/`;
    folded.set(deeper, (folded.get(deeper) ?? 0) + 1);
  }
  for (const [path, count] of folded) lines.push(`${path} (${plural(count, "file")})`);
  if (lines.length === 0)
    return manifest.has(folder) ? `${folder} is a file.` : `No files in ${folder || "the workspace"}.`;
  lines.sort();
  const cut = lines.length - MOST_LINES;
  return cut > 0 ? [...lines.slice(0, MOST_LINES), `[${cut} more; list a folder below]`].join("\n") : lines.join("\n");
}

function readableSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
