import { posix } from "node:path";
import type { ContentHash } from "@runningtab/content-hash";
import type { CaptureContext, FileFact } from "./capture-strategy.ts";
import { matchesGlob, unescapeGlob } from "./globs.ts";

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
  /** Whether a known file lies below this workspace-relative folder. */
  isFolder(path: string): boolean;
  /** Known paths below a workspace-relative folder, `""` for all. */
  under(folder: string): readonly string[];
  /** Known paths (files, and folders where `folders`) that match a shell pattern, sorted, as the pattern writes them. */
  glob(pattern: string, cwd: string | undefined): readonly string[];
}

const COMPANION = /^(.+)_parsed\/(?:page_0*(\d{1,9})\.md|.*)$/s;
/** Needs no normalising: neither absolute, nor with empty or dotted segments. */
const PLAIN_NAME = /^[^/.](?:[^/]|\/(?![/.]))*(?<!\/)$/;
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

  let known: readonly string[] | undefined;
  const allPaths = (): readonly string[] => (known ??= [...(context.paths?.() ?? [])]);
  const linkPaths = (): Iterable<string> => context.links?.keys() ?? [];
  const folders = new Map<string, boolean>();
  let composed: Map<string, string> | undefined;
  /** Names are compared composed (NFC) and kept in the manifest's own bytes. */
  const asKnown = (path: string): string | undefined => {
    if (factOf(path) !== undefined) return path;
    if (isAscii(path)) return undefined;
    composed ??= new Map(allPaths().map((each) => [each.normalize("NFC"), each]));
    for (const form of [composed.get(path.normalize("NFC")), path.normalize("NFC"), path.normalize("NFD")]) {
      if (form !== undefined && factOf(form) !== undefined) return form;
    }
    return undefined;
  };

  const paths: WorkspacePaths = {
    root,
    absolute(name, cwd) {
      if (name === "" || name.includes("\0")) return undefined;
      if (cwd === root && !windows && PLAIN_NAME.test(name)) return root === "/" ? `/${name}` : `${root}/${name}`;
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
      const absolute = paths.absolute(name, cwd);
      const path = absolute === undefined ? undefined : paths.below(absolute);
      if (path === undefined || path === "") return undefined;
      const companion = path.includes("_parsed/") ? COMPANION.exec(path) : null;
      const origin = companion === null ? undefined : asKnown(companion[1]!);
      if (companion !== null && origin !== undefined) {
        const page = companion[2];
        return { path: origin, via: "derived", ...(page !== undefined && { page: Number(page) }) };
      }
      const own = asKnown(path);
      return own === undefined ? undefined : { path: own };
    },
    operand: (name, cwd) => paths.file(name, cwd) ?? throughLink(name, cwd),
    fact: factOf,
    isFolder(path) {
      const known = folders.get(path);
      if (known !== undefined) return known;
      const isFolder = path === "" || allPaths().some((each) => each.startsWith(`${path}/`));
      folders.set(path, isFolder);
      return isFolder;
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

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) return false;
  return true;
}

function trimSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}
