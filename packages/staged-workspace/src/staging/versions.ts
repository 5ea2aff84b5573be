import type { ContentHash } from "@runningtab/content-hash";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { FileEdit, FileVersion } from "../journal/operation.ts";
import type { SkippedPath } from "../manifest.ts";
import { isSecretPath } from "../secret-paths.ts";
import type { Workspace } from "../workspace.ts";
import type { ContentOf } from "./apply-writes.ts";
import { afterOf } from "./plan.ts";

/**
 * Keeps the bytes of every version that the edits made, as they stand in the folder. `undefined`: a file has changed since
 * it was scanned, so that the edits describe nothing that is there. `secrets` are kept under no name.
 */
export async function keepVersions(
  folder: Workspace,
  blobs: BlobStore,
  edits: readonly FileEdit[],
  maxFileBytes: number,
  secrets: ReadonlySet<ContentHash> = new Set(),
): Promise<readonly SkippedPath[] | undefined> {
  const notKept: SkippedPath[] = [];
  let isCurrent = true;
  for (const edit of edits) {
    const after = afterOf(edit);
    const { path } = edit;
    if (after === undefined) continue;
    if (isSecretPath(path)) notKept.push({ path, reason: "taken for a secret by its name" });
    else if (after.size > maxFileBytes) notKept.push({ path, reason: `larger than ${maxFileBytes} bytes` });
    else if (!(await blobs.has(after.hash))) {
      if (secrets.has(after.hash)) {
        notKept.push({ path, reason: "the same as a file that is taken for a secret" });
        continue;
      }
      const file = await folder.read(path);
      if (file?.hash === after.hash) await blobs.put(file.bytes);
      else isCurrent = false;
    }
  }
  return isCurrent ? notKept : undefined;
}

/**
 * Looks for a version among the kept ones, then for a file in one of the folders that still is this version. Rejects with
 * `STATE_CORRUPT` when the kept one is damaged and no such file is left.
 */
export function contentFrom(blobs: BlobStore, folders: readonly Workspace[]): ContentOf {
  return async (path, { hash }) => {
    try {
      const kept = await blobs.get(hash);
      if (kept !== undefined) return kept;
    } catch (error) {
      const found = await contentInFolders(folders, path, hash);
      if (found === undefined) throw error;
      return found;
    }
    return contentInFolders(folders, path, hash);
  };
}

/** The bytes of a file in one of the folders that is this version: at its path, or wherever else one stands. */
export async function contentInFolders(
  folders: readonly Workspace[],
  path: string,
  hash: ContentHash,
): Promise<Uint8Array | undefined> {
  for (const folder of folders) {
    const places = new Set([path, ...placesOf(folder, hash)]);
    for (const place of places) {
      const file = await folder.read(place);
      if (file?.hash === hash) return file.bytes;
    }
  }
  return undefined;
}

function placesOf(folder: Workspace, hash: ContentHash): readonly string[] {
  return Array.from(folder.manifest.values())
    .filter((entry) => entry.hash === hash)
    .map(({ path }) => path);
}

/** Whether the bytes can be had later. */
export async function isKept(blobs: BlobStore, version: FileVersion | undefined): Promise<boolean> {
  return version === undefined || (await blobs.has(version.hash));
}
