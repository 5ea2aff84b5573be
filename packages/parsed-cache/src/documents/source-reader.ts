import { closeSync, constants, fstatSync, openSync, readFile, readFileSync, realpathSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { promisify } from "node:util";
import type { ContentHash } from "@runningtab/content-hash";
import { hashBytesSync } from "@runningtab/content-hash/node";
import { ParsedCacheError } from "../parsed-cache-error.ts";

/** The bytes of a file and the hash of exactly these bytes. */
export interface Source {
  readonly bytes: Uint8Array;
  readonly hash: ContentHash;
}

/** Reads a file of the workspace; `undefined` when it is gone. */
export type ReadSource = (path: string) => Promise<Source | undefined>;

/** Larger files, in bytes, are read beside other work. Of smaller ones each step takes less time than handing it over. */
const READ_AT_ONCE = 256 * 1024;

/**
 * Reads regular files below `root`. A link in the last place is not followed, and one further up must not lead out.
 * Rejects with `path-outside` or the system's error.
 */
export function createSourceReader(root: string): ReadSource {
  return async (path) => {
    const full = join(root, path);
    try {
      const [realRoot, realFolder] = [realpathSync.native(root), realpathSync.native(dirname(full))];
      if (realFolder !== realRoot && !realFolder.startsWith(realRoot + sep)) throw outside(path);
      // Without O_NONBLOCK, opening a named pipe would wait for a writer for ever.
      const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
      const file = openSync(full, flags);
      try {
        const stat = fstatSync(file);
        if (!stat.isFile()) throw outside(path);
        const bytes = stat.size <= READ_AT_ONCE ? readFileSync(file) : await promisify(readFile)(file);
        return { bytes, hash: hashBytesSync(bytes) };
      } finally {
        closeSync(file);
      }
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "ENOENT" || code === "ENOTDIR") return undefined;
      if (code === "ELOOP") throw outside(path);
      throw error;
    }
  };
}

function outside(path: string): ParsedCacheError {
  return new ParsedCacheError({
    code: "path-outside",
    message: `${path} is no regular file inside the workspace: links that lead out and special files are not read.`,
    data: { path },
  });
}
