import { mkdirSync, readdirSync, realpathSync } from "node:fs";
import { diffManifests } from "../diff-manifests.ts";
import { compareByCodePoint } from "../path-order.ts";
import { createQueue } from "../queue.ts";
import { WorkspaceError } from "../workspace-error.ts";
import { collectVersions } from "./collect.ts";
import { hydrate } from "./hydrate.ts";
import { check, planOf, promote } from "./promote.ts";
import { previewMerge, resolveConflict } from "./resolve-conflict.ts";
import { previewRollback, rollBack } from "./roll-back.ts";
import { openStage } from "./stage.ts";
import type { Attribution, StagedWorkspace, StagedWorkspaceOptions } from "./staged-workspace.ts";
import { sync } from "./sync.ts";
import { verifyStage } from "./verify.ts";

/**
 * Opens a folder as a staged workspace. The first time with a state folder its files are the accepted tree, and their
 * contents are kept. What an earlier process decided and did not finish writing is finished first.
 *
 * Rejects with `ROOT_MISSING`, `STATE_REFUSED`, `STATE_CORRUPT`, the journal's errors, or when the first scan does.
 */
export async function createStagedWorkspace(options: StagedWorkspaceOptions): Promise<StagedWorkspace> {
  const stage = await openStage(options);
  const { mode, branchName, origin, work, blobs } = stage;
  const judges = { checks: options.checks ?? [], acceptance: options.acceptance };
  const inTurn = createQueue();
  // Nobody knows who made what is found at opening; in place it was most likely no agent, which would have synced.
  await sync(stage, {
    actor: mode === "in-place" ? "person" : "agent",
    ...(options.signal && { signal: options.signal }),
  });
  const baseline = work.manifest;
  let attribution: Attribution = {};
  let isClosed = false;

  function requireOpen(): void {
    if (!isClosed) return;
    throw new WorkspaceError("CLOSED", {
      message: `The workspace ${origin.root} was closed. Open it anew.`,
      data: { root: origin.root },
    });
  }
  /** Decisions of this process wait for one another; those of others are met by comparing the journal's head. */
  const act = async <T>(task: () => Promise<T>): Promise<T> => {
    requireOpen();
    return inTurn(task);
  };

  return {
    mode,
    branch: branchName,
    origin: origin.root,
    root: work.root,
    get manifest() {
      return work.manifest;
    },
    get unread() {
      // What cannot be taken into the private folder, such as links, is missed there and has to be said.
      if (work === origin) return work.unread;
      return [...work.unread, ...origin.unread].toSorted((one, other) => compareByCodePoint(one.path, other.path));
    },
    baseline,
    baselineGaps: origin.baselineGaps,
    async scan({ signal } = {}) {
      const { manifest, changes, skipped, collisions } = await act(() =>
        sync(stage, { ...attribution, ...(signal && { signal }) }),
      );
      return { manifest, changes, skipped, ...(collisions !== undefined && { collisions }) };
    },
    changesSinceBaseline() {
      requireOpen();
      return diffManifests(baseline, work.manifest);
    },
    async baselineBytes(path) {
      requireOpen();
      const entry = baseline.get(path);
      return entry && blobs.get(entry.hash);
    },
    read: (path) => work.read(path),
    write: (path, bytes, writeOptions) => act(() => work.write(path, bytes, writeOptions)),
    attribute(next) {
      attribution = next;
    },
    sync: (syncOptions) => act(() => sync(stage, { ...attribution, ...syncOptions })),
    reduction: () => act(async () => (await stage.look()).reduction),
    plan: ({ paths } = {}) => act(async () => planOf(stage, await stage.look(), paths)),
    promote: (promoteOptions = {}) => act(() => promote(stage, judges, promoteOptions)),
    check: (checkOptions = {}) => act(() => check(stage, judges, checkOptions)),
    previewRollback: (target) => act(() => previewRollback(stage, target)),
    rollback: (target, rollbackOptions = {}) => act(() => rollBack(stage, target, rollbackOptions)),
    resolveConflict: (path, keep, resolveOptions = {}) => act(() => resolveConflict(stage, path, keep, resolveOptions)),
    previewMerge: (path) => act(() => previewMerge(stage, path)),
    branches: () => act(async () => [...(await stage.look()).state.branches.values()]),
    operations: () => act(async () => (await stage.look()).branch.history),
    version: (hash) => act(() => blobs.get(hash)),
    materialise: (folder) =>
      act(async () => {
        const target = requireEmpty(folder);
        const { tree } = (await stage.look()).reduction;
        const notKept = await hydrate(target, tree, undefined, stage.contentOf);
        return { files: tree.size - notKept.length, notKept };
      }),
    verify: (verifyOptions = {}) => act(() => verifyStage(stage, verifyOptions)),
    collect: () => act(() => collectVersions(stage)),
    async close() {
      isClosed = true;
      await inTurn(async () => {});
      await work.close();
      if (work !== origin) await origin.close();
      if (options.journal === undefined) await stage.journal.close();
    },
  };
}

/** Made if missing. Throws `FOLDER_NOT_EMPTY`: what is there already would be mixed with the branch's files. */
function requireEmpty(folder: string): string {
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length === 0) return realpathSync(folder);
  throw new WorkspaceError("FOLDER_NOT_EMPTY", {
    message: `${folder} holds files already. Name an empty folder, or one that does not exist.`,
    data: { folder },
  });
}
