import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, sep } from "node:path";
import { misuse } from "./cli-error.ts";

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
  for (const path of [state, join(state, "workspaces"), folder]) makePrivateFolder(path);
  return folder;
}

/** Makes a folder, or takes an existing one, that only the user can enter. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
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
