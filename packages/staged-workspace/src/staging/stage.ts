import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { BlobStore } from "../blobs/blob-store.ts";
import { createFileBlobStore } from "../blobs/file.ts";
import { createWorkspace } from "../create-workspace.ts";
import type { Journal, JournalEntry, WritesIntended } from "../journal/journal.ts";
import type { FileVersion, Operation, Tree } from "../journal/operation.ts";
import type { Reduction } from "../journal/reduce.ts";
import type { BranchState, JournalState } from "../journal/state.ts";
import { createSqliteJournal } from "../journals/sqlite.ts";
import { isSecretPath } from "../secret-paths.ts";
import { openStateFolder } from "../state-folder.ts";
import { WorkspaceError } from "../workspace-error.ts";
import type { Workspace } from "../workspace.ts";
import { type ContentOf, type PreparedWrites, prepareWrites, type WriteConflict } from "./apply-writes.ts";
import { PERSON } from "./entries.ts";
import { createBranchFold } from "./fold-branch.ts";
import { hydrate } from "./hydrate.ts";
import { createLedger, latestAccepted, type Ledger } from "./ledger.ts";
import { secretHashes } from "./secret-versions.ts";
import type { StagedWorkspaceOptions } from "./staged-workspace.ts";
import { treeOf } from "./trees.ts";
import { contentFrom, keepVersions } from "./versions.ts";

const DEFAULT_MAX_FILE_BYTES = 64 * 1024 * 1024;
const DEFAULT_MAX_BLOB_BYTES = 4 * 1024 * 1024 * 1024;
/** How often a decision is made anew because others changed what it was made on. */
const ATTEMPTS = 10;

/** One branch of one workspace, open: what `sync`, `promote` and `rollback` share. */
export interface Stage {
  readonly mode: "staged" | "in-place";
  readonly branchName: string;
  /** The user's folder. */
  readonly origin: Workspace;
  /** The folder that is worked in; in place it is `origin`. */
  readonly work: Workspace;
  readonly journal: Journal;
  readonly blobs: BlobStore;
  readonly ledger: Ledger;
  readonly contentOf: ContentOf;
  readonly maxFileBytes: number;
  readonly now: () => number;
  /** Head of the journal after the last sync that ended, when folders and journal said the same. */
  readonly progress: { quietSeq: number | undefined };
  fold(accepted: Tree, operations: readonly Operation[]): Promise<Reduction>;
  /** Everything that a decision is made on, as of one moment of the journal. */
  look(): Promise<Sight>;
  /**
   * Appends the entries and carries out the intents among them. What may fail for want of space or permission is done
   * before, so that it fails with nothing changed. `undefined`: somebody appended since `state`; nothing was done.
   */
  commit(state: JournalState, entries: readonly JournalEntry[]): Promise<readonly WriteConflict[] | undefined>;
  /** Carries out what was decided and not finished; also what another process is at just now, which does no harm. */
  finishIntents(): Promise<void>;
}

export interface Sight {
  readonly state: JournalState;
  readonly branch: BranchState;
  readonly accepted: Tree;
  readonly reduction: Reduction;
}

export async function openStage(options: StagedWorkspaceOptions): Promise<Stage> {
  const { mode = "staged", branch: branchOptions = { name: "main" }, maxFileBytes = DEFAULT_MAX_FILE_BYTES } = options;
  const { name: branchName, kind = "chat", user = "" } = branchOptions;
  requireBranchName(branchName);
  const now = options.now ?? Date.now;
  const folderOptions = {
    ...(options.ignore && { ignore: options.ignore }),
    ...(options.now && { now: options.now }),
    ...(options.watch !== undefined && { watch: options.watch }),
    ...(options.signal && { signal: options.signal }),
  };
  const origin = await createWorkspace({
    ...folderOptions,
    root: options.root,
    stateFolder: options.stateFolder,
    // Copies for the default store, made as cheaply as the file system can; another store is given the bytes below.
    baselineLimits:
      options.blobs === undefined ? { maxFileBytes, maxTotalBytes: DEFAULT_MAX_BLOB_BYTES } : { maxFileBytes: -1 },
  });
  const stateFolder = openStateFolder(options.stateFolder, origin.root);
  const blobs =
    options.blobs ?? createFileBlobStore({ folder: join(stateFolder, "blobs"), maxBytes: DEFAULT_MAX_BLOB_BYTES });
  const journal = options.journal ?? createSqliteJournal({ file: join(stateFolder, "journal.db") });
  const first = treeOf(origin.baseline);
  const ledger = createLedger(journal, blobs, first);
  const fold = createBranchFold(options.sameContent, (hash) => blobs.get(hash));
  const branchFolder = join(stateFolder, "branches", branchName);

  await repeat(async () => {
    const state = await ledger.catchUp();
    if (state.accepted.length > 0) return true;
    if (options.journal === undefined) requireNoBranches(stateFolder);
    // The first accepted tree is the folder as it was when the state folder was first used.
    if (options.blobs !== undefined) {
      const created = Array.from(first, ([path, after]) => ({ kind: "create", path, after }) as const);
      // What changed since the baseline was taken is met, and kept, as a change.
      await keepVersions(origin, blobs, created, maxFileBytes);
    }
    const tree = await ledger.keepTree(first);
    return ledger.append(state, [{ type: "tree.accepted", at: now(), tree, operations: [], actor: PERSON }]);
  });
  await repeat(async () => {
    const state = await ledger.catchUp();
    if (state.branches.has(branchName)) return true;
    if (mode === "staged") await fillBranchFolder(state);
    return ledger.append(state, [{ type: "branch.opened", at: now(), branch: branchName, kind, user }]);
  });

  /** Until the branch stands in the journal its folder belongs to nobody, so that a half-made one is made anew. */
  async function fillBranchFolder(state: JournalState): Promise<void> {
    rmSync(branchFolder, { recursive: true, force: true });
    mkdirSync(join(branchFolder, "files"), { recursive: true, mode: 0o700 });
    const tree = await ledger.treeAt(state, latestAccepted(state));
    const keptIn = contentFrom(blobs, [origin]);
    const missing = await hydrate(join(branchFolder, "files"), tree, origin.root, keptIn, options.signal);
    if (missing.length === 0) return;
    throw new WorkspaceError("VERSION_NOT_KEPT", {
      message: `The branch ${branchName} cannot be made: the accepted versions of ${missing.join(", ")} are neither in the folder nor kept.`,
      data: { paths: missing },
    });
  }

  const work =
    mode === "in-place"
      ? origin
      : await createWorkspace({
          ...folderOptions,
          root: join(branchFolder, "files"),
          stateFolder: join(branchFolder, "scan"),
          // Its first versions are those of the accepted tree, which are kept already.
          baselineLimits: { maxFileBytes: -1 },
        });
  const folders = work === origin ? [origin] : [work, origin];
  const contentOf = contentFrom(blobs, folders);

  /** `undefined`: the folder of another branch, which whoever opens that branch sees to. */
  function folderOf({ target, branch }: WritesIntended): string | undefined {
    if (target === "root" || mode === "in-place") return origin.root;
    return branch === branchName ? work.root : undefined;
  }

  async function finish(intent: number, conflicts: readonly WriteConflict[]): Promise<void> {
    const reported: { path: string; found: FileVersion | undefined; blob: boolean }[] = [];
    for (const { path, found } of conflicts) {
      reported.push({ path, found, blob: found !== undefined && (await keepFound(path, found)) });
    }
    await repeat(async () => {
      const state = await ledger.catchUp();
      if (!state.openIntents.has(intent)) return true;
      return ledger.append(state, [{ type: "writes.applied", at: now(), intent, conflicts: reported }]);
    });
  }

  async function keepFound(path: string, { hash, size }: FileVersion): Promise<boolean> {
    const state = await ledger.catchUp();
    const secrets = secretHashes([await ledger.treeAt(state, latestAccepted(state))], state.branches.values());
    for (const folder of size > maxFileBytes || isSecretPath(path) || secrets.has(hash) ? [] : folders) {
      const file = await folder.read(path);
      if (file?.hash === hash) await blobs.put(file.bytes);
    }
    return blobs.has(hash);
  }

  return {
    mode,
    branchName,
    origin,
    work,
    journal,
    blobs,
    ledger,
    contentOf,
    maxFileBytes,
    now,
    progress: { quietSeq: undefined },
    fold,
    async look() {
      const state = await ledger.catchUp();
      const branch = state.branches.get(branchName)!;
      const accepted = await ledger.treeAt(state, latestAccepted(state));
      return { state, branch, accepted, reduction: await fold(accepted, branch.staged) };
    },
    async commit(state, entries) {
      const prepared: { readonly seq: number; readonly writes: PreparedWrites }[] = [];
      let isDecided = false;
      try {
        for (const [index, entry] of entries.entries()) {
          if (entry.type !== "writes.intended" || entry.writes.length === 0) continue;
          const writes = await prepareWrites(folderOf(entry)!, entry.writes, contentOf);
          prepared.push({ seq: state.seq + index + 1, writes });
        }
        isDecided = await ledger.append(state, entries);
        if (!isDecided) return undefined;
      } finally {
        if (!isDecided) for (const { writes } of prepared) writes.discard();
      }
      const conflicts: WriteConflict[] = [];
      for (const { seq, writes } of prepared) {
        const met = await writes.apply();
        await finish(seq, met);
        conflicts.push(...met);
      }
      return conflicts;
    },
    async finishIntents() {
      for (const [seq, intent] of (await ledger.catchUp()).openIntents) {
        const folder = folderOf(intent);
        if (folder === undefined) continue;
        const writes = [];
        for (const write of intent.writes) {
          // A version that was never kept and is in no folder any more cannot be written; what stands there stays.
          const isPossible = write.after === undefined || (await contentOf(write.path, write.after)) !== undefined;
          if (isPossible) writes.push(write);
        }
        await finish(seq, await (await prepareWrites(folder, writes, contentOf)).apply());
      }
    },
  };
}

/** Tries until `step` says that it is done: others may append to the journal between its look and its decision. */
export async function repeat(step: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) if (await step()) return;
  throw new WorkspaceError("BUSY", {
    message: `Others changed the workspace during each of ${ATTEMPTS} attempts. Try again when they are done.`,
    data: { attempts: ATTEMPTS },
  });
}

/** A folder is made for a branch when the journal has entries. With a new journal beside it, it would be made anew: emptied. */
function requireNoBranches(stateFolder: string): void {
  const folder = join(stateFolder, "branches");
  if (!existsSync(folder)) return;
  throw new WorkspaceError("STATE_CORRUPT", {
    message: `The journal of ${stateFolder} is missing, but there are branches. Take what you need out of ${folder}, then move the state folder aside to begin anew; the workspace itself is not affected.`,
    data: { stateFolder },
  });
}

function requireBranchName(name: string): void {
  if (/^(?!\.)[\w.-]{1,64}$/.test(name)) return;
  throw new WorkspaceError("PATH_REFUSED", {
    message: `${JSON.stringify(name)} is no name for a branch. Use letters, digits, "-", "_" and ".", at most 64, not beginning with a dot.`,
    data: { path: name, reason: "name" },
  });
}
