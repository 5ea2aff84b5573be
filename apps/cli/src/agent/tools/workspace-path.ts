import { isAbsolute, posix, relative, sep } from "node:path";

/**
 * A path as a model writes it (absolute, `./a`, `a//b`, `@a`) as a workspace-relative POSIX path. Paths that lead outside
 * stay as they are: the workspace refuses them by itself.
 */
export function workspacePath(path: string, root: string): string {
  const bare = path.trim().replace(/^@(?=.)/, "");
  const inside = isAbsolute(bare) ? relative(root, bare) : bare;
  const normal = posix.normalize(inside.split(sep).join("/"));
  return normal === "." ? "" : normal.replace(/^\.\//, "").replace(/(.)\/$/, "$1");
}
