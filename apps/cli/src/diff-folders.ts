import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { DiffOptions, WorkspaceDiff, WorkspaceTree } from "@runningtab/review-diff";
import type { Config } from "./config.ts";
import { type FolderTree, readFolderTree } from "./folder-tree.ts";
import { parsersOf } from "./parsers-of.ts";

/** The parser id of records of a kind that no parser reads. */
const NO_PARSER = "none";
const SIDES = ["before", "after"] as const;

/** What became of each file between two folders, in the terms of its kind; only files that differ are parsed. */
export async function diffFolders(
  roots: readonly [before: string, after: string],
  { config, onProgress, ...options }: DiffOptions & DiffFoldersOptions,
): Promise<WorkspaceDiff> {
  const { diffWorkspace } = await import("@runningtab/review-diff");
  const { createDocuments } = await import("@runningtab/parsed-cache");
  const trees = [await readFolderTree(roots[0]), await readFolderTree(roots[1])] as const;
  const rootOf = { before: roots[0], after: roots[1] };
  const read = (name: string): Uint8Array => {
    const side = name.startsWith("before/") ? "before" : "after";
    return readFileSync(join(rootOf[side], name.slice(side.length + 1)));
  };
  const documents = createDocuments({
    read: async (name) => {
      const hash = hashes.get(name);
      return hash === undefined ? undefined : { bytes: read(name), hash };
    },
    parsers: await parsersOf(config),
  });
  const differing = trees.map((tree, index) => onlyIn(tree, trees[1 - index]!));
  const named = differing.flatMap((files, index) =>
    files.map(({ path, ...file }) => ({ ...file, path: `${SIDES[index]}/${path}`, modifiedAtMs: 0 })),
  );
  const hashes = new Map(named.map(({ path, hash }) => [path, hash]));
  const treeOf = (side: (typeof SIDES)[number], { files }: FolderTree): WorkspaceTree => ({
    files,
    async open(path) {
      const name = `${side}/${path}`;
      const bytes = read(name);
      // A document that a parser tried and failed is asked too: its reason is what the comparison then notes.
      const isRead = (await documents.record(name))?.key.parserId !== NO_PARSER;
      return { path, bytes, ...(isRead && { parts: () => documents.parts(name) }) };
    },
  });
  try {
    await documents.sync(named, { wait: true });
    const result = await diffWorkspace(treeOf("before", trees[0]), treeOf("after", trees[1]), {
      ...options,
      ...(onProgress && { onProgress }),
    });
    return { ...result, notes: [...result.notes, ...trees[0].notes, ...trees[1].notes] };
  } finally {
    await documents.close();
  }
}

export interface DiffFoldersOptions {
  readonly config: Config;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Files that the other tree does not have under the same path with the same bytes. */
function onlyIn({ files }: FolderTree, other: FolderTree): FolderTree["files"] {
  const known = new Map(other.files.map(({ path, hash }) => [path, hash]));
  return files.filter(({ path, hash }) => known.get(path) !== hash);
}
