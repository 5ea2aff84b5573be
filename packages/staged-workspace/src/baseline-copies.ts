import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { ContentHash } from "@runningtab/content-hash";
import { hashBytesSync } from "@runningtab/content-hash/node";
import { TEMPORARY_PREFIX } from "./atomic-write.ts";
import { createFileCopier, type FileCopier } from "./file-copier.ts";
import type { ManifestEntry, SkippedPath } from "./manifest.ts";
import { isSecretPath } from "./secret-paths.ts";
import { systemCode, systemReason, WorkspaceError } from "./workspace-error.ts";
import { createTurns } from "./turns.ts";
import type { BaselineLimits } from "./workspace.ts";

/** Of one file: 64 MiB. Of all together: 1 GiB. */
export const DEFAULT_BASELINE_LIMITS: Required<BaselineLimits> = {
  maxFileBytes: 64 * 1024 * 1024,
  maxTotalBytes: 1024 * 1024 * 1024,
};

/**
 * Keeps the content of the files at opening: one copy for each distinct content, named by its hash, in
 * `blobs/01/23456…` of the state folder. A copy shares its blocks with the original where the file system can do that,
 * and is never another name of it: a hard link would change along with the file it is to outlive.
 *
 * Returns the files whose content was not kept, and why. Yields to others between files.
 */
export async function keepCopies(
  stateFolder: string,
  realRoot: string,
  entries: Iterable<ManifestEntry>,
  { maxFileBytes, maxTotalBytes }: Required<BaselineLimits>,
  signal?: AbortSignal,
): Promise<readonly SkippedPath[]> {
  const gaps: SkippedPath[] = [];
  const kept = new Set<ContentHash>();
  let totalBytes = 0;
  const takeTurns = createTurns(signal);
  const copier = createFileCopier(realRoot);
  try {
    for (const entry of entries) {
      const { path, hash, size } = entry;
      const gap = (reason: string): void => void gaps.push({ path, reason });
      if (isSecretPath(path)) gap("taken for a secret by its name");
      else if (kept.has(hash)) continue;
      else if (size > maxFileBytes) gap(`larger than ${maxFileBytes} bytes`);
      else if (totalBytes + size > maxTotalBytes) gap(`the files before it reached ${maxTotalBytes} bytes together`);
      else if (keepCopy(stateFolder, copier, entry)) {
        totalBytes += size;
        kept.add(hash);
      } else gap("changed or vanished while it was copied");
      const turn = takeTurns();
      if (turn !== undefined) await turn;
    }
  } finally {
    copier.close();
  }
  return gaps;
}

/** The copy's bytes, or `undefined` when there is none. Throws `STATE_CORRUPT` when they are not what the hash names. */
export function readCopy(stateFolder: string, hash: ContentHash): Uint8Array | undefined {
  const path = join(stateFolder, ...copyPlace(hash));
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (cause) {
    if (systemCode(cause) === "ENOENT") return undefined;
    throw new WorkspaceError("READ_FAILED", {
      message: `${path} could not be read: ${String(cause)}.`,
      data: { path },
      cause,
    });
  }
  if (hashBytesSync(bytes) === hash) return bytes;
  throw new WorkspaceError("STATE_CORRUPT", {
    message: `The copy ${path} does not hold the bytes that its name promises. The version at opening cannot be shown.`,
    data: { path, hash },
  });
}

function copyPlace(hash: ContentHash): readonly [string, string, string] {
  const digits = hash.slice("sha256:".length);
  return ["blobs", digits.slice(0, 2), digits.slice(2)];
}

/** Whether there is a copy now. The file may change at any moment, so that only the copy's own hash counts. */
function keepCopy(stateFolder: string, copier: FileCopier, { path, hash }: ManifestEntry): boolean {
  const [blobs, fan, name] = copyPlace(hash);
  const folder = join(stateFolder, blobs, fan);
  const target = join(folder, name);
  if (existsSync(target)) return true;
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `${TEMPORARY_PREFIX}${randomBytes(9).toString("base64url")}`);
  try {
    const isKept = copier.copy(path, temporary, 0o600) === hash;
    if (isKept) renameSync(temporary, target);
    else rmSync(temporary);
    return isKept;
  } catch (cause) {
    rmSync(temporary, { force: true });
    const code = systemCode(cause);
    if (code !== undefined && GONE.has(code)) return false;
    throw new WorkspaceError("WRITE_FAILED", {
      message: `The version at opening of ${path} could not be kept in ${stateFolder}: ${systemReason(cause)}.`,
      data: { path, systemCode: code },
      cause,
    });
  }
}

/**
 * The original is no longer there or not for us. Anything else, such as a full disk, would meet every later file too and
 * fails the opening.
 */
const GONE: ReadonlySet<string> = new Set(["ENOENT", "EACCES", "ELOOP", "ENOTDIR", "PATH_REFUSED"]);
