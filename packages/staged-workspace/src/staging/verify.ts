import type { ContentHash } from "@runningtab/content-hash";
import type { FileVersion } from "../journal/operation.ts";
import { afterOf, beforeOf } from "./plan.ts";
import type { Stage } from "./stage.ts";
import type { VerifyReport } from "./staged-workspace.ts";

/** Reads the whole journal and every version that it names. */
export async function verifyStage(stage: Stage, signal?: AbortSignal): Promise<VerifyReport> {
  const journal = await stage.journal.verify();
  if (journal.damage !== undefined) return { journal, versions: [] };
  const state = await stage.ledger.catchUp();
  const named = new Map<ContentHash, string>();
  const name = (path: string, version: FileVersion | undefined): void => {
    if (version !== undefined && !named.has(version.hash)) named.set(version.hash, path);
  };
  for (const { seq, tree } of state.accepted) {
    named.set(tree, "");
    for (const [path, version] of await stage.ledger.treeAt(state, seq)) name(path, version);
  }
  for (const { history } of state.branches.values()) {
    for (const { edit } of history) {
      name(edit.path, beforeOf(edit));
      name(edit.path, afterOf(edit));
    }
  }
  const damaged = new Set(await stage.blobs.verify(signal && { signal }));
  const versions: VerifyReport["versions"][number][] = [];
  for (const [hash, path] of named) {
    if (damaged.has(hash)) versions.push({ path, hash, found: "damaged" });
    else if (!(await stage.blobs.has(hash))) versions.push({ path, hash, found: "missing" });
  }
  return { journal, versions };
}
