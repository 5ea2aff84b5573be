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
