import { posix } from "node:path";
import type { ContentHash } from "@runningtab/content-hash";
import type { CaptureContext, FileFact } from "./capture-strategy.ts";
import { matchesGlob, unescapeGlob } from "./globs.ts";
import { isAscii, knownFiles } from "./known-files.ts";

/** A workspace file that some text comes from. */
export interface Source {
  /** Workspace-relative, in the manifest's own bytes. */
  readonly path: string;
  /** Set where the text was made from the file and is not its own. */
  readonly via?: "derived";
  /** The text shown is made from the file with words of a command's own in it: no text of the file. */
  readonly composed?: true;
  /** Of a companion page. */
  readonly page?: number;
  /** The version read, where it is not the manifest's present one. */
  readonly hash?: ContentHash;
}

/** Turns the names that a command or an output uses into workspace paths; nothing outside the root passes. */
export interface WorkspacePaths {
  readonly root: string;
  /** `name` against `cwd`, both normalised; `undefined` when `cwd` is unknown and `name` relative, or for a NUL. */
  absolute(name: string, cwd: string | undefined): string | undefined;
  /** The part below the root (`""` for the root itself), `undefined` outside. Compared by segments, not by prefix. */
  below(absolute: string): string | undefined;
  /** The regular file that `name` means, a companion page being its source. */
  file(name: string, cwd: string | undefined): Source | undefined;
  /** `file`, or the one that a symbolic link of this name, or above it, leads to. */
  operand(name: string, cwd: string | undefined): Source | undefined;
  fact(path: string): FileFact | undefined;
  /** Whether a workspace-relative path is written as the manifest writes it: normalised, inside the root, not the root itself. */
  isCanonical(path: string): boolean;
  /** False if no known file has the last segment of this name: quicker than `file`, which would find none. */
  mayBeFile(name: string): boolean;
  /** Whether a known file lies below this workspace-relative folder. */
  isFolder(path: string): boolean;
  /** Known paths below a workspace-relative folder, `""` for all. */
  under(folder: string): readonly string[];
  /** Known paths (files, and folders where `folders`) that match a shell pattern, sorted, as the pattern writes them. */
  glob(pattern: string, cwd: string | undefined): readonly string[];
}

const COMPANION = /^(.+)_parsed\/(?:page_0*(\d{1,9})\.md|.*)$/s;
const SLASH = 0x2f;
const DOT = 0x2e;
const DRIVE = /^[A-Za-z]:[\\/]/;

export function createWorkspacePaths(context: CaptureContext): WorkspacePaths {
  const windows = DRIVE.test(context.root);
  const slashes = (name: string): string => (windows ? name.replaceAll("\\", "/") : name);
  const isAbsolute = (name: string): boolean => name.startsWith("/") || (windows && DRIVE.test(name));
  const root = trimSlash(posix.normalize(slashes(context.root)));

  // What a caller's `stat` gives for anything but a regular file is no file here.
  const factOf = (path: string): FileFact | undefined => {
    const fact = context.stat(path);
    return fact?.kind === "file" ? fact : undefined;
  };

  const known = knownFiles(context);
  const allPaths = (): readonly string[] => known.paths;
  const linkPaths = (): Iterable<string> => context.links?.keys() ?? [];
  /** Names are compared composed (NFC) and kept in the manifest's own bytes. */
  const asKnown = (path: string): string | undefined => {
    if (factOf(path) !== undefined) return path;
    if (isAscii(path)) return undefined;
    for (const form of [known.composed.get(path.normalize("NFC")), path.normalize("NFC"), path.normalize("NFD")]) {
      if (form !== undefined && factOf(form) !== undefined) return form;
    }
    return undefined;
  };

  const paths: WorkspacePaths = {
    root,
    absolute(name, cwd) {
      if (name === "" || name.includes("\0")) return undefined;
      if (cwd === root && !windows && isPlainName(name)) return root === "/" ? `/${name}` : `${root}/${name}`;
      const written = slashes(name);
      if (isAbsolute(written)) return trimSlash(posix.normalize(written));
      return cwd === undefined ? undefined : trimSlash(posix.normalize(`${slashes(cwd)}/${written}`));
    },
    below(absolute) {
      if (root === "/") return absolute.slice(1);
      const prefix = absolute.slice(0, root.length);
      if (windows ? prefix.toLowerCase() !== root.toLowerCase() : prefix !== root) return undefined;
      if (absolute.length === root.length) return "";
      return absolute[root.length] === "/" ? absolute.slice(root.length + 1) : undefined;
    },
    file(name, cwd) {
      if (name.endsWith("/")) return undefined;
      const path = placeBelow(name, cwd);
      if (path === undefined || path === "") return undefined;
      const companion = path.includes("_parsed/") ? COMPANION.exec(path) : null;
      const origin = companion === null ? undefined : asKnown(companion[1]!);
      if (companion !== null && origin !== undefined) {
        const page = companion[2];
        const source: Source = { path: origin, via: "derived", ...(page !== undefined && { page: Number(page) }) };
        if (context.companionVersion === undefined) return source;
        const hash = context.companionVersion(path);
        if (hash !== undefined) return { ...source, hash };
      }
      const own = asKnown(path);
      return own === undefined ? undefined : { path: own };
    },
    operand: (name, cwd) => paths.file(name, cwd) ?? throughLink(name, cwd),
    fact: factOf,
    isFolder: (path) => path === "" || known.folders.has(path),
    isCanonical: (path) => placeBelow(path, root) === path && path !== "",
    mayBeFile(name) {
      const slash = name.lastIndexOf("/");
      if (context.paths === undefined || windows || (slash >= 0 && name.includes("_parsed/"))) return true;
      return known.names.has(name, slash + 1);
    },
    under: (folder) => (folder === "" ? allPaths() : allPaths().filter((each) => each.startsWith(`${folder}/`))),
    glob(pattern, cwd) {
      const absolute = paths.absolute(pattern, cwd);
      const below = absolute === undefined ? undefined : paths.below(absolute);
      if (absolute === undefined || below === undefined || below === "") return [];
      const depth = below.split("/").length;
      const found = new Set<string>();
      const literal = unescapeGlob(/^(?:[^\\*?[]|\\.)*/s.exec(below)![0]);
      for (const path of [...allPaths(), ...linkPaths()]) {
        if (!path.startsWith(literal)) continue;
        const parts = path.split("/");
        const candidate = below.includes("**") || parts.length <= depth ? path : parts.slice(0, depth).join("/");
        if (!found.has(candidate) && matchesGlob(below, candidate)) found.add(candidate);
      }
      // A match is written as the pattern is: what the shell put into the command is what the output will name.
      const lead = isAbsolute(slashes(pattern)) ? undefined : relativeLead(pattern, below);
      const prefix = lead?.prefix ?? `${root}/`;
      return [...found].toSorted().map((path) => prefix + path.slice(lead?.drop ?? 0));
    },
  };
  return paths;

  /** The place of a name below the root, without the way over absolute paths where it is written plainly. */
  function placeBelow(name: string, cwd: string | undefined): string | undefined {
    if (cwd === root && !windows) {
      const bare = name.startsWith("./") ? name.slice(2) : name;
      if (isPlainName(bare)) return bare;
    }
    const absolute = paths.absolute(name, cwd);
    return absolute === undefined ? undefined : paths.below(absolute);
  }

  function throughLink(name: string, cwd: string | undefined): Source | undefined {
    const absolute = context.links === undefined || name.endsWith("/") ? undefined : paths.absolute(name, cwd);
    const below = absolute === undefined ? undefined : paths.below(absolute);
    for (let end = below?.length ?? 0; end > 0; end = below!.lastIndexOf("/", end - 1)) {
      const target = context.links?.get(below!.slice(0, end));
      if (target !== undefined) return paths.file(`${root}/${target}${below!.slice(end)}`, undefined);
    }
    return undefined;
  }

  function relativeLead(pattern: string, below: string): { prefix: string; drop: number } | undefined {
    // `./src/*.ts` in `pkg` is `pkg/src/*.ts` below the root: drop what the folder added, keep how it was written.
    const written = posix.normalize(slashes(pattern));
    if (written.startsWith("..") || !below.endsWith(written)) return undefined;
    return { prefix: /^(?:\.\/)+/.exec(pattern)?.[0] ?? "", drop: below.length - written.length };
  }
}

/** Whether a name needs no normalising: neither empty nor absolute, and without empty or dotted segments or a NUL. */
function isPlainName(name: string): boolean {
  let before = SLASH;
  for (let at = 0; at < name.length; at++) {
    const unit = name.charCodeAt(at);
    if (unit === 0 || (before === SLASH && (unit === SLASH || unit === DOT))) return false;
    before = unit;
  }
  return before !== SLASH;
}

function trimSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}
