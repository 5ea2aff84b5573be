import type { ContentHash } from "@runningtab/content-hash";
import { hashBytesSync } from "@runningtab/content-hash/node";
import { encodeTree } from "../journal/tree-blob.ts";
import { isSecretPath } from "../secret-paths.ts";
import { type NamedVersion, namedVersions } from "./named-versions.ts";
import { secretHashes } from "./secret-versions.ts";
import type { Stage } from "./stage.ts";
import type { VerifyOptions, VerifyReport } from "./staged-workspace.ts";
import { contentInFolders } from "./versions.ts";

/** Reads the whole journal and every version that it names, and says of what is not as it was whether it can be had again. */
export async function verifyStage(
  stage: Stage,
  { repair = false, versions: readsVersions = true, signal }: VerifyOptions,
): Promise<VerifyReport> {
  const journal = await stage.journal.verify();
  if (journal.damage !== undefined || !readsVersions) return { journal, versions: [] };
  const damaged = new Set(await stage.blobs.verify(signal && { signal }));
  const state = await stage.ledger.catchUp();
  const trees = await Promise.all(state.accepted.map(({ seq }) => stage.ledger.treeAt(state, seq)));
  const secrets = secretHashes(trees, state.branches.values());
  const versions: VerifyReport["versions"][number][] = [];
  for (const [hash, named] of await namedVersions(stage)) {
    const found = damaged.has(hash) ? "damaged" : (await stage.blobs.has(hash)) ? undefined : "missing";
    if (found === undefined) continue;
    const isNeverKept = secrets.has(hash) || isKeptByHashAlone(stage, named);
    const bytes = isNeverKept ? undefined : await recoverable(stage, hash, named);
    if (repair && bytes !== undefined) await stage.blobs.put(bytes);
    const recovery = bytes === undefined ? "none" : repair ? "done" : "possible";
    const isByDesign = isNeverKept && found === "missing";
    versions.push({ path: named.path, hash, found, recovery, ...(isByDesign && { isByDesign }) });
  }
  return { journal, versions };
}

function isKeptByHashAlone(stage: Stage, { path, version }: NamedVersion): boolean {
  return version !== undefined && (isSecretPath(path) || version.size > stage.maxFileBytes);
}

/** From a file that still is this version, or from the rows that led to a tree. */
async function recoverable(
  stage: Stage,
  hash: ContentHash,
  { path, version }: NamedVersion,
): Promise<Uint8Array | undefined> {
  if (version !== undefined) {
    return contentInFolders(stage.work === stage.origin ? [stage.origin] : [stage.work, stage.origin], path, hash);
  }
  const state = await stage.ledger.catchUp();
  const accepted = state.accepted.find(({ tree }) => tree === hash)!;
  const bytes = encodeTree(await stage.ledger.treeAt(state, accepted.seq));
  return hashBytesSync(bytes) === hash ? bytes : undefined;
}
