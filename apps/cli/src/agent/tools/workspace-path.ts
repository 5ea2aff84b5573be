import { isAbsolute, posix, relative, sep } from "node:path";

/**
 * A path as a model writes it (absolute, `./a`, `a//b`, `@a`) as a workspace-relative POSIX path. Absolute paths that lead
 * outside stay as they are: the workspace refuses them by itself, in the spelling that was given.
 */
export function workspacePath(path: string, root: string): string {
  const bare = path.trim().replace(/^@(?=.)/, "");
  const inside = isAbsolute(bare) ? relative(root, bare) : bare;
  if (isAbsolute(bare) && inside.split(sep)[0] === "..") return bare;
  const normal = posix.normalize(inside.split(sep).join("/"));
  return normal === "." ? "" : normal.replace(/^\.\//, "").replace(/(.)\/$/, "$1");
}
