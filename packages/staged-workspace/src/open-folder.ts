import { closeSync, constants, existsSync, fsyncSync, mkdirSync, openSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { pathRefused } from "./path-rules.ts";
import { systemCode } from "./workspace-error.ts";

/** A folder of the workspace, held so that what is done to the names in it happens there and nowhere else. */
export interface OpenFolder {
  /** Prefix for names: `${path}/${name}`. On Linux it goes through the open descriptor. */
  readonly path: string;
  /** Makes the names of the folder durable. */
  sync(): void;
  close(): void;
}

export interface OpenFolderOptions {
  /** Creates the folders that are missing. */
  readonly create?: boolean;
  /** Permission bits of the folders it creates. Default: what the process gives new folders. */
  readonly mode?: number;
}

/**
 * Opens the folder at `segments` below `realRoot`, none of which may be a link.
 *
 * On Linux each segment is opened below the descriptor of the one before (`/proc/self/fd/N/segment`, never following a
 * link): a folder that is exchanged for a link at any moment is refused or left behind, not followed. Elsewhere the
 * resolved path is compared after opening, which leaves a gap between this check and the use of a name.
 *
 * Throws the system's error (`ENOENT` when a folder is missing), or `PATH_REFUSED` with reason `exchanged`.
 */
export function openFolder(realRoot: string, segments: readonly string[], options: OpenFolderOptions = {}): OpenFolder {
  return hasDescriptorPaths()
    ? openBelowDescriptor(realRoot, segments, options)
    : openByPath(realRoot, segments, options);
}

let descriptorPaths: boolean | undefined;

/** Linux with `/proc` mounted; some containers lack it. */
export function hasDescriptorPaths(): boolean {
  return (descriptorPaths ??= process.platform === "linux" && existsSync("/proc/self/fd"));
}

const FOLDER_FLAGS = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);

function openBelowDescriptor(realRoot: string, segments: readonly string[], options: OpenFolderOptions): OpenFolder {
  let descriptor = openSync(realRoot, FOLDER_FLAGS);
  for (const segment of segments) {
    const parent = descriptor;
    try {
      descriptor = openSegment(parent, segment, segments, options);
    } finally {
      closeSync(parent);
    }
  }
  return {
    path: `/proc/self/fd/${descriptor}`,
    sync: () => fsyncSync(descriptor),
    close: () => closeSync(descriptor),
  };
}

function openSegment(
  parent: number,
  segment: string,
  segments: readonly string[],
  { create, mode }: OpenFolderOptions,
): number {
  const path = `/proc/self/fd/${parent}/${segment}`;
  try {
    return openSync(path, FOLDER_FLAGS);
  } catch (cause) {
    const code = systemCode(cause);
    if (code === "ELOOP" || code === "ENOTDIR") throw pathRefused(segments.join("/"), "exchanged", cause);
    if (code !== "ENOENT" || create !== true) throw cause;
  }
  makeFolder(path, mode);
  fsyncSync(parent);
  return openSegment(parent, segment, segments, {});
}

function openByPath(realRoot: string, segments: readonly string[], { create, mode }: OpenFolderOptions): OpenFolder {
  const path = join(realRoot, ...segments);
  if (create) segments.forEach((_, index) => makeFolder(join(realRoot, ...segments.slice(0, index + 1)), mode));
  if (realpathSync(path) !== path) throw pathRefused(segments.join("/"), "exchanged");
  return {
    path,
    sync: () => syncByPath(path),
    close: () => {},
  };
}

/** Someone else may have made it in the meantime: opening it tells whether it is a folder. */
function makeFolder(path: string, mode: number | undefined): void {
  try {
    mkdirSync(path, mode);
  } catch (cause) {
    if (systemCode(cause) !== "EEXIST") throw cause;
  }
}

/** Windows offers no way to flush a folder. */
function syncByPath(path: string): void {
  if (process.platform === "win32") return;
  const descriptor = openSync(path, constants.O_RDONLY);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
