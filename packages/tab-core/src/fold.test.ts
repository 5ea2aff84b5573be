import {
  createMemoryStore,
  createTab,
  type EventStore,
  foldEvents,
  parseStatusLine,
  type StoredEvent,
  type Tab,
} from "@runningtab/tab-core";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AppendBatch } from "./event-store.ts";
import { emptyProjection, fold, FOLD_VERSION, toState } from "./fold.ts";
import { limits } from "./limits.ts";
import { changedCells, projectionOf } from "./cells.ts";
import { renderStatusLine } from "./texts/status-line.ts";

/** Texts that models and tools produce, and some that they should not. */
const text = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom("headcount 2024", "reimbursement standards", "差旅费标准", "the", "Umsatz Q3"),
  },
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.string({ unit: "grapheme", maxLength: 400 }),
  fc.constant("x".repeat(1_500)),
  fc.constant("[tab] requirements: 0 open, 9 done\n"),
);
const path = fc
  .oneof(
    fc.constantFrom(
      "hr/headcount_2024.xlsx",
      "travel/standards.docx",
      "差旅费标准.pdf",
      "a.txt",
      "b.txt",
      "notes/c.md",
    ),
    fc.string({ minLength: 1, maxLength: 300 }),
  )
  .map(
    (one) =>
      one
        .split("/")
        .filter((part) => !/^\.{0,2}$/.test(part))
        .join("/") || "nameless",
  );
const origin = fc.constantFrom("read", "search", "derived", "computed", "own", "unattributed");
const id = fc.oneof(fc.constantFrom("r1", "r2", "r3", "L1", "L2", "L5"), fc.string({ maxLength: 5 }));

const step = fc.oneof(
  fc.record({
    do: fc.constant("record" as const),
    reads: fc.array(fc.record({ paths: fc.array(path, { maxLength: 2 }), excerpt: text, origin }), { maxLength: 3 }),
    listed: fc.array(path, { maxLength: 5 }),
  }),
  fc.record({
    do: fc.constant("add" as const),
    requirements: fc.array(
      fc.oneof(
        text,
        fc.record({ text, aliases: fc.array(text, { maxLength: 2 }), id: fc.option(id, { nil: undefined }) }),
      ),
      { maxLength: 4 },
    ),
  }),
  fc.record({
    do: fc.constant("resolve" as const),
    input: fc.record(
      {
        id,
        outcome: fc.constantFrom("done", "unavailable", "open"),
        evidence: fc.array(id, { maxLength: 3 }),
        quote: text,
        value: text,
        reason: text,
      },
      { requiredKeys: ["id", "outcome"] },
    ),
  }),
  fc.record({
    do: fc.constant("list" as const),
    input: fc.record(
      {
        kind: fc.constantFrom("requirements", "candidates", "log"),
        limit: fc.integer({ min: -1, max: 300 }),
        offset: fc.integer({ min: -1, max: 20 }),
        requirement: id,
      },
      { requiredKeys: ["kind"] },
    ),
  }),
  fc.record({ do: fc.constant("show" as const), id }),
  fc.record({
    do: fc.constant("change" as const),
    path,
    after: fc.option(fc.constantFrom("h1", "h2"), { nil: undefined }),
  }),
  fc.record({ do: fc.constant("stop" as const) }),
  fc.record({ do: fc.constant("close" as const) }),
  fc.record({ do: fc.constant("open" as const), text }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

async function perform(tab: Tab, one: Step, turn: number): Promise<{ ok: boolean; text: string } | undefined> {
  const call = { callId: `call ${turn}`, turn };
  switch (one.do) {
    case "record": {
      const more = { partial: true, redacted: false, confidence: 1 } as const;
      const reads = one.reads.map((read) => ({ ...read, ...more }));
      await tab.record({ ...call, command: "some command", reads, listed: one.listed });
      return undefined;
    }
    case "add": {
      const requirements = one.requirements.map((given) =>
        typeof given === "string" || given.id !== undefined
          ? (given as { text: string; id: string })
          : { text: given.text, aliases: given.aliases },
      );
      return tab.add(requirements, call);
    }
    case "resolve":
      return tab.resolve(one.input, call);
    case "list":
      return tab.list(one.input, call);
    case "show":
      return tab.show({ id: one.id }, call);
    case "change":
      await tab.sourceChanged({ path: one.path, byAgent: true, ...(one.after && { after: one.after }) });
      return undefined;
    case "stop": {
      const deliverables = [{ path: "report.md", text: "headcount 2024" }];
      const check = await tab.finishCheck({ turn, deliverables, finalMessage: "Done." });
      return check && { ok: true, text: check.text };
    }
    case "close":
      await tab.close();
      return undefined;
    case "open":
      await tab.open(one.text);
      return undefined;
  }
}

/** With `forgetful`, each step is taken by a tab of its own, as hooks are: it knows only what the store kept. */
async function history(
  steps: readonly Step[],
  { store = createMemoryStore(), forgetful = false }: { store?: EventStore; forgetful?: boolean } = {},
): Promise<{ store: EventStore; events: readonly StoredEvent[] }> {
  const newTab = (): Tab => createTab({ store, task: "t", now: () => 0, switches: { checkpoints: true } });
  let tab = newTab();
  await tab.open("Report headcount 2024, travel reimbursement standards and 差旅费标准 in notes.");
  for (const [index, one] of steps.entries()) {
    // Some turns pass between the steps, so that pointers and checkpoints come.
    const turn = index * 3 + 1;
    if (forgetful) tab = newTab();
    await perform(tab, one, turn);
    if (forgetful) tab = newTab();
    await tab.statusLine(turn + 2);
    await tab.checkpoint({ turn: turn + 2, budgetUsed: index / 20 });
  }
  return { store, events: await tab.events() };
}

const runs = { numRuns: 60 };

describe("the fold", () => {
  it("is the same at once, event by event, from any snapshot, and in the running tab", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.nat(), async (steps, where) => {
        const { store, events } = await history(steps);
        const atOnce = foldEvents(events);
        expect(foldEvents(structuredClone(events))).toEqual(atOnce);

        const oneByOne = emptyProjection();
        for (const event of events) fold([event], oneByOne);
        expect(toState(oneByOne)).toEqual(atOnce);

        const split = where % (events.length + 1);
        const whole = changedCells(fold(events));
        const before = changedCells(fold(events.slice(0, split)));
        const resumed = projectionOf({ seq: split, head: split, cells: before })!;
        fold(events.slice(split), resumed);
        expect(toState(resumed)).toEqual(atOnce);
        // Byte for byte, also what the public view leaves out: what changed replaces what was kept.
        expect(new Map([...before, ...changedCells(resumed)])).toEqual(whole);
        expect(changedCells(oneByOne)).toEqual(whole);

        expect(await createTab({ store, task: "t" }).state()).toEqual(atOnce);
      }),
      runs,
    );
  });

  it("gives dense ids, and candidates that nobody opened", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const { store, events } = await history(steps);
        expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
        const { requirements, log, candidates } = foldEvents(events);
        expect(requirements.map((one) => one.id)).toEqual(requirements.map((_, index) => `r${index + 1}`));
        expect(log.map((one) => one.id)).toEqual(log.map((_, index) => `L${index + 1}`));
        for (const entry of log) expect((await store.excerpt("t", entry.id))?.length).toBe(entry.length);
        const opened = new Set(log.filter((one) => one.origin !== "search").flatMap((one) => one.paths));
        expect(candidates.filter((one) => opened.has(one.path))).toEqual([]);
        expect(new Set(candidates.map((one) => one.path)).size).toBe(candidates.length);
      }),
      runs,
    );
  });

  it("is not changed by a bad call, and no text outgrows its bound", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const tab = createTab({ store: createMemoryStore(), task: "t", now: () => 0 });
        await tab.open("Report headcount 2024, travel reimbursement standards and 差旅费标准 in notes.");
        for (const [index, one] of steps.entries()) {
          const before = await tab.state();
          const reply = await perform(tab, one, index + 1);
          if (reply?.ok === false) {
            expect(await tab.state()).toEqual(before);
            expect(reply.text).not.toMatch(/[\r\n]/);
          }
          const bounds: Partial<Record<Step["do"], number>> = { list: limits.listing, stop: limits.finishCheck };
          expect(reply?.text.length ?? 0).toBeLessThanOrEqual(bounds[one.do] ?? limits.shown + 1_000);
          expect((await tab.reinjection())!.length).toBeLessThanOrEqual(limits.listing + 100);
          const status = await tab.statusLine(index + 1);
          if (status === undefined) continue;
          expect(status.length).toBeLessThanOrEqual(limits.statusLine);
          expect(parseStatusLine(status)).toBeDefined();
        }
      }),
      runs,
    );
  });

  it("passes over events about things that do not exist", () => {
    const stamp = { version: 1, at: "", actor: "agent" } as const;
    const events: StoredEvent[] = [
      { seq: 1, key: "a", event: { ...stamp, type: "requirement.reworded", id: "r1", text: "x", aliases: [] } },
      { seq: 2, key: "b", event: { ...stamp, type: "requirement.reopened", id: "r1" } },
      {
        seq: 3,
        key: "c",
        event: { ...stamp, type: "requirement.resolved", id: "r1", outcome: "done", evidence: [], turn: 1 },
      },
    ];
    expect(foldEvents(events)).toMatchObject({ seq: 3, requirements: [] });
  });
});

function observation(index: number) {
  return { callId: `o${index}`, turn: index, command: "ls", reads: [], listed: [`file ${index}.txt`] } as const;
}

/** A store that keeps cells as its contract says, and counts how many were read. */
function withCells(store: EventStore): EventStore & { readonly loads: number[] } {
  const loads: number[] = [];
  let kept: { version: number; seq: number; cells: Map<string, string> } | undefined;
  return {
    ...store,
    loads,
    async append(task, batch) {
      const result = await store.append(task, batch);
      const { cells, events } = batch;
      if (result.status !== "appended" || cells === undefined || events.length === 0) return result;
      if (cells.base === 0) kept = { version: cells.version, seq: result.seq, cells: new Map(cells.changed) };
      else if (kept !== undefined && kept.seq >= cells.base) {
        kept = { version: cells.version, seq: result.seq, cells: new Map([...kept.cells, ...cells.changed]) };
      }
      return result;
    },
    async loadCells(task, version, keys) {
      if (kept?.version !== version) return undefined;
      const cells = keys ? new Map([...kept.cells].filter(([key]) => keys.includes(key))) : new Map(kept.cells);
      loads.push(cells.size);
      return { seq: kept.seq, head: (await store.read(task, 0)).length, cells };
    },
  };
}

describe("kept cells", () => {
  it("lead processes that know nothing else to the same events and state as one that remembers", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const remembering = await history(steps);
        const store = withCells(createMemoryStore());
        const forgetful = await history(steps, { store, forgetful: true });
        expect(forgetful.events).toEqual(remembering.events);
        expect(await createTab({ store, task: "t" }).state()).toEqual(foldEvents(remembering.events));
        const { length: head } = forgetful.events;
        const kept = await store.loadCells!("t", FOLD_VERSION);
        expect(kept).toEqual({ seq: head, head, cells: changedCells(fold(forgetful.events)) });
      }),
      runs,
    );
  });

  it("are read by an observation and a status line only as far as they are touched, however large the tab is", async () => {
    const store = withCells(createMemoryStore());
    for (let index = 0; index < 300; index++) {
      const tab = createTab({ store, task: "t" });
      await tab.record(observation(index));
      await tab.statusLine(index);
    }
    expect(Math.max(...store.loads)).toBeLessThanOrEqual(3);
  });

  it("are passed over when they are none, and made up for when others appended without them", async () => {
    const store = withCells(createMemoryStore());
    const tab = createTab({ store, task: "t" });
    for (let index = 0; index < 20; index++) await tab.record(observation(index));
    const damaged: EventStore = {
      ...store,
      loadCells: async () => ({ seq: 20, head: 20, cells: new Map([["head", "{"]]) }),
    };
    expect(await createTab({ store: damaged, task: "t" }).state()).toEqual(await tab.state());

    const { append: _append, loadCells: _loadCells, ...rest } = store;
    const without = {
      ...rest,
      append: (task: string, { cells: _cells, ...batch }: AppendBatch) => store.append(task, batch),
    };
    await createTab({ store: without, task: "t" }).record(observation(20));
    await createTab({ store, task: "t" }).record(observation(21));
    const { length: head } = await store.read("t", 0);
    expect((await store.loadCells!("t", FOLD_VERSION))?.seq).toBe(head);
    expect(await createTab({ store, task: "t" }).state()).toEqual(foldEvents(await store.read("t", 0)));
  });
});

describe("a status line", () => {
  it("drops its last parts rather than outgrow its bound", () => {
    const huge = emptyProjection();
    Object.assign(huge.counts, { candidates: 987_654_321, aboveThreshold: 123_456_789 });
    huge.lastTabUseTurn = 1;
    const line = renderStatusLine(huge, 1_000_000_000);
    expect(line.length).toBeLessThanOrEqual(160);
    expect(line).toMatch(/read log: 0 entries$/);
  });
});
