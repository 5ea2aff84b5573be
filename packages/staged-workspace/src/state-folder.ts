import { chmodSync, mkdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { ContentHash } from "@runningtab/content-hash";
import { hashBytesSync } from "@runningtab/content-hash/node";
import { type AtomicWriteOptions, writeAtomically } from "./atomic-write.ts";
import { openFolder } from "./open-folder.ts";
import { segmentsBelow } from "./resolve-inside.ts";
import { systemCode, systemReason, WorkspaceError } from "./workspace-error.ts";

/**
 * The folder, links resolved, made if missing and private to its owner (0700). Throws `STATE_REFUSED` when it lies inside
 * the workspace (whose tools could then edit it) or around it, or when others may write to it.
 */
export function openStateFolder(stateFolder: string, realRoot: string): string {
  // Looked at before anything is made, so that a refused place stays as it was.
  requireApart(resolveExisting(resolve(stateFolder)), realRoot);
  try {
    mkdirSync(stateFolder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw stateWriteFailed(stateFolder, cause);
  }
  const folder = realpathSync(stateFolder);
  requireApart(folder, realRoot);
  const { mode } = statSync(folder);
  if (process.platform === "win32") return folder;
  if ((mode & 0o022) !== 0) {
    throw stateRefused(folder, "others may write to it. Choose a folder of its own.");
  }
  if ((mode & 0o077) !== 0) chmodSync(folder, 0o700);
  return folder;
}

function requireApart(folder: string, realRoot: string): void {
  if (segmentsBelow(realRoot, folder) !== undefined) {
    throw stateRefused(folder, `it lies inside the workspace ${realRoot}. Choose a folder outside.`);
  }
  if (segmentsBelow(folder, realRoot) !== undefined) {
    throw stateRefused(folder, `the workspace ${realRoot} lies inside it. Choose a folder of its own.`);
  }
}

/** Resolves links as far as the path exists. */
function resolveExisting(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(resolveExisting(parent), basename(path));
  }
}

export function stateRefused(folder: string, why: string): WorkspaceError {
  return new WorkspaceError("STATE_REFUSED", {
    message: `The state folder ${folder} cannot be used: ${why}`,
    data: { stateFolder: folder },
  });
}

/**
 * A state file is one line, `runningtab-NAME VERSION HASH`, where the hash is that of all that follows, and one JSON value.
 */
export interface StateFile {
  readonly name: string;
  readonly version: number;
}

/** The value, or `undefined` when there is no such file. Throws `STATE_CORRUPT` on any other content. */
export function readStateFile(
  stateFolder: string,
  { name, version }: StateFile,
): { readonly value: unknown; readonly hash: ContentHash } | undefined {
  const path = join(stateFolder, name);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    if (systemCode(cause) === "ENOENT") return undefined;
    throw new WorkspaceError("READ_FAILED", {
      message: `${path} could not be read: ${String(cause)}.`,
      data: { path },
      cause,
    });
  }
  const end = text.indexOf("\n");
  const body = text.slice(end + 1);
  const hash = hashBytesSync(Buffer.from(body));
  if (text.slice(0, end) !== header(name, version, hash)) {
    const wrote = new RegExp(`^runningtab-${name} (\\d+) `).exec(text)?.[1];
    const other =
      wrote !== undefined && wrote !== String(version) ? ` It is of version ${wrote}, this is ${version}.` : "";
    throw new WorkspaceError("STATE_CORRUPT", {
      message: `${path} does not hold what was written to it.${other} Move the state folder aside to begin anew; the workspace itself is not affected.`,
      data: { path },
    });
  }
  return { value: JSON.parse(body), hash };
}

/**
 * Writes the value whole and durably, for its owner alone (0600), and returns its hash. `undefined`: `exclusive` was asked
 * and the file exists.
 */
export function writeStateFile(
  stateFolder: string,
  { name, version }: StateFile,
  value: unknown,
  options: Pick<AtomicWriteOptions, "exclusive"> = {},
): ContentHash | undefined {
  const body = Buffer.from(JSON.stringify(value));
  const hash = hashBytesSync(body);
  const bytes = Buffer.concat([Buffer.from(`${header(name, version, hash)}\n`), body]);
  try {
    const folder = openFolder(stateFolder, []);
    try {
      return writeAtomically(folder, name, bytes, { ...options, mode: 0o600 }) ? hash : undefined;
    } finally {
      folder.close();
    }
  } catch (cause) {
    throw stateWriteFailed(join(stateFolder, name), cause);
  }
}

export function stateWriteFailed(path: string, cause: unknown): WorkspaceError {
  return new WorkspaceError("WRITE_FAILED", {
    message: `${path} could not be written: ${systemReason(cause)}.`,
    data: { path, systemCode: systemCode(cause) },
    cause,
  });
}

function header(name: string, version: number, hash: ContentHash): string {
  return `runningtab-${name} ${version} ${hash}`;
}
