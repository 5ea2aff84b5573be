import type { CellChanges, EventStore, LogId } from "../event-store.ts";
import type { LogEntry, TabEvent } from "../events.ts";
import { expect, expectEqual, type PortCase } from "./port-case.ts";

/**
 * What every `EventStore` promises, and with the capabilities `cells`, `verify` and `purge` what these optional members do.
 * Durability and many processes need processes: the store's own tests try them.
 */
export const eventStoreCases: readonly PortCase<EventStore>[] = [
  {
    id: "store/unknown-task",
    title: "answers empty for a task that it does not hold",
    async run(store) {
      expectEqual(await store.read("nobody", 0), [], "events");
      expectEqual(await store.tasks(), [], "tasks");
      expect((await store.excerpt("nobody", "L1")) === undefined, "an excerpt of an unknown task");
    },
  },
  {
    id: "store/append-order",
    title: "gives events dense numbers from 1, in the order appended, with their key",
    async run(store) {
      expectEqual(
        await append(store, "a", 0, [opened("one"), turn(1)]),
        { status: "appended", seq: 2 },
        "first append",
      );
      expectEqual(await append(store, "b", 2, [turn(2)]), { status: "appended", seq: 3 }, "second append");
      expectEqual(
        await store.read("task", 0),
        [
          { seq: 1, key: "a", event: opened("one") },
          { seq: 2, key: "a", event: turn(1) },
          { seq: 3, key: "b", event: turn(2) },
        ],
        "events",
      );
    },
  },
  {
    id: "store/read-after",
    title: "reads what comes after a number, and nothing at the head or beyond",
    async run(store) {
      await append(store, "a", 0, [turn(1), turn(2), turn(3)]);
      const seqs = async (after: number): Promise<readonly number[]> =>
        (await store.read("task", after)).map(({ seq }) => seq);
      expectEqual(await seqs(1), [2, 3], "after 1");
      expectEqual(await seqs(3), [], "at the head");
      expectEqual(await seqs(99), [], "beyond the head");
    },
  },
  {
    id: "store/conflict",
    title: "refuses a batch that was decided on an older or imagined state, and changes nothing",
    async run(store) {
      await append(store, "a", 0, [turn(1)]);
      expectEqual(await append(store, "b", 0, [turn(2)]), { status: "conflict", seq: 1 }, "older state");
      expectEqual(await append(store, "c", 7, [turn(2)]), { status: "conflict", seq: 1 }, "imagined state");
      expectEqual((await store.read("task", 0)).length, 1, "number of events");
      expectEqual(await append(store, "b", 1, [turn(2)]), { status: "appended", seq: 2 }, "the same key, decided anew");
    },
  },
  {
    id: "store/duplicate",
    title: "takes a known key as a duplicate, before it compares states, and changes nothing",
    async run(store) {
      await append(store, "a", 0, [turn(1)]);
      await append(store, "b", 1, [turn(2)]);
      expectEqual(await append(store, "a", 0, [turn(1)]), { status: "duplicate", seq: 2 }, "the same batch");
      expectEqual(await append(store, "a", 2, [turn(9)]), { status: "duplicate", seq: 2 }, "the key alone");
      expectEqual((await store.read("task", 0)).length, 2, "number of events");
    },
  },
  {
    id: "store/empty-batch",
    title: "appends nothing for an empty batch, keeps no key, and still knows a duplicate",
    async run(store) {
      expectEqual(await append(store, "a", 0, []), { status: "appended", seq: 0 }, "empty batch on a new task");
      expectEqual(await store.tasks(), [], "tasks");
      expectEqual(await append(store, "a", 0, [turn(1)]), { status: "appended", seq: 1 }, "the key afterwards");
      expectEqual(await append(store, "a", 1, []), { status: "duplicate", seq: 1 }, "a known key");
    },
  },
  {
    id: "store/tasks-apart",
    title: "keeps tasks apart: numbers, keys and excerpts",
    async run(store) {
      await append(store, "same", 0, [read("L1")], { L1: "of one" }, "one");
      expectEqual(
        await append(store, "same", 0, [read("L1")], { L1: "of two" }, "two"),
        { status: "appended", seq: 1 },
        "the same key in another task",
      );
      expectEqual(await store.excerpt("one", "L1"), "of one", "excerpt of the first");
      expectEqual(await store.excerpt("two", "L1"), "of two", "excerpt of the second");
    },
  },
  {
    id: "store/excerpt-verbatim",
    title: "gives excerpts back to the last UTF-16 unit",
    async run(store) {
      const texts = ["", "plain\r\nline\n", "\u0000nul", "lone \ud800 surrogate", "😀 差旅费", "x".repeat(300_000)];
      for (const [index, text] of texts.entries()) {
        const id: LogId = `L${index + 1}`;
        await append(store, `key ${index}`, index, [read(id)], { [id]: text });
        const found = await store.excerpt("task", id);
        expect(found === text, `Excerpt ${index} (${text.length} characters) came back changed.`);
      }
      expect((await store.excerpt("task", "L99")) === undefined, "an excerpt that was never stored");
    },
  },
  {
    id: "store/excerpt-with-its-event",
    title: "stores no excerpt of a batch that it refused",
    async run(store) {
      await append(store, "a", 0, [turn(1)]);
      await append(store, "b", 0, [read("L1")], { L1: "refused" });
      expect((await store.excerpt("task", "L1")) === undefined, "an excerpt without its event");
    },
  },
  {
    id: "store/own-copy",
    title: "is not changed through objects that were handed to it",
    async run(store) {
      const paths = ["a.txt"];
      const entry: LogEntry = { ...read("L1").entry, paths };
      await append(store, "a", 0, [{ ...read("L1"), entry }]);
      paths.push("b.txt");
      const [stored] = await store.read("task", 0);
      expect(stored?.event.type === "read.recorded", "the event's type");
      expectEqual(stored.event.entry.paths, ["a.txt"], "paths");
    },
  },
  {
    id: "store/cells",
    title: "keeps a fold's cells with the batch they come in, and gives back all or those asked for",
    requires: "cells",
    async run(store) {
      expect((await store.loadCells?.("task", 1)) === undefined, "cells of an unknown task");
      await append(store, "a", 0, [turn(1)], {}, "task", cells(0, { head: "1", 'lone "\\ud800"': "x" }));
      await append(store, "b", 1, [turn(2), turn(3)], {}, "task", cells(1, { head: "3" }));
      expectEqual(await kept(store), { seq: 3, head: 3, cells: { head: "3", 'lone "\\ud800"': "x" } }, "all cells");
      const some = await store.loadCells?.("task", 1, ["head", "nothing"]);
      expectEqual([...(some?.cells ?? [])], [["head", "3"]], "some cells");
      expect((await store.loadCells?.("task", 2)) === undefined, "cells of another version");
      await append(store, "c", 3, [turn(4)]);
      expectEqual((await kept(store))?.seq, 3, "where the cells stand after a batch without any");
      expectEqual((await kept(store))?.head, 4, "the head then");
    },
  },
  {
    id: "store/cells-base",
    title: "passes over changes onto a state that it does not hold, and takes a whole state in its place",
    requires: "cells",
    async run(store) {
      await append(store, "a", 0, [turn(1)], {}, "task", cells(1, { head: "1" }));
      expect((await store.loadCells?.("task", 1)) === undefined, "changes onto nothing");
      await append(store, "b", 1, [turn(2)], {}, "task", cells(0, { head: "2", gone: "x" }));
      await append(store, "c", 2, [turn(3)]);
      await append(store, "d", 3, [turn(4)], {}, "task", cells(3, { head: "4" }));
      expectEqual(
        await kept(store),
        { seq: 2, head: 4, cells: { gone: "x", head: "2" } },
        "changes onto a later state",
      );
      await append(store, "e", 4, [turn(5)], {}, "task", cells(1, { head: "5" }));
      expectEqual((await kept(store))?.seq, 5, "changes onto an earlier state");
      await append(store, "f", 5, [turn(6)], {}, "task", cells(0, { head: "6" }));
      expectEqual(await kept(store), { seq: 6, head: 6, cells: { head: "6" } }, "a whole state");
    },
  },
  {
    id: "store/cells-with-their-batch",
    title: "keeps no cells of a batch that it refused",
    requires: "cells",
    async run(store) {
      await append(store, "a", 0, [turn(1)], {}, "task", cells(0, { head: "1" }));
      await append(store, "a", 1, [turn(1)], {}, "task", cells(0, { head: "duplicate" }));
      await append(store, "b", 0, [turn(2)], {}, "task", cells(0, { head: "conflict" }));
      expectEqual(await kept(store), { seq: 1, head: 1, cells: { head: "1" } }, "cells");
    },
  },
  {
    id: "store/tasks-newest-first",
    title: "lists tasks newest first, with the text they were opened with",
    async run(store) {
      await append(store, "a", 0, [opened("first")], {}, "one");
      await append(store, "a", 0, [turn(1)], {}, "two");
      await append(store, "a", 0, [opened("third \ud800")], {}, "three");
      await append(store, "b", 1, [turn(1)], {}, "one");
      expectEqual(
        await store.tasks(),
        [
          { task: "three", openedAt: at, text: "third \ud800" },
          { task: "two", openedAt: at, text: "" },
          { task: "one", openedAt: at, text: "first" },
        ],
        "tasks",
      );
    },
  },
  {
    id: "store/one-winner",
    title: "lets one of several appends on the same state win, and no batch be torn",
    async run(store) {
      const results = await Promise.all(
        Array.from({ length: 8 }, (_, index) => append(store, `key ${index}`, 0, [turn(index), turn(index)])),
      );
      expectEqual(results.filter(({ status }) => status === "appended").length, 1, "winners");
      const events = await store.read("task", 0);
      expectEqual(
        events.map(({ seq }) => seq),
        [1, 2],
        "numbers",
      );
      expect(events[0]?.key === events[1]?.key, "both events of one batch");
    },
  },
  {
    id: "store/verify",
    title: "finds nothing wrong in what it wrote, and gives equal histories equal heads",
    requires: "verify",
    async run(store) {
      await append(store, "lone \ud800 key", 0, [opened("one"), read("L1")], { L1: "lone \ud800 surrogate" });
      await append(store, "b", 2, [turn(1)]);
      await append(store, "a", 0, [turn(1)], {}, "other");
      const all = await store.verify?.();
      expectEqual(all?.damage, [], "damage");
      expectEqual(all?.damageCount, 0, "number of damages");
      const counts = all?.tasks.map(({ task, events, excerpts }) => [task, events, excerpts]).toSorted();
      expectEqual(
        counts,
        [
          ["other", 1, 0],
          ["task", 3, 1],
        ],
        "tasks, events, excerpts",
      );
      const before = await store.verify?.("other");
      expectEqual(before?.tasks.length, 1, "tasks when one is named");
      await append(store, "b", 1, [turn(2)], {}, "other");
      const after = await store.verify?.("other");
      expect(before?.tasks[0]?.head !== after?.tasks[0]?.head, "a head that an append does not change");
      expectEqual((await store.verify?.("nobody"))?.tasks, [], "an unknown task");
    },
  },
  {
    id: "store/purge",
    title: "forgets purged tasks whole, keeps the others, and starts a purged one anew",
    requires: "purge",
    async run(store) {
      await append(store, "a", 0, [opened("one"), read("L1")], { L1: "of one" }, "one", cells(0, { head: "1" }));
      await append(store, "a", 0, [read("L1")], { L1: "of two" }, "two");
      expectEqual((await store.purge?.(["one", "nobody", "one"]))?.tasks, ["one"], "tasks that are gone");
      expectEqual(await store.read("one", 0), [], "events");
      expect((await store.excerpt("one", "L1")) === undefined, "an excerpt of a purged task");
      expect((await store.loadCells?.("one", 1)) === undefined, "cells of a purged task");
      expectEqual(
        (await store.tasks()).map(({ task }) => task),
        ["two"],
        "tasks",
      );
      expectEqual(await store.excerpt("two", "L1"), "of two", "excerpt of the other task");
      expectEqual(await append(store, "a", 0, [turn(1)], {}, "one"), { status: "appended", seq: 1 }, "opened again");
      expectEqual((await store.purge?.([]))?.tasks, [], "a purge of nothing");
    },
  },
];

const at = "2026-01-02T03:04:05.000Z";
const stamp = { version: 1, at, actor: "agent" } as const;

function opened(text: string): TabEvent {
  return { ...stamp, type: "task.opened", text };
}

function turn(number: number): TabEvent {
  return { ...stamp, type: "turn.ended", turn: number };
}

function read(id: LogId): Extract<TabEvent, { type: "read.recorded" }> {
  const entry: LogEntry = {
    id,
    paths: ["a.txt"],
    origin: "read",
    command: "cat a.txt",
    turn: 1,
    length: 3,
    partial: false,
    redacted: false,
    confidence: 1,
  };
  return { ...stamp, type: "read.recorded", entry };
}

function append(
  store: EventStore,
  key: string,
  expectedSeq: number,
  events: readonly TabEvent[],
  excerpts: Readonly<Record<LogId, string>> = {},
  task = "task",
  cells?: CellChanges,
): ReturnType<EventStore["append"]> {
  // Object.entries widens the keys; they are log ids by the parameter's type.
  const entries = Object.entries(excerpts) as [LogId, string][];
  return store.append(task, { key, expectedSeq, events, excerpts: new Map(entries), ...(cells && { cells }) });
}

function cells(base: number, changed: Readonly<Record<string, string>>): CellChanges {
  return { version: 1, base, changed: new Map(Object.entries(changed)) };
}

async function kept(
  store: EventStore,
): Promise<{ readonly seq: number; readonly head: number; readonly cells: object } | undefined> {
  const found = await store.loadCells?.("task", 1);
  return found && { ...found, cells: Object.fromEntries([...found.cells].toSorted()) };
}
