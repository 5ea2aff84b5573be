import { randomUUID } from "node:crypto";
import { hashBytesSync } from "@runningtab/content-hash/node";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { Journal, JournalEntry } from "../journal/journal.ts";
import type { Tree } from "../journal/operation.ts";
import { reduce } from "../journal/reduce.ts";
import { type AcceptedTree, advance, emptyState, type JournalState } from "../journal/state.ts";
import { decodeTree, encodeTree } from "../journal/tree-blob.ts";
import { WorkspaceError } from "../workspace-error.ts";

/** The journal, folded, with the trees that it names. */
export interface Ledger {
  /** The state now, also what other processes appended meanwhile. */
  catchUp(): Promise<JournalState>;
  /** `false`: somebody appended since `state`; nothing was written, decide anew. */
  append(state: JournalState, entries: readonly JournalEntry[]): Promise<boolean>;
  /** The accepted tree of an entry's number. */
  treeAt(state: JournalState, seq: number): Promise<Tree>;
  keepTree(tree: Tree): Promise<AcceptedTree["tree"]>;
}

/** `firstTree`: the folder as it was when the state folder was first used, to make damaged trees again from. */
export function createLedger(journal: Journal, blobs: BlobStore, firstTree: Tree): Ledger {
  let known = emptyState;
  const trees = new Map<AcceptedTree["tree"], Tree>();

  async function treeAt(state: JournalState, seq: number): Promise<Tree> {
    const index = state.accepted.findIndex((candidate) => candidate.seq === seq);
    const accepted = state.accepted[index];
    if (accepted === undefined) return new Map();
    const cached = trees.get(accepted.tree);
    if (cached !== undefined) return cached;
    const tree = (await readTree(accepted.tree)) ?? (await makeTreeAgain(state, index));
    trees.set(accepted.tree, tree);
    return tree;
  }

  async function readTree(hash: AcceptedTree["tree"]): Promise<Tree | undefined> {
    try {
      const bytes = await blobs.get(hash);
      return bytes && decodeTree(bytes);
    } catch (error) {
      if (WorkspaceError.isInstance(error) && error.code === "STATE_CORRUPT") return undefined;
      throw error;
    }
  }

  /** From the tree before and the operations that were accepted then; the hash tells whether it is the same one. */
  async function makeTreeAgain(state: JournalState, index: number): Promise<Tree> {
    const { tree: hash, operations } = state.accepted[index]!;
    const wanted = new Set(operations);
    const history = [...state.branches.values()].flatMap((branch) => branch.history);
    const taken = history.filter(({ seq }) => wanted.has(seq)).toSorted((one, other) => one.seq - other.seq);
    const before = index === 0 ? firstTree : await treeAt(state, state.accepted[index - 1]!.seq);
    const { tree } = reduce(before, taken);
    if (hashBytesSync(encodeTree(tree)) === hash) return tree;
    throw new WorkspaceError("STATE_CORRUPT", {
      message: `The accepted tree ${hash} is damaged or missing, and the journal does not lead to it. The user's folder is not affected; move the state folder aside to begin anew.`,
      data: { hash },
    });
  }

  return {
    async catchUp() {
      for (const stored of await journal.read(known.seq)) known = advance(known, stored);
      return known;
    },
    async append(state, entries) {
      const { status } = await journal.append({ key: randomUUID(), expectedSeq: state.seq, entries });
      return status === "appended";
    },
    treeAt,
    async keepTree(tree) {
      const hash = await blobs.put(encodeTree(tree));
      trees.set(hash, tree);
      return hash;
    },
  };
}

export function latestAccepted(state: JournalState): number {
  return state.accepted.at(-1)?.seq ?? 0;
}
