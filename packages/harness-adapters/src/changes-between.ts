import type { WorkspacePort } from "./tab-session.ts";

type Manifest = WorkspacePort["manifest"];
type Change = Awaited<ReturnType<WorkspacePort["scan"]>>["changes"][number];

/** What differs between two manifests, by path; a file that was moved went at one path and came at another. */
export function changesBetween(before: Manifest, after: Manifest): readonly Change[] {
  const changes: Change[] = [];
  for (const [path, entry] of after) {
    const earlier = before.get(path);
    if (earlier === undefined) changes.push({ kind: "create", path, after: entry });
    else if (earlier.hash !== entry.hash) changes.push({ kind: "modify", path, before: earlier, after: entry });
  }
  for (const [path, entry] of before) if (!after.has(path)) changes.push({ kind: "delete", path, before: entry });
  return changes;
}
