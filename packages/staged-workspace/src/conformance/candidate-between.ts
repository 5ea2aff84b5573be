import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hashBytesSync } from "@runningtab/content-hash/node";
import type { Tree } from "../journal/operation.ts";
import { makePlan } from "../staging/plan.ts";
import type { Candidate } from "../staging/staged-workspace.ts";
import { diffTrees } from "../staging/trees.ts";

/** Contents by path. */
export type Contents = Readonly<Record<string, string | Uint8Array>>;

/** The candidate whose plan turns the one set of files into the other: for trying checks and policies without a workspace. */
export function candidateBetween(before: Contents, after: Contents, signal?: AbortSignal): Candidate {
  const [accepted, tree] = [treeOf(before), treeOf(after)];
  const changes = diffTrees(accepted, tree).map((edit) => ({ edit, operations: [] }));
  return {
    plan: makePlan("main", 1, { plan: changes, conflicts: [], tree: new Map() }),
    read: async (path) => bytesIn(after, path),
    readAccepted: async (path) => bytesIn(before, path),
    async materialise(folder) {
      for (const [path, { mode }] of tree) {
        const target = join(folder, ...path.split("/"));
        mkdirSync(dirname(target), { recursive: true });
        writeFileSync(target, bytesIn(after, path)!, { flag: "wx" });
        chmodSync(target, mode);
      }
      return [];
    },
    ...(signal && { signal }),
  };
}

function treeOf(files: Contents): Tree {
  return new Map(
    Object.keys(files).map((path) => {
      const bytes = bytesIn(files, path)!;
      return [path, { hash: hashBytesSync(bytes), size: bytes.length, mode: 0o644 }];
    }),
  );
}

function bytesIn(files: Contents, path: string): Uint8Array | undefined {
  const content = Object.hasOwn(files, path) ? files[path] : undefined;
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}
