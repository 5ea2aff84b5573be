import { lstatSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import type { FileFact } from "@runningtab/observation-capture";

/** Facts of a path for the capture, taken from a workspace's manifest. */
export function factsFromManifest(
  manifest: ReadonlyMap<string, { readonly hash: string; readonly size: number }>,
): (path: string) => FileFact | undefined {
  return (path) => {
    const entry = manifest.get(path);
    // The manifest's hashes are content hashes by contract; the port is structural, so the brand is lost on the way.
    return entry && { hash: entry.hash as NonNullable<FileFact["hash"]>, size: entry.size, kind: "file" };
  };
}

/** Of more paths that were not read, no links are looked for. */
const MOST_LINKS = 1000;

/**
 * Symbolic links among paths that a scan did not read, with the files inside the root that they lead to: commands read
 * through links that no scan follows. A link that leads out of the root, to a folder's outside or nowhere, is none.
 */
export function linksAmong(root: string, unread: readonly { readonly path: string }[]): ReadonlyMap<string, string> {
  const links = new Map<string, string>();
  for (const { path } of unread.slice(0, MOST_LINKS)) {
    try {
      const absolute = join(root, path);
      if (!lstatSync(absolute).isSymbolicLink()) continue;
      const base = realpathSync(root) + sep;
      const target = realpathSync(absolute);
      if (target.startsWith(base)) links.set(path, target.slice(base.length));
    } catch {
      // Gone, or a link to nothing.
    }
  }
  return links;
}

/** Facts read from the disk, for a session without a workspace: no hashes, and nothing reached through a link. */
export function factsFromDisk(root: string): (path: string) => FileFact | undefined {
  return (path) => {
    try {
      const absolute = join(root, path);
      const stat = lstatSync(absolute);
      const inside = realpathSync(absolute).startsWith(realpathSync(root) + sep);
      return stat.isFile() && inside ? { size: stat.size, kind: "file" } : undefined;
    } catch {
      return undefined;
    }
  };
}
