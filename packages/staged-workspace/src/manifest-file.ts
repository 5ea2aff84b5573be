import type { ContentHash } from "@runningtab/content-hash";
import { isContentHash } from "@runningtab/content-hash";
import type { KnownFile } from "./known-file.ts";
import type { SkippedPath } from "./manifest.ts";
import { readStateFile, stateRefused, type StateFile, writeStateFile } from "./state-folder.ts";
import { WorkspaceError } from "./workspace-error.ts";

/** A manifest on disk. */
export interface StoredManifest {
  /** Absolute, links resolved: a state folder serves one root. */
  readonly root: string;
  readonly files: ReadonlyMap<string, KnownFile>;
  /** Of the baseline: files whose content was not kept. */
  readonly gaps: readonly SkippedPath[];
}

/** `W_0`, written once. */
export const baselineFile: StateFile = { name: "baseline", version: 1 };
/** The last scan, replaced by each one that found something. */
export const scanFile: StateFile = { name: "scan", version: 1 };

/** path, hash, size, mode, modified, mtime (ns), ctime (ns), inode, hashed at (ms); what may exceed 2⁵³ as text. */
type Row = readonly [string, string, number, number, number, string, string, string, number];

/**
 * The manifest that `file` holds for `realRoot`, or `undefined` when there is none. Throws `STATE_CORRUPT`, and
 * `STATE_REFUSED` when it belongs to another root.
 */
export function loadManifest(stateFolder: string, file: StateFile, realRoot: string): StoredManifest | undefined {
  const value = readStateFile(stateFolder, file) as
    | { root: string; gaps: readonly SkippedPath[]; files: readonly Row[] }
    | undefined;
  if (value === undefined) return undefined;
  // The checksum has proven that the value is what `saveManifest` wrote; its shape follows from the version.
  if (value.root !== realRoot) {
    throw stateRefused(stateFolder, `it belongs to the workspace ${value.root}, not to ${realRoot}. Choose another.`);
  }
  return { root: value.root, gaps: value.gaps, files: new Map(value.files.map((row) => [row[0], fromRow(row)])) };
}

/** `false`: `exclusive` was asked and another process has written the file by now. */
export function saveManifest(
  stateFolder: string,
  file: StateFile,
  { root, files, gaps }: StoredManifest,
  options: { readonly exclusive?: boolean } = {},
): boolean {
  return writeStateFile(stateFolder, file, { root, gaps, files: [...files.values()].map(toRow) }, options);
}

function toRow({ entry, mtimeNs, ctimeNs, inode, hashedAtMs }: KnownFile): Row {
  const { path, hash, size, mode, modifiedAtMs } = entry;
  return [path, hash, size, mode, modifiedAtMs, String(mtimeNs), String(ctimeNs), String(inode), hashedAtMs];
}

function fromRow([path, hash, size, mode, modifiedAtMs, mtimeNs, ctimeNs, inode, hashedAtMs]: Row): KnownFile {
  return {
    entry: { path, hash: asHash(hash), size, mode, modifiedAtMs },
    mtimeNs: BigInt(mtimeNs),
    ctimeNs: BigInt(ctimeNs),
    inode: BigInt(inode),
    hashedAtMs,
  };
}

function asHash(text: string): ContentHash {
  if (isContentHash(text)) return text;
  throw new WorkspaceError("STATE_CORRUPT", { message: `A manifest holds ${JSON.stringify(text)} as a hash.` });
}
