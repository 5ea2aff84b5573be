import { type BigIntStats, closeSync, constants, lstatSync, openSync } from "node:fs";
import type { ContentHash } from "@runningtab/content-hash";
import { hashBytesSync, hashOpenFileSync } from "@runningtab/content-hash/node";
import { writeAtomically } from "./atomic-write.ts";
import { type OpenFolder, openFolder } from "./open-folder.ts";
import { notAFile } from "./read-file.ts";
import { systemCode, systemReason, WorkspaceError } from "./workspace-error.ts";
import type { WriteOptions, WriteOutcome } from "./workspace.ts";

/**
 * Writes the file at `segments` below `realRoot` (see `locate`): whole, durable, following no link, with the mode and owner
 * that it has. The version is looked at twice: before anything is written, and again between the new bytes being on disk
 * and the rename, so that what remains open to another writer is the time of one system call.
 */
export function writeFileInside(
  realRoot: string,
  segments: readonly string[],
  bytes: Uint8Array,
  { expectedHash }: WriteOptions,
): WriteOutcome {
  const path = segments.join("/");
  const name = segments.at(-1)!;
  let folder: OpenFolder | undefined;
  try {
    // Where a version is expected its folder exists; where it does not, none is made only to report a conflict.
    const create = typeof expectedHash !== "string";
    folder = openFolder(realRoot, segments.slice(0, -1), { create });
    const target = `${folder.path}/${name}`;
    const stats = lstatSync(target, { bigint: true, throwIfNoEntry: false });
    if (stats !== undefined && !stats.isFile()) throw notAFile(path);
    const found = (): ContentHash | undefined => hashOf(target, path);
    if (expectedHash !== undefined) {
      const now = found();
      if (now !== (expectedHash ?? undefined)) return { status: "conflict", found: now };
    }
    const written = writeAtomically(folder, name, bytes, {
      ...(stats !== undefined && modeAndOwner(stats)),
      exclusive: expectedHash === null,
      confirm: () => typeof expectedHash !== "string" || found() === expectedHash,
    });
    if (!written) return { status: "conflict", found: found() };
    return { status: "written", hash: hashBytesSync(bytes), ...notes(stats) };
  } catch (cause) {
    if (WorkspaceError.isInstance(cause)) throw cause;
    if (folder === undefined && typeof expectedHash === "string" && systemCode(cause) === "ENOENT") {
      return { status: "conflict", found: undefined };
    }
    throw new WorkspaceError("WRITE_FAILED", {
      message: `${path} could not be written: ${systemReason(cause)}.`,
      data: { path, systemCode: systemCode(cause) },
      cause,
    });
  } finally {
    folder?.close();
  }
}

function modeAndOwner({ mode, uid, gid }: BigIntStats) {
  return { mode: Number(mode) & 0o7777, owner: { uid: Number(uid), gid: Number(gid) } };
}

/** A rename gives the name a new file; other names of the old one keep the old bytes, which nobody may expect. */
function notes(stats: BigIntStats | undefined): { readonly notes?: readonly string[] } {
  if (stats === undefined || stats.nlink <= 1n) return {};
  const others = stats.nlink - 1n;
  return {
    notes: [
      `the file had ${others} more ${others === 1n ? "name" : "names"} (hard links), which keep the version before`,
    ],
  };
}

function hashOf(target: string, path: string): ContentHash | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(target, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch (cause) {
    if (systemCode(cause) === "ENOENT") return undefined;
    throw cause;
  }
  try {
    return hashOpenFileSync(descriptor, path).hash;
  } finally {
    closeSync(descriptor);
  }
}
