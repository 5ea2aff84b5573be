import { readdirSync, type Dirent } from "node:fs";
import { join } from "node:path";
import type { ContentHash } from "@runningtab/content-hash";
import { messageOf } from "./cli-error.ts";

/** Version control keeps its own history in there; nobody compares that. */
const LEFT_OUT = new Set([".git", ".hg", ".svn"]);

export interface FolderFile {
  /** `/` between folders. */
  readonly path: string;
  readonly hash: ContentHash;
  readonly size: number;
}

export interface FolderTree {
  readonly files: readonly FolderFile[];
  /** What was passed over, and why. */
  readonly notes: readonly string[];
}

/** All regular files below a folder with their hashes. Links are not followed, and what cannot be read is told. */
export async function readFolderTree(root: string): Promise<FolderTree> {
  const { hashFileSync } = await import("@runningtab/content-hash/node");
  const files: FolderFile[] = [];
  const notes: string[] = [];
  const open = [""];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    let entries: readonly Dirent[];
    try {
      entries = readdirSync(join(root, folder), { withFileTypes: true });
    } catch (error) {
      notes.push(`${folder}: ${messageOf(error)}`);
      continue;
    }
    for (const entry of entries) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (LEFT_OUT.has(entry.name)) continue;
      if (entry.isDirectory()) open.push(path);
      else if (!entry.isFile()) notes.push(`${path} was left out: it is a link or no regular file.`);
      else {
        try {
          const { hash, size } = hashFileSync(join(root, path));
          files.push({ path, hash, size });
        } catch (error) {
          notes.push(`${path}: ${messageOf(error)}`);
        }
      }
    }
  }
  return { files, notes };
}
