import { WorkspaceError } from "./workspace-error.ts";

/** Why a path was refused (`data.reason` of `PATH_REFUSED`). */
export type PathRefusal =
  /** Starts at the root of the file system or of a drive. */
  | "absolute"
  /** Has a segment `..`. */
  | "parent"
  /** Holds a NUL character, which ends the path early for the system. */
  | "nul"
  /** Holds a backslash, a separator on some systems and a letter on others. */
  | "backslash"
  /** Leads into a folder `.git`, or one that some file system takes for it. */
  | "git"
  /** A link on the way leads out of the workspace. */
  | "link-out"
  /** A link on the way leads nowhere or in a circle. */
  | "broken-link"
  /** A file stands where the path needs a folder. */
  | "not-a-folder"
  /** The system does not accept the name: too long, or with an ending that it drops. */
  | "name"
  /** A folder on the way was exchanged while the path was followed. */
  | "exchanged";

const EXPLANATIONS: Readonly<Record<PathRefusal, string>> = {
  absolute: "it is absolute. Give it relative to the workspace.",
  parent: "it has a segment `..`. Give it relative to the workspace, without steps up.",
  nul: "it holds a NUL character.",
  backslash: "it holds a backslash. Separate folders with `/`.",
  git: "it leads into a `.git` folder, which a workspace never touches.",
  "link-out": "a link on the way leads out of the workspace.",
  "broken-link": "a link on the way leads nowhere or in a circle.",
  "not-a-folder": "a file stands where it needs a folder. Choose another name.",
  name: "the system does not accept this name. Choose a shorter or plainer one.",
  exchanged: "a folder on the way was exchanged while it was followed. Scan, then try again.",
};

export function pathRefused(path: string, reason: PathRefusal, cause?: unknown): WorkspaceError {
  return new WorkspaceError("PATH_REFUSED", {
    message: `The path ${JSON.stringify(path)} is refused: ${EXPLANATIONS[reason]}`,
    data: { path, reason },
    cause,
  });
}

/**
 * The segments of a workspace-relative path, decided by its text alone. `./a//b/` is `a`, `b`; the empty path and `.` are
 * the workspace itself. Throws `PATH_REFUSED`.
 */
export function pathSegments(path: string): readonly string[] {
  if (path.includes("\0")) throw pathRefused(path, "nul");
  if (path.includes("\\")) throw pathRefused(path, "backslash");
  if (path.startsWith("/") || (process.platform === "win32" && /^[a-z]:/i.test(path)))
    throw pathRefused(path, "absolute");
  const segments = path.split("/").filter((segment) => segment !== "" && segment !== ".");
  if (segments.includes("..")) throw pathRefused(path, "parent");
  if (segments.some(isGitName)) throw pathRefused(path, "git");
  if (process.platform === "win32" && segments.some(isChangedByWindows)) throw pathRefused(path, "name");
  return segments;
}

/**
 * Whether a name is `.git` to any common file system: those of Windows drop dots and spaces at the end, cut at a colon
 * and know the short name `git~1`; HFS+ drops invisible characters; both ignore case.
 */
export function isGitName(name: string): boolean {
  // Asked about every name of a scan, and most begin otherwise.
  const first = name.charCodeAt(0);
  if (first < 0x200c && first !== 0x2e && first !== 0x67 && first !== 0x47) return false;
  const plain = name
    .replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, "")
    .replace(/:.*$/s, "")
    .replace(/[. ]+$/, "")
    .toLowerCase();
  return plain === ".git" || plain === "git~1";
}

/** Windows opens another file than the one named here: a stream (`a:b`), a device, or the name without its end. */
function isChangedByWindows(name: string): boolean {
  return name.includes(":") || /[. ]$/.test(name) || /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(name);
}
