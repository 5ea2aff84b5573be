import type { JournalEntry } from "../journal/journal.ts";
import type { Operation, Tree } from "../journal/operation.ts";
import { operationOf } from "../journal/state.ts";
import type { ScanResult } from "../manifest.ts";
import { acceptedEntry, branchWrites, movedBase, operationEntry, PERSON, withdrawnEntry } from "./entries.ts";
import { latestAccepted } from "./ledger.ts";
import { secretHashes } from "./secret-versions.ts";
import { repeat, type Sight, type Stage } from "./stage.ts";
import type { SyncOptions, SyncResult } from "./staged-workspace.ts";
import { sweepUnfinished } from "./sweep-unfinished.ts";
import { applyEdits, diffTrees, foldersOf, placeable, treeOf, writesBetween } from "./trees.ts";
import { keepVersions } from "./versions.ts";

/**
 * Scans the folders and writes down what changed, in one act: what `actor` did in the folder that is worked in, and what
 * people did in the user's own. The latter is accepted as it is found: it stands where accepted files stand.
 */
export async function sync(stage: Stage, options: SyncOptions = {}): Promise<SyncResult> {
  const scanOptions = options.signal && { signal: options.signal };
  const changes: SyncResult["changes"][number][] = [];
  let skipped: SyncResult["skipped"] = [];
  let collisions: SyncResult["collisions"];
  let recorded: Recorded = { operations: [], notKept: [], isWritten: false };

  const { quietSeq } = stage.progress;
  stage.progress.quietSeq = undefined;
  await repeat(async () => {
    // Half-written files of another act, or of another process at this moment, are nobody's edits.
    await stage.finishIntents();
    const sight = await stage.look();
    if (sight.state.openIntents.values().some(({ target }) => target === "root")) return false;
    const work = await scanAndSweep(stage, stage.work, scanOptions);
    const origin = stage.mode === "staged" ? await scanAndSweep(stage, stage.origin, scanOptions) : undefined;
    changes.push(...work.changes);
    ({ skipped, collisions } = work);
    // Most syncs find nothing at all; comparing whole trees would cost them more than the scan.
    if (quietSeq === sight.state.seq && work.changes.length + (origin?.changes.length ?? 0) === 0) return true;
    const result = await record(stage, sight, options, {
      work: treeOf(work.manifest),
      origin: origin && treeOf(origin.manifest),
    });
    if (result === undefined) return false;
    recorded = result;
    return true;
  });
  // What this scan finds beside our own writes is taken up by the next sync, which is no quiet one therefore.
  if ((await rebase(stage)) || recorded.isWritten) changes.push(...(await stage.work.scan(scanOptions)).changes);
  else stage.progress.quietSeq = (await stage.ledger.catchUp()).seq;
  const { operations, notKept } = recorded;
  return {
    manifest: stage.work.manifest,
    changes,
    operations,
    notKept,
    skipped,
    ...(collisions !== undefined && { collisions }),
  };
}

async function scanAndSweep(
  stage: Stage,
  folder: Stage["work"],
  scanOptions: { readonly signal: AbortSignal } | undefined,
): Promise<ScanResult> {
  const scan = await folder.scan(scanOptions);
  sweepUnfinished(folder.root, scan.skipped, stage.now());
  return scan;
}

interface Recorded extends Pick<SyncResult, "operations" | "notKept"> {
  /** Whether files were written into the branch's folder. */
  readonly isWritten: boolean;
}

/** `undefined`: somebody was faster, or a file changed after it was scanned; nothing was written down. */
async function record(
  stage: Stage,
  { state, branch, accepted }: Sight,
  options: SyncOptions,
  found: { readonly work: Tree; readonly origin: Tree | undefined },
): Promise<Recorded | undefined> {
  const base = await stage.ledger.treeAt(state, branch.base);
  const { tree } = await stage.fold(base, branch.staged);
  // Below a file of the branch nothing of people's could be put: that it is not there is no deletion.
  const edits = diffTrees(tree, found.work).filter(
    ({ kind, path }) => kind !== "delete" || !foldersOf(path).some((folder) => tree.has(folder)),
  );
  const ofPeople = found.origin === undefined ? [] : diffTrees(accepted, found.origin);

  const secrets = secretHashes([accepted, base, found.work, found.origin ?? found.work], state.branches.values());
  const kept = await keepVersions(stage.work, stage.blobs, edits, stage.maxFileBytes, secrets);
  const keptOfPeople = await keepVersions(stage.origin, stage.blobs, ofPeople, stage.maxFileBytes, secrets);
  // The edits tell of a version that is nowhere any more.
  if (kept === undefined || keptOfPeople === undefined) return undefined;

  const { actor = "agent", turn } = options;
  const patch = patchName(options, state.seq);
  const theirPatch = `${PERSON}-${state.seq + edits.length + 1}`;
  const rows = [
    ...edits.map((edit) => operationEntry(stage, edit, { actor, patch, turn })),
    ...ofPeople.map((edit) => operationEntry(stage, edit, { actor: PERSON, patch: theirPatch })),
  ];
  const operations = rows.map((row, index) => operationOf(state.seq + index + 1, row));
  const staged = [...branch.staged, ...operations.slice(0, edits.length)];
  const { settled } = await stage.fold(base, staged);
  const entries: JournalEntry[] = [...rows];
  if (settled.length > 0) entries.push(withdrawnEntry(stage, settled));
  if (ofPeople.length > 0) {
    const theirs = operations.slice(edits.length).map(({ seq }) => seq);
    entries.push(await acceptedEntry(stage, applyEdits(accepted, ofPeople), theirs, { actor: PERSON }));
  } else if (stage.mode === "in-place") {
    const accepting = await acceptOfPeople(stage, accepted, staged);
    // In the same act the folder, which holds it all, builds on the new tree.
    if (accepting !== undefined) entries.push(accepting, movedBase(stage, state.seq + entries.length + 1));
  }
  const restored =
    edits.length + settled.length === 0 ? [] : await madeRoomFor(stage, base, staged, settled, found.work);
  if (restored.length > 0) entries.push(branchWrites(stage, restored));
  if (entries.length > 0 && (await stage.commit(state, entries)) === undefined) return undefined;
  return { operations, notKept: [...kept, ...keptOfPeople], isWritten: restored.length > 0 };
}

/** What the agent took back, or made room for, shows again what was accepted there meanwhile. */
async function madeRoomFor(
  stage: Stage,
  base: Tree,
  staged: readonly Operation[],
  settled: readonly number[],
  found: Tree,
): Promise<ReturnType<typeof writesBetween>> {
  const gone = new Set(settled);
  const { tree } = await stage.fold(
    base,
    staged.filter(({ seq }) => !gone.has(seq)),
  );
  return writesBetween(found, placeable(tree));
}

function patchName({ patch, turn, actor = "agent" }: SyncOptions, head: number): string {
  return patch ?? (turn === undefined ? `${actor}-${head + 1}` : `turn-${turn}`);
}

/** In place both work in one folder: what touches nothing of the agent's is accepted, the rest stays on the chain. */
async function acceptOfPeople(
  stage: Stage,
  accepted: Tree,
  staged: readonly Operation[],
): Promise<JournalEntry | undefined> {
  const byPeople = new Set(staged.filter(({ actor }) => actor === PERSON).map(({ seq }) => seq));
  if (byPeople.size === 0) return undefined;
  const { plan } = await stage.fold(accepted, staged);
  const theirs = plan.filter(({ operations }) => operations.every((seq) => byPeople.has(seq)));
  if (theirs.length === 0) return undefined;
  const tree = applyEdits(
    accepted,
    theirs.map(({ edit }) => edit),
  );
  const taken = theirs.flatMap(({ operations }) => operations);
  return acceptedEntry(stage, tree, taken, { actor: PERSON });
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
    const entries: JournalEntry[] = [movedBase(stage, latest, writes)];
    // Both sides did the same: there is nothing of the branch's own left in it.
    if (reduction.settled.length > 0) entries.push(withdrawnEntry(stage, reduction.settled));
    return (await stage.commit(state, entries)) !== undefined;
  });
  return isWritten;
}
