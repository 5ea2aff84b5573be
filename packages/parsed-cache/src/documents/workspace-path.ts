import { ParsedCacheError } from "../parsed-cache-error.ts";

/**
 * A path relative to the workspace in its one spelling: `./a//b` is `a/b`, and an absolute path below `root` loses it.
 * Throws `path-outside` for everything that leaves the workspace or could: `..`, other absolute paths, NUL.
 */
export function workspacePath(path: string, root?: string): string {
  const inner = root !== undefined && path.startsWith(`${root}/`) ? path.slice(root.length + 1) : path;
  const parts = inner.split("/").filter((part) => part !== "" && part !== ".");
  const leaves = inner.startsWith("/") || /^[A-Za-z]:[\\/]/.test(inner) || inner.includes("\0") || parts.includes("..");
  if (leaves || parts.length === 0) {
    const found = leaves ? "is no path inside the workspace" : "is the workspace itself";
    throw new ParsedCacheError({
      code: "path-outside",
      message: `${JSON.stringify(path)} ${found}. Name a file, relative to its root.`,
      data: { path },
    });
  }
  return parts.join("/");
}

/** Whether `path` is one of `scope` or lies in a folder of it; an absent scope holds everything. */
export function isInScope(path: string, scope: readonly string[] | undefined): boolean {
  if (scope === undefined) return true;
  return scope.some((entry) => {
    const folder = entry.replace(/^\.\//, "").replace(/\/+$/, "");
    return folder === "" || folder === "." || path === folder || path.startsWith(`${folder}/`);
  });
}
