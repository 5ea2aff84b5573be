import type { DeliverableText } from "@runningtab/tab-core";
import type { DocumentsPort, WorkspacePort } from "./tab-session.ts";

/** Folders whose files are working material, at any depth; hidden folders count as well. */
const SCRATCH_FOLDERS = new Set(["tmp", "temp", "scratch", "cache", "node_modules", "__pycache__"]);
const SCRATCH_FILES = /(^\.|^~\$|^(?:scratch|tmp|temp)(?:[-_. \d]|$)|\.(?:tmp|temp|bak|log|pyc|swp|lock)$|~$)/i;
/** Programs are usually the means; they are the end only when nothing else was made. */
const PROGRAMS = /\.(?:py|sh|bash|js|mjs|cjs|ts|rb|pl|r|sql)$/i;

/**
 * The files that a task hands over: what it names and what was written since the baseline, wherever it lies and also with
 * the bytes it had; and new files that are not scratch. Another file that was there before and changed is a change to be
 * reviewed, not a deliverable. In path order. Programs count only when there is nothing else.
 */
export function deliverablePaths(workspace: WorkspacePort, taskText: string): readonly string[] {
  const changes = workspace.changesSinceBaseline().filter(({ kind }) => kind !== "delete" && kind !== "mode");
  const written = [...changes.map(({ path }) => path), ...rewrittenPaths(workspace)];
  const named = new Set(written.filter((path) => names(taskText, path)));
  const made = changes.filter(({ kind, path }) => kind === "create" && !isScratch(path)).map(({ path }) => path);
  const kept = [...new Set([...named, ...made])];
  const documents = kept.filter((path) => named.has(path) || !PROGRAMS.test(path));
  return (documents.length > 0 ? documents : kept).toSorted(byCodePoint);
}

/** Files that were written again with the same bytes: the time alone tells, as when a task is done a second time. */
function rewrittenPaths({ manifest, baseline }: WorkspacePort): readonly string[] {
  if (baseline === undefined) return [];
  return [...manifest.values()].flatMap(({ path, hash, modifiedAtMs }) => {
    const before = baseline.get(path);
    return before?.hash === hash && before.modifiedAtMs !== modifiedAtMs ? [path] : [];
  });
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

/** Whether a task names a file: by its path, or by its name alone where no folder stands before it. */
function names(taskText: string, path: string): boolean {
  const base = path.slice(path.lastIndexOf("/") + 1);
  return isNamed(taskText, path, WITHIN_NAMES) || isNamed(taskText, base, WITHIN_PATHS);
}

const WITHIN_NAMES = /[\p{L}\p{N}_-]$/u;
const WITHIN_PATHS = /[\p{L}\p{N}_/-]$/u;
const GOES_ON = /^\.?[\p{L}\p{N}_-]/u;

/** Whether a name stands in a text as a whole: `notes.md` does not in `my-notes.md` nor in `notes.md.bak`. */
function isNamed(text: string, name: string, within: RegExp): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!within.test(text.slice(0, at)) && !GOES_ON.test(text.slice(at + name.length))) return true;
  }
  return false;
}

function isScratch(path: string): boolean {
  const segments = path.split("/");
  const file = segments.pop() ?? "";
  return SCRATCH_FILES.test(file) || segments.some((name) => name.startsWith(".") || SCRATCH_FOLDERS.has(name));
}

function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
