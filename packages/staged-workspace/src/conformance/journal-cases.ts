import type { Journal, JournalEntry } from "../journal/journal.ts";
import { expect, expectEqual, type PortCase } from "./port-case.ts";

const opened = (branch: string): JournalEntry => ({
  type: "branch.opened",
  at: 1,
  branch,
  kind: "chat",
  user: "somebody",
});
const seqs = async (journal: Journal, after: number): Promise<readonly number[]> =>
  (await journal.read(after)).map(({ seq }) => seq);

/** What every `Journal` promises. Durability and many processes need processes: the journal's own tests try them. */
export const journalCases: readonly PortCase<Journal>[] = [
  {
    id: "journal/empty",
    title: "begins empty and sound",
    async run(journal) {
      expectEqual(await journal.read(0), [], "entries");
      expectEqual(await journal.verify(), { entries: 0 }, "verification");
    },
  },
  {
    id: "journal/order",
    title: "numbers entries from 1 without gaps, in the order appended",
    async run(journal) {
      const first = await journal.append({ key: "a", expectedSeq: 0, entries: [opened("one"), opened("two")] });
      const second = await journal.append({ key: "b", expectedSeq: 2, entries: [opened("three")] });
      expectEqual(
        [first, second],
        [
          { status: "appended", seq: 2 },
          { status: "appended", seq: 3 },
        ],
        "results",
      );
      expectEqual(
        await journal.read(0),
        [
          { seq: 1, entry: opened("one") },
          { seq: 2, entry: opened("two") },
          { seq: 3, entry: opened("three") },
        ],
        "entries",
      );
    },
  },
  {
    id: "journal/read-after",
    title: "reads what comes after a number, and nothing at the head or beyond",
    async run(journal) {
      await journal.append({ key: "a", expectedSeq: 0, entries: [opened("one"), opened("two"), opened("three")] });
      expectEqual(await seqs(journal, 1), [2, 3], "after 1");
      expectEqual(await seqs(journal, 3), [], "at the head");
      expectEqual(await seqs(journal, 99), [], "beyond the head");
    },
  },
  {
    id: "journal/conflict",
    title: "refuses what was decided on an older or imagined state, and changes nothing",
    async run(journal) {
      await journal.append({ key: "a", expectedSeq: 0, entries: [opened("one")] });
      const older = await journal.append({ key: "b", expectedSeq: 0, entries: [opened("two")] });
      const imagined = await journal.append({ key: "c", expectedSeq: 7, entries: [opened("two")] });
      expectEqual(
        [older, imagined],
        [
          { status: "conflict", seq: 1 },
          { status: "conflict", seq: 1 },
        ],
        "results",
      );
      expectEqual(await seqs(journal, 0), [1], "entries");
      const again = await journal.append({ key: "b", expectedSeq: 1, entries: [opened("two")] });
      expectEqual(again, { status: "appended", seq: 2 }, "the same act, decided anew");
    },
  },
  {
    id: "journal/duplicate",
    title: "takes a known key as done, before it compares states",
    async run(journal) {
      await journal.append({ key: "a", expectedSeq: 0, entries: [opened("one")] });
      const again = await journal.append({ key: "a", expectedSeq: 0, entries: [opened("one")] });
      expectEqual(again, { status: "duplicate", seq: 1 }, "result");
      expectEqual(await seqs(journal, 0), [1], "entries");
    },
  },
  {
    id: "journal/empty-batch",
    title: "appends nothing for no entries, and keeps no key",
    async run(journal) {
      const nothing = await journal.append({ key: "a", expectedSeq: 0, entries: [] });
      const something = await journal.append({ key: "a", expectedSeq: 0, entries: [opened("one")] });
      expectEqual([nothing.status, something.status], ["appended", "appended"], "statuses");
    },
  },
  {
    id: "journal/any-text",
    title: "keeps names with any characters as they are",
    async run(journal) {
      const entry = opened("a\u0000b\ud800 \u2028 é e\u0301 \"'");
      await journal.append({ key: "k\u0000\ud800", expectedSeq: 0, entries: [entry] });
      expectEqual(await journal.read(0), [{ seq: 1, entry }], "entries");
      expectEqual(await journal.verify(), { entries: 1 }, "verification");
    },
  },
  {
    id: "journal/concurrent",
    title: "lets one of two acts on the same state win",
    async run(journal) {
      const results = await Promise.all(
        ["a", "b", "c"].map((key) => journal.append({ key, expectedSeq: 0, entries: [opened(key)] })),
      );
      expectEqual(results.map(({ status }) => status).toSorted(), ["appended", "conflict", "conflict"], "statuses");
    },
  },
  {
    id: "journal/own-copy",
    title: "is not changed by what its callers do to what they were given",
    async run(journal) {
      await journal.append({ key: "a", expectedSeq: 0, entries: [opened("one")] });
      const [stored] = await journal.read(0);
      Object.assign(stored!.entry, { branch: "other" });
      expectEqual((await journal.read(0))[0]?.entry, opened("one"), "entry");
    },
  },
  {
    id: "journal/closed",
    title: "refuses every call after closing",
    async run(journal) {
      await journal.close();
      let code: unknown;
      await journal.read(0).catch((error: { readonly code?: unknown }) => (code = error.code));
      expect(code === "CLOSED", `the error code is ${String(code)}, not CLOSED`);
    },
  },
];
