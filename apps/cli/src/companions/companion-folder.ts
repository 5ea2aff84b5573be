import {
  closeSync,
  constants,
  type Dirent,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { CompanionFile } from "./companion-files.ts";

/** A parsed copy as it was written. Whoever changes anything in it changes a time that no command can set back. */
export interface CompanionFolder {
  /** Absolute, without links. */
  readonly place: string;
  /** Whether this file, by its name, is as it was written; of any other name, whether all of them are. */
  isWhole(name: string): boolean;
  /** Whether no file came, went or took the place of another. */
  isComplete(): boolean;
}

/** The folder of a document's parsed copy, as a workspace path. */
export function companionFolderOf(path: string): string {
  return `${path}_parsed`;
}

/**
 * Writes a copy anew, in place of whatever stands there. `undefined` where it would stand elsewhere than beside its
 * document: a command may have put a link into the way. `makeFolders`: also those on the way there.
 */
export function writeCompanionFolder(
  root: string,
  path: string,
  files: readonly CompanionFile[],
  { makeFolders }: { readonly makeFolders: boolean },
): CompanionFolder | undefined {
  if (makeFolders) makeFoldersTo(realpathSync(root), path);
  const place = placeOf(root, path);
  if (place === undefined) return undefined;
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place, { mode: 0o755 });
  const stamps = new Map<string, string>();
  for (const { name, text } of files) {
    writeFileSync(join(place, name), text, { mode: 0o444, flag: "wx" });
    stamps.set(name, stampOf(join(place, name)));
  }
  const stamp = stampOf(place);
  const isWhole = (name: string): boolean => stampOf(join(place, name)) === stamps.get(name);
  return {
    place,
    isComplete: () => stampOf(place) === stamp,
    isWhole: (name) => (stamps.has(name) ? isWhole(name) : stampOf(place) === stamp && stamps.keys().every(isWhole)),
  };
}

export function removeCompanionFolder({ place }: CompanionFolder): void {
  // A link that took its place is removed, not followed; one on the way there leads to what is not ours.
  if (realPath(dirname(place)) === dirname(place)) rmSync(place, { recursive: true, force: true });
}

/** Copies that an earlier process left: folders with the name of one that hold nothing but read-only pages. */
export function* earlierCompanionFolders(root: string): Generator<string> {
  const open = [root];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (!entry.isDirectory() || entry.name === ".git" || entry.name === "node_modules") continue;
      const place = join(folder, entry.name);
      if (entry.name.endsWith("_parsed") && holdsOnlyPages(place)) yield place;
      else open.push(place);
    }
  }
}

/** Whether a command cannot read a file as text: the beginning holds a NUL, or it is a PDF. `undefined`: it is gone. */
export function isBinary(root: string, path: string): boolean | undefined {
  const beginning = Buffer.alloc(4096);
  let file: number | undefined;
  try {
    file = openSync(join(root, path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const length = readSync(file, beginning, 0, beginning.length, 0);
    return beginning.subarray(0, length).includes(0) || beginning.toString("latin1", 0, 5) === "%PDF-";
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** One by one, and none through a link: what is no folder is left, and `placeOf` finds it in the way. */
function makeFoldersTo(root: string, path: string): void {
  let folder = root;
  for (const name of path.split("/").slice(0, -1)) {
    folder = join(folder, name);
    const stat = lstatSync(folder, { throwIfNoEntry: false });
    if (stat === undefined) mkdirSync(folder);
    else if (!stat.isDirectory()) return;
  }
}

/** Without a link on the way; `undefined` where there is one, or no such folder. */
function placeOf(root: string, path: string): string | undefined {
  const place = join(realpathSync(root), ...companionFolderOf(path).split("/"));
  return realPath(dirname(place)) === dirname(place) ? place : undefined;
}

function realPath(place: string): string | undefined {
  try {
    return realpathSync(place);
  } catch {
    return undefined;
  }
}

function holdsOnlyPages(place: string): boolean {
  const entries = readdirSync(place, { withFileTypes: true });
  const isPage = (entry: Dirent): boolean =>
    entry.isFile() &&
    /^(?:page_\d+|unread)\.md$/.test(entry.name) &&
    (lstatSync(join(place, entry.name)).mode & 0o222) === 0;
  return entries.length > 0 && entries.every(isPage);
}

/** Changes with every change of content, name, mode or place. */
function stampOf(place: string): string {
  const stat = lstatSync(place, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? "" : `${stat.dev} ${stat.ino} ${stat.size} ${stat.ctimeNs}`;
}
