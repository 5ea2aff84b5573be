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
  return Promise.all(
    paths.map(async (path): Promise<DeliverableText> => {
      const read = await documents.text(path);
      if (read.text === undefined) return { path, ...read };
      const unread = [...(read.unread ?? []), ...(await unreadParts(path, documents))];
      return { path, text: read.text, ...(unread.length > 0 && { unread }) };
    }),
  );
}

/** Losses that may hide a value, by the kinds of the parsed-cache package, and what they are called. */
const HIDING_LOSSES = new Map([
  ["image-without-text", "image"],
  ["page-without-text", "page that is an image"],
  ["text-over-image", "page with text over an image"],
  ["page-unreadable", "page that could not be read"],
  ["charts", "chart"],
  ["chart-sheets", "chart"],
  ["embedded-objects", "embedded object"],
  ["truncated", "part beyond the parser's limits"],
]);

async function unreadParts(path: string, documents: DocumentsPort): Promise<readonly string[]> {
  const record = await documents.record?.(path).catch(() => undefined);
  const losses = (record?.parts ?? []).filter(({ type }) => type === "loss");
  return [...new Set(losses.flatMap(({ kind = "" }) => HIDING_LOSSES.get(kind) ?? []))];
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
