import type { ContentHash } from "@runningtab/content-hash";
import type { BranchOpened, OperationRecorded, StoredEntry, WritesIntended } from "./journal.ts";
import type { Operation } from "./operation.ts";

/** What the journal amounts to. */
export interface JournalState {
  /** Number of the last entry; 0 for an empty journal. */
  readonly seq: number;
  /** Every accepted tree there was, the last one holding now. */
  readonly accepted: readonly AcceptedTree[];
  readonly branches: ReadonlyMap<string, BranchState>;
  /** Intents that nothing says were carried out, in order. */
  readonly openIntents: ReadonlyMap<number, WritesIntended>;
}

export interface AcceptedTree {
  /** Number of the entry that made it the accepted one. */
  readonly seq: number;
  readonly tree: ContentHash;
  /** Numbers of the operations that it took in. */
  readonly operations: readonly number[];
  readonly at: number;
}

export interface BranchState {
  readonly name: string;
  readonly kind: BranchOpened["kind"];
  readonly user: string;
  /** Number of the accepted tree that the branch's folder builds on. */
  readonly base: number;
  /** Not in the accepted tree yet, in order. */
  readonly staged: readonly Operation[];
  /** All there ever were, in order. */
  readonly history: readonly Operation[];
  /** Numbers of those in `history` that a resolved conflict put aside: what stands there now does not come from them. */
  readonly resolved: ReadonlySet<number>;
}

export const emptyState: JournalState = { seq: 0, accepted: [], branches: new Map(), openIntents: new Map() };

/** The state after one more entry. Pure; the state before stays as it was. */
export function advance(state: JournalState, { seq, entry }: StoredEntry): JournalState {
  const next = { ...state, seq };
  switch (entry.type) {
    case "branch.opened": {
      const { branch: name, kind, user } = entry;
      const base = state.accepted.at(-1)?.seq ?? 0;
      return withBranch(next, { name, kind, user, base, staged: [], history: [], resolved: new Set() });
    }
    case "operation.recorded": {
      const operation = operationOf(seq, entry);
      const branch = branchOf(state, entry.branch);
      return withBranch(next, {
        ...branch,
        staged: [...branch.staged, operation],
        history: [...branch.history, operation],
      });
    }
    case "tree.accepted": {
      const accepted = {
        ...next,
        accepted: [...state.accepted, { seq, tree: entry.tree, operations: entry.operations, at: entry.at }],
      };
      return entry.branch === undefined ? accepted : unstage(accepted, entry.branch, entry.operations);
    }
    case "operations.withdrawn": {
      const unstaged = unstage(next, entry.branch, entry.operations);
      if (entry.actor === "settled") return unstaged;
      const branch = branchOf(unstaged, entry.branch);
      return withBranch(unstaged, { ...branch, resolved: new Set([...branch.resolved, ...entry.operations]) });
    }
    case "writes.intended": {
      const openIntents = new Map(state.openIntents);
      if (entry.writes.length > 0) openIntents.set(seq, entry);
      const intended = { ...next, openIntents };
      if (entry.base === undefined) return intended;
      return withBranch(intended, { ...branchOf(state, entry.branch), base: entry.base });
    }
    case "writes.applied": {
      const openIntents = new Map(state.openIntents);
      openIntents.delete(entry.intent);
      return { ...next, openIntents };
    }
    case "plan.checked":
    case "plan.decided":
      return next;
  }
}

export function operationOf(seq: number, entry: OperationRecorded): Operation {
  const { type: _, ...operation } = entry;
  return { seq, ...operation };
}

function unstage(state: JournalState, name: string, operations: readonly number[]): JournalState {
  const gone = new Set(operations);
  const branch = branchOf(state, name);
  return withBranch(state, { ...branch, staged: branch.staged.filter(({ seq }) => !gone.has(seq)) });
}

function branchOf(state: JournalState, name: string): BranchState {
  return (
    state.branches.get(name) ?? { name, kind: "chat", user: "", base: 0, staged: [], history: [], resolved: new Set() }
  );
}

function withBranch(state: JournalState, branch: BranchState): JournalState {
  return { ...state, branches: new Map(state.branches).set(branch.name, branch) };
}
