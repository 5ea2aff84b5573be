import type { JournalEntry, OperationRecorded } from "../journal/journal.ts";
import type { FileEdit, Operation, Tree } from "../journal/operation.ts";
import { operationOf } from "../journal/state.ts";
import { latestAccepted } from "./ledger.ts";
import { secretHashes } from "./secret-versions.ts";
import { moveBase, repeat, type Stage } from "./stage.ts";
import type { SyncOptions, SyncResult } from "./staged-workspace.ts";
import { sweepUnfinished } from "./sweep-unfinished.ts";
import { applyEdits, diffTrees, foldersOf, placeable, treeOf, writesBetween } from "./trees.ts";
import { keepVersions } from "./versions.ts";

const PERSON = "person";

/**
 * Scans the folders and writes down what changed, in one act: what `actor` did in the folder that is worked in, and what
 * people did in the user's own. The latter is accepted as it is found: it stands where accepted files stand.
 */
export async function sync(stage: Stage, options: SyncOptions = {}): Promise<SyncResult> {
  const { signal } = options;
  const scanOptions = signal && { signal };
  const [recorded, changes, notKept]: [Operation[], SyncResult["changes"][number][], SyncResult["notKept"][number][]] =
    [[], [], []];
  let skipped: SyncResult["skipped"] = [];

  const { quietSeq } = stage.progress;
  stage.progress.quietSeq = undefined;
  let isWritten = false;
  await repeat(async () => {
    // Half-written files of another act, or of another process at this moment, are nobody's edits.
    await stage.finishIntents();
    const { state, branch, accepted } = await stage.look();
    if (state.openIntents.values().some(({ target }) => target === "root")) return false;
    const scan = await stage.work.scan(scanOptions);
    changes.push(...scan.changes);
    skipped = scan.skipped;
    const originScan = stage.mode === "staged" ? await stage.origin.scan(scanOptions) : undefined;
    const originChanges = originScan?.changes ?? [];
    sweepUnfinished(stage.work.root, scan.skipped, stage.now());
    if (originScan !== undefined) sweepUnfinished(stage.origin.root, originScan.skipped, stage.now());
    // Most syncs find nothing at all; comparing whole trees would cost them more than the scan.
    if (quietSeq === state.seq && scan.changes.length + originChanges.length === 0) return true;
    const base = await stage.ledger.treeAt(state, branch.base);
    const { tree } = await stage.fold(base, branch.staged);
    // Below a file of the branch nothing of people's could be put: that it is not there is no deletion.
    const edits = diffTrees(tree, treeOf(scan.manifest)).filter(
      ({ kind, path }) => kind !== "delete" || !foldersOf(path).some((folder) => tree.has(folder)),
    );
    const ofPeople = stage.mode === "staged" ? diffTrees(accepted, treeOf(stage.origin.manifest)) : [];

    const standing = [accepted, base, treeOf(scan.manifest), treeOf(stage.origin.manifest)];
    const secrets = secretHashes(standing, state.branches.values());
    const kept = await keepVersions(stage.work, stage.blobs, edits, stage.maxFileBytes, secrets);
    const keptOfPeople = await keepVersions(stage.origin, stage.blobs, ofPeople, stage.maxFileBytes, secrets);
    // A file changed after it was scanned: the edits tell of a version that is nowhere any more.
    if (kept === undefined || keptOfPeople === undefined) return false;

    const at = stage.now();
    const own = edits.map((edit) => record(stage, at, options, patchName(options, state.seq), edit));
    const theirPatch = `${PERSON}-${state.seq + own.length + 1}`;
    const theirs = ofPeople.map((edit) => record(stage, at, { actor: PERSON }, theirPatch, edit));
    const operations = [...own, ...theirs].map((entry, index) => operationOf(state.seq + index + 1, entry));
    const entries: JournalEntry[] = [...own, ...theirs];
    const staged = [...branch.staged, ...operations.slice(0, own.length)];
    const { settled } = await stage.fold(base, staged);
    if (settled.length > 0) entries.push(withdraw(stage, settled, at));
    if (theirs.length > 0) {
      const theirOperations = operations.slice(own.length);
      entries.push(await accept(stage, applyEdits(accepted, ofPeople), theirOperations, at));
    } else if (stage.mode === "in-place") {
      const accepting = await acceptOfPeople(stage, accepted, staged, at);
      // In the same act the folder, which holds it all, builds on the new tree.
      if (accepting !== undefined) entries.push(accepting, moveBase(stage, state.seq + entries.length + 1, at));
    }
    // What the agent took back, or made room for, shows again what was accepted there meanwhile.
    const gone = new Set(settled);
    const left = await stage.fold(
      base,
      staged.filter(({ seq }) => !gone.has(seq)),
    );
    const isMoot = own.length + settled.length === 0;
    const restored = isMoot ? [] : writesBetween(treeOf(scan.manifest), placeable(left.tree));
    if (restored.length > 0) entries.push(moveBase(stage, branch.base, at, restored));
    if (entries.length > 0 && (await stage.commit(state, entries)) === undefined) return false;
    isWritten = restored.length > 0;
    recorded.push(...operations);
    notKept.push(...kept, ...keptOfPeople);
    return true;
  });
  // What this scan finds beside our own writes is taken up by the next sync, which is no quiet one therefore.
  if ((await rebase(stage)) || isWritten) changes.push(...(await stage.work.scan(scanOptions)).changes);
  else stage.progress.quietSeq = (await stage.ledger.catchUp()).seq;
  return { manifest: stage.work.manifest, changes, operations: recorded, notKept, skipped };
}

function record(
  { branchName }: Stage,
  at: number,
  { actor = "agent", turn }: SyncOptions,
  patch: string,
  edit: FileEdit,
): OperationRecorded {
  return {
    type: "operation.recorded",
    at,
    branch: branchName,
    patch,
    ...(turn !== undefined && { turn }),
    actor,
    edit,
  };
}

/** Operations that leave nothing behind are staged no longer. */
export function withdraw({ branchName }: Stage, operations: readonly number[], at: number): JournalEntry {
  return { type: "operations.withdrawn", at, branch: branchName, operations, actor: "settled" };
}

function patchName({ patch, turn, actor = "agent" }: SyncOptions, head: number): string {
  return patch ?? (turn === undefined ? `${actor}-${head + 1}` : `turn-${turn}`);
}

async function accept(stage: Stage, tree: Tree, operations: readonly Operation[], at: number): Promise<JournalEntry> {
  return {
    type: "tree.accepted",
    at,
    tree: await stage.ledger.keepTree(tree),
    branch: stage.branchName,
    operations: operations.map(({ seq }) => seq),
    actor: PERSON,
  };
}

/** In place both work in one folder: what touches nothing of the agent's is accepted, the rest stays on the chain. */
async function acceptOfPeople(
  stage: Stage,
  accepted: Tree,
  staged: readonly Operation[],
  at: number,
): Promise<JournalEntry | undefined> {
  const byPeople = new Set(staged.filter(({ actor }) => actor === PERSON).map(({ seq }) => seq));
  if (byPeople.size === 0) return undefined;
  const { plan } = await stage.fold(accepted, staged);
  const theirs = plan.filter(({ operations }) => operations.every((seq) => byPeople.has(seq)));
  if (theirs.length === 0) return undefined;
  const taken = new Set(theirs.flatMap(({ operations }) => operations));
  const tree = applyEdits(
    accepted,
    theirs.map(({ edit }) => edit),
  );
  return accept(
    stage,
    tree,
    staged.filter(({ seq }) => taken.has(seq)),
    at,
  );
}

/** Brings the branch's folder to the latest accepted tree, its own operations kept. Returns whether files were written. */
async function rebase(stage: Stage): Promise<boolean> {
  let isWritten = false;
  await repeat(async () => {
    const { state, branch, reduction } = await stage.look();
    const latest = latestAccepted(state);
    if (branch.base === latest) return true;
    const { tree } = await stage.fold(await stage.ledger.treeAt(state, branch.base), branch.staged);
    const writes = stage.mode === "in-place" ? [] : writesBetween(tree, reduction.tree);
    isWritten = writes.length > 0;
    const at = stage.now();
    const entries: JournalEntry[] = [moveBase(stage, latest, at, writes)];
    // Both sides did the same: there is nothing of the branch's own left in it.
    if (reduction.settled.length > 0) entries.push(withdraw(stage, reduction.settled, at));
    return (await stage.commit(state, entries)) !== undefined;
  });
  return isWritten;
}
