import { lstatSync, readdirSync, realpathSync, statSync, type Stats } from "node:fs";
import { join, sep } from "node:path";
import { isGitName, pathRefused, pathSegments } from "./path-rules.ts";
import { systemCode, WorkspaceError } from "./workspace-error.ts";

/**
 * The absolute path, links resolved, of a workspace-relative path; the file itself need not exist. Links are followed while
 * they stay inside the root. A segment that does not exist but differs only in Unicode normalisation (NFC, NFD) from one
 * that does is taken for that one.
 *
 * Throws `PATH_REFUSED` for any path that leaves the root, leads into `.git` or cannot be a file there, and `ROOT_MISSING`.
 * The answer holds for this moment: whoever opens the path later must not follow links.
 */
export function resolveInside(root: string, path: string): string {
  const realRoot = resolveRoot(root);
  return join(realRoot, ...locate(realRoot, path));
}

/** The root with links resolved. Throws `ROOT_MISSING`. */
export function resolveRoot(root: string): string {
  try {
    const realRoot = realpathSync(root);
    if (statSync(realRoot).isDirectory()) return realRoot;
  } catch (cause) {
    throw new WorkspaceError("ROOT_MISSING", {
      message: `The workspace ${root} cannot be opened: ${String(cause)}.`,
      data: { root },
      cause,
    });
  }
  throw new WorkspaceError("ROOT_MISSING", { message: `The workspace ${root} is no folder.`, data: { root } });
}

/**
 * `resolveInside` as segments below a root whose links are already resolved: none of the segments that exist is a link.
 *
 * Followed step by step from the root, because resolving the whole path fails for a file that is yet to be written, and
 * the folder it would be written to is the one that matters.
 */
export function locate(realRoot: string, path: string): readonly string[] {
  const requested = pathSegments(path);
  let place: readonly string[] = [];
  for (const [index, segment] of requested.entries()) {
    const isLast = index === requested.length - 1;
    const parent = join(realRoot, ...place);
    const name = look(join(parent, segment), path) === undefined ? respelled(parent, segment) : segment;
    if (name === undefined) return [...place, ...requested.slice(index)];
    const isLink = look(join(parent, name), path)?.isSymbolicLink();
    place = isLink ? followLink(realRoot, join(parent, name), path) : [...place, name];
    if (!isLast && look(join(realRoot, ...place), path)?.isDirectory() === false)
      throw pathRefused(path, "not-a-folder");
  }
  return place;
}

/** Segments of `real` below `realRoot`, compared one by one (`/work` is not around `/work_secret`); else `undefined`. */
export function segmentsBelow(realRoot: string, real: string): readonly string[] | undefined {
  const around = realRoot.split(sep).filter((segment) => segment !== "");
  const inside = real.split(sep).filter((segment) => segment !== "");
  return around.every((segment, index) => inside[index] === segment) ? inside.slice(around.length) : undefined;
}

function followLink(realRoot: string, link: string, path: string): readonly string[] {
  let real: string;
  try {
    real = realpathSync(link);
  } catch (cause) {
    throw pathRefused(path, "broken-link", cause);
  }
  const segments = segmentsBelow(realRoot, real);
  if (segments === undefined) throw pathRefused(path, "link-out");
  if (segments.some(isGitName)) throw pathRefused(path, "git");
  return segments;
}

function look(absolute: string, path: string): Stats | undefined {
  try {
    return lstatSync(absolute, { throwIfNoEntry: false });
  } catch (cause) {
    const code = systemCode(cause);
    if (code === "ENOTDIR") throw pathRefused(path, "not-a-folder", cause);
    if (code === "ENAMETOOLONG" || code === "EINVAL") throw pathRefused(path, "name", cause);
    throw new WorkspaceError("READ_FAILED", {
      message: `The path ${JSON.stringify(path)} could not be followed: ${String(cause)}.`,
      data: { path, systemCode: code },
      cause,
    });
  }
}

/** The one name in the folder that is the same letters in another normalisation. Pure ASCII has no other spelling. */
function respelled(folder: string, segment: string): string | undefined {
  if (/^[\x20-\x7e]*$/.test(segment)) return undefined;
  const wanted = segment.normalize("NFC");
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch {
    return undefined;
  }
  const matches = names.filter((name) => name.normalize("NFC") === wanted);
  return matches.length === 1 ? matches[0] : undefined;
}
