import type { DeliverableText } from "@runningtab/tab-core";
import type { DocumentsPort, WorkspacePort } from "./tab-session.ts";

/** Folders whose files are working material, at any depth; hidden folders count as well. */
const SCRATCH_FOLDERS = new Set(["tmp", "temp", "scratch", "cache", "node_modules", "__pycache__"]);
const SCRATCH_FILES = /(^\.|^~\$|\.(?:tmp|temp|bak|log|pyc|swp|lock)$|~$)/i;
/** Programs are usually the means; they are the end only when nothing else was made. */
const PROGRAMS = /\.(?:py|sh|bash|js|mjs|cjs|ts|rb|pl|r|sql)$/i;

/**
 * The files that a task hands over: created or changed since the baseline and not scratch, or named by the task and
 * changed wherever they lie. In path order. Programs count only when there is nothing else.
 */
export function deliverablePaths(workspace: WorkspacePort, taskText: string): readonly string[] {
  const changed = workspace
    .changesSinceBaseline()
    .filter((change) => change.kind !== "delete" && change.kind !== "mode")
    .map((change) => change.path);
  const named = changed.filter((path) => names(taskText, path));
  const kept = changed.filter((path) => named.includes(path) || !isScratch(path));
  const documents = kept.filter((path) => named.includes(path) || !PROGRAMS.test(path));
  return (documents.length > 0 ? documents : kept).toSorted(byCodePoint);
}

/** Their text as the delivery check reads it; why not, where there is none. */
export async function deliverableTexts(
  workspace: WorkspacePort,
  documents: DocumentsPort | undefined,
  taskText: string,
): Promise<readonly DeliverableText[]> {
  const paths = deliverablePaths(workspace, taskText);
  if (documents === undefined) {
    return paths.map((path) => ({ path, text: undefined, reason: "no document reader is configured" }));
  }
  return Promise.all(paths.map(async (path) => ({ path, ...(await documents.text(path)) })));
}

function names(taskText: string, path: string): boolean {
  const base = path.slice(path.lastIndexOf("/") + 1);
  return taskText.includes(path) || taskText.includes(base);
}

function isScratch(path: string): boolean {
  const segments = path.split("/");
  const file = segments.pop() ?? "";
  return SCRATCH_FILES.test(file) || segments.some((name) => name.startsWith(".") || SCRATCH_FOLDERS.has(name));
}

function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
