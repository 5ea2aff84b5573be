import { type ContentHash, parseContentHash } from "@runningtab/content-hash";
import { compareByCodePoint } from "../path-order.ts";
import { WorkspaceError } from "../workspace-error.ts";
import type { FileVersion, Tree } from "./operation.ts";

/**
 * A tree as bytes that are the same for the same tree, so that its hash names it: one JSON array `[path, hash, size, mode]`
 * a line, in the order of the paths' code points.
 */
export function encodeTree(tree: Tree): Uint8Array {
  const lines = Array.from(tree)
    .toSorted(([one], [other]) => compareByCodePoint(one, other))
    .map(([path, { hash, size, mode }]) => `${JSON.stringify([path, hash, size, mode])}\n`);
  return new TextEncoder().encode(lines.join(""));
}

/** Throws `STATE_CORRUPT` on any other bytes. */
export function decodeTree(bytes: Uint8Array): Tree {
  const tree = new Map<string, FileVersion>();
  try {
    for (const line of new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes).split("\n")) {
      if (line === "") continue;
      const [path, hash, size, mode] = JSON.parse(line) as [string, ContentHash, number, number];
      tree.set(path, { hash: parseContentHash(hash), size, mode });
    }
  } catch (cause) {
    throw new WorkspaceError("STATE_CORRUPT", {
      message: "A kept tree cannot be read back. Verify the state folder to see what can be recovered.",
      cause,
    });
  }
  return tree;
}
