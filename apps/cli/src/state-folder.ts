import { createHash } from "node:crypto";
import { accessSync, chmodSync, constants, mkdirSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, sep } from "node:path";
import { messageOf, misuse } from "./cli-error.ts";

/** The workspace's real path. Throws when it is no folder. */
export function resolveRoot(folder: string): string {
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) throw misuse(`--workspace ${folder} is no folder. Name an existing folder.`);
  return realpathSync(folder);
}

/**
 * The private folder of one workspace's state, made with mode 0700: `<state>/workspaces/<name>-<hash of the real path>`.
 * `<state>` is the given folder, or `runningtab` in the XDG state home. It must lie outside the workspace, where the
 * agent's tools and whoever receives the folder would reach it.
 */
export function stateFolderOf(
  root: string,
  given: string | undefined,
  variables: Readonly<Record<string, string | undefined>>,
): string {
  const state = given ?? join(variables["XDG_STATE_HOME"] || join(homedir(), ".local", "state"), "runningtab");
  if (isInside(realPathOf(state), root)) {
    throw misuse(`The state folder ${state} lies inside the workspace ${root}. Choose another with --state DIR.`);
  }
  const name =
    basename(root)
      .replaceAll(/[^\p{L}\p{N}._-]/gu, "_")
      .slice(0, 40) || "root";
  const key = createHash("sha256").update(root).digest("hex").slice(0, 12);
  const folder = join(state, "workspaces", `${name}-${key}`);
  try {
    // A folder that the user has already keeps its mode: it may be one that others share, such as /tmp.
    makeFolders(state);
    for (const path of [join(state, "workspaces"), folder]) makePrivateFolder(path);
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    throw misuse(
      `The state folder ${state} cannot be used: ${reasonOf(cause)}. Choose a folder that you can write to with --state DIR.`,
    );
  }
  return folder;
}

/** Makes a folder, or takes an existing one, that only the user can enter. */
export function makePrivateFolder(path: string): void {
  makeFolders(path);
  chmodSync(path, 0o700);
}

/**
 * Makes what is missing of a path, one folder after the other: `mkdir` with `recursive` never returns where the system
 * says of a folder that is there that it is not (`/proc`).
 */
function makeFolders(path: string): void {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat?.isDirectory()) return;
  if (stat === undefined && dirname(path) !== path) makeFolders(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (cause) {
    // Another process may have been first.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) throw cause;
  }
}

function reasonOf(cause: unknown): string {
  const { code } = cause as { readonly code?: unknown };
  if (code === "EEXIST" || code === "ENOTDIR") return "a file stands where it needs a folder";
  if (code === "EACCES" || code === "EPERM") return "permission denied";
  if (code === "EROFS") return "the file system is read-only";
  return code === "ENOENT" ? "no folder can be made there" : messageOf(cause);
}

function isInside(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** The real path of the deepest part that exists, with the rest as it is: a link on the way must not hide where it leads. */
function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOf(parent), basename(path));
  }
}
