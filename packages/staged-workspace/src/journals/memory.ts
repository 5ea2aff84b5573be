import type { Journal } from "../journal/journal.ts";
import { WorkspaceError } from "../workspace-error.ts";
import { type ChainedRow, chainLink, chainStart, verifyChain } from "./chain.ts";

/** A journal in this process's memory: for tests, and for work that nobody wants back. */
export function createMemoryJournal(): Journal {
  const rows: ChainedRow[] = [];
  const keys = new Set<string>();
  let isClosed = false;
  const requireOpen = (): void => {
    if (isClosed) throw new WorkspaceError("CLOSED", { message: "The journal was closed. Create a new one." });
  };
  return {
    specVersion: 1,
    async append({ key, expectedSeq, entries }) {
      requireOpen();
      if (keys.has(key)) return { status: "duplicate", seq: rows.length };
      if (expectedSeq !== rows.length) return { status: "conflict", seq: rows.length };
      if (entries.length > 0) keys.add(key);
      for (const entry of entries) {
        const seq = rows.length + 1;
        const body = JSON.stringify(entry);
        rows.push({ seq, key, body, chain: chainLink(rows.at(-1)?.chain ?? chainStart, seq, key, body) });
      }
      return { status: "appended", seq: rows.length };
    },
    async read(afterSeq) {
      requireOpen();
      return rows.slice(Math.max(0, afterSeq)).map(({ seq, body }) => ({ seq, entry: JSON.parse(body) }));
    },
    async verify() {
      requireOpen();
      return verifyChain(rows, { seq: rows.length, chain: rows.at(-1)?.chain ?? chainStart });
    },
    async close() {
      isClosed = true;
    },
  };
}
