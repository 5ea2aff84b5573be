import { randomUUID } from "node:crypto";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { Journal, JournalEntry } from "../journal/journal.ts";
import type { Tree } from "../journal/operation.ts";
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

export function createLedger(journal: Journal, blobs: BlobStore): Ledger {
  let known = emptyState;
  const trees = new Map<AcceptedTree["tree"], Tree>();

  return {
    async catchUp() {
      for (const stored of await journal.read(known.seq)) known = advance(known, stored);
      return known;
    },
    async append(state, entries) {
      const { status } = await journal.append({ key: randomUUID(), expectedSeq: state.seq, entries });
      return status === "appended";
    },
    async treeAt(state, seq) {
      const accepted = state.accepted.find((candidate) => candidate.seq === seq);
      if (accepted === undefined) return new Map();
      const cached = trees.get(accepted.tree);
      if (cached !== undefined) return cached;
      const bytes = await blobs.get(accepted.tree);
      if (bytes === undefined) {
        throw new WorkspaceError("STATE_CORRUPT", {
          message: `The accepted tree ${accepted.tree} is missing from the kept versions. Verify the state folder to see what can be recovered.`,
          data: { hash: accepted.tree },
        });
      }
      const tree = decodeTree(bytes);
      trees.set(accepted.tree, tree);
      return tree;
    },
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
