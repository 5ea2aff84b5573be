import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  createMemoryStore,
  createTab,
  type EventStore,
  exportTask,
  foldEvents,
  importTask,
} from "@runningtab/tab-core";
import { createSqliteStore } from "@runningtab/tab-core/stores/sqlite";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";
import { chainLink, chainStart } from "./chain.ts";

const excerpt = "NUL \u0000, a lone \ud800, 差旅费\r\nAt most 350 yuan per night.\n";

async function makeTask(store: EventStore, task = "travel"): Promise<EventStore> {
  const tab = createTab({ store, task, now: () => 0 });
  await tab.open("Write a guide: hotel standards.");
  await tab.add(["hotel standards"], { callId: "t1", turn: 1 });
  const read = { paths: ["a.txt"], excerpt, origin: "read", partial: false, redacted: false, confidence: 1 } as const;
  await tab.record({ callId: "t2", turn: 2, command: "cat a.txt", reads: [read], listed: ["b.txt"] });
  await tab.resolve(
    { id: "r1", outcome: "done", evidence: ["L1"], quote: "At most 350 yuan" },
    { callId: "t3", turn: 3 },
  );
  return store;
}

async function linesOf(store: EventStore, task = "travel"): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of exportTask(store, task)) lines.push(line);
  return lines;
}

/** Lines with their chain made right again, as by somebody who means to deceive or wrote a converter. */
function rechained(lines: readonly string[]): string[] {
  const values = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  let chain = chainStart(String(values[0]?.["task"]));
  return values.map((value) => {
    if (value["type"] !== "event") return JSON.stringify(value);
    const text = value["excerpt"] === undefined ? undefined : JSON.stringify(value["excerpt"]);
    chain = chainLink(chain, {
      seq: Number(value["seq"]),
      key: String(value["key"]),
      body: JSON.stringify(value["event"]),
      excerpt: text,
    });
    return JSON.stringify({ ...value, chain });
  });
}

describe("export and import of a task", () => {
  it("carry the whole history from one kind of store to the other, to the last link", async () => {
    const from = await makeTask(createSqliteStore({ file: join(temporaryFolder("store"), "tab.db") }));
    const between = createMemoryStore();
    const to = createSqliteStore({ file: join(temporaryFolder("store"), "tab.db") });
    const lines = await linesOf(from);
    expect(await importTask(between, lines)).toEqual({ status: "imported", task: "travel", events: 8 });
    expect(await importTask(to, await linesOf(between))).toMatchObject({ status: "imported" });
    expect(await to.read("travel", 0)).toEqual(await from.read("travel", 0));
    expect(await to.excerpt("travel", "L1")).toBe(excerpt);
    expect((await to.verify!()).tasks).toEqual((await from.verify!()).tasks);
    expect(await linesOf(to)).toEqual(lines);
    // A call that was recorded there is known here.
    expect(await to.append("travel", { key: "t2", expectedSeq: 0, events: [] })).toMatchObject({ status: "duplicate" });
    await from.close();
    await to.close();
  });

  it("read an export of version 1 as it was meant when it was written", async () => {
    const file = readFileSync(new URL("stores/__fixtures__/export-1.jsonl", import.meta.url), "utf8");
    const store = createMemoryStore();
    expect(await importTask(store, file.split("\n"))).toEqual({ status: "imported", task: "travel-guide", events: 17 });
    const { requirements, log, candidates, closed, finishChecks } = foldEvents(await store.read("travel-guide", 0));
    expect(requirements.map(({ id, text, status, evidence }) => [id, text, status, evidence])).toEqual([
      ["r1", "hotel standards", "done", ["L1"]],
      ["r2", "who approves a trip", "open", []],
      ["r3", "rail class", "unavailable", []],
    ]);
    expect(log.map(({ id, paths }) => [id, paths])).toEqual([
      ["L1", ["policies/hotels.txt"]],
      ["L2", ["rail.txt"]],
    ]);
    expect([candidates.length, closed, finishChecks]).toEqual([2, false, 1]);
  });

  it("give a task another name, which changes nothing in it", async () => {
    const store = await makeTask(createMemoryStore());
    expect(await importTask(store, await linesOf(store), { task: "copy" })).toMatchObject({ task: "copy" });
    expect(await store.read("copy", 0)).toEqual(await store.read("travel", 0));
    await expect(importTask(store, await linesOf(store), { task: "no name" })).rejects.toMatchObject({
      code: "INVALID_ARGUMENT",
    });
  });

  it("change nothing where the task is, and tell whether it is the same", async () => {
    const store = await makeTask(createMemoryStore());
    const lines = await linesOf(store);
    expect(await importTask(store, lines)).toEqual({ status: "exists", task: "travel", isSame: true });
    await createTab({ store, task: "travel" }).close();
    expect(await importTask(store, lines)).toEqual({ status: "exists", task: "travel", isSame: false });
  });

  it("go on where an interrupted import stopped", async () => {
    const from = await makeTask(createMemoryStore());
    const lines = await linesOf(from);
    const to = createMemoryStore();
    let appends = 0;
    const dying: EventStore = {
      ...to,
      append: (task, batch) => (++appends > 2 ? Promise.reject(new Error("killed")) : to.append(task, batch)),
    };
    await expect(importTask(dying, lines)).rejects.toThrow("killed");
    expect((await to.read("travel", 0)).length).toBeGreaterThan(0);
    expect(await importTask(to, lines)).toMatchObject({ status: "imported", events: 8 });
    expect(await to.read("travel", 0)).toEqual(await from.read("travel", 0));
  });

  it("refuse every edited, left out, doubled or moved line, and write nothing", async () => {
    const lines = await linesOf(await makeTask(createMemoryStore()));
    const store = createMemoryStore();
    const variants = lines.flatMap((line, index) => [
      lines.toSpliced(index, 1),
      lines.toSpliced(index, 0, line),
      lines.toSpliced(index, 1, line.slice(0, -2)),
      ...(index + 1 < lines.length ? [lines.toSpliced(index, 2, lines[index + 1]!, line)] : []),
      ...Array.from(line.matchAll(/[0-9a-f](?=[^\\u]*")/g), ({ index: at }) =>
        lines.toSpliced(index, 1, `${line.slice(0, at)}${line[at] === "1" ? "2" : "1"}${line.slice(at + 1)}`),
      ).filter((_, count) => count % 5 === 0),
    ]);
    expect(variants.length).toBeGreaterThan(150);
    for (const variant of variants) {
      const error: unknown = await importTask(store, variant).catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: expect.stringMatching(/^(?:IMPORT_DAMAGED|STORE_NEWER)$/) });
    }
    expect(await store.tasks()).toEqual([]);
  });

  it.each([
    ["another version of the export", 0, { version: 2 }, "STORE_NEWER"],
    ["an event of another version", 2, { event: { version: 2, type: "task.opened" } }, "STORE_NEWER"],
    ["an event without a type", 2, { event: { version: 1 } }, "IMPORT_DAMAGED"],
    ["an event that cannot be folded", 2, { event: { version: 1, type: "read.recorded", entry: 7 } }, "IMPORT_DAMAGED"],
    ["an excerpt that is no text", 2, { excerpt: [1] }, "IMPORT_DAMAGED"],
    ["a call in two places", 4, { key: "task.opened@0" }, "IMPORT_DAMAGED"],
  ])("refuse %s even where the chain is right", async (_, line, change, code) => {
    const lines = await linesOf(await makeTask(createMemoryStore()));
    const changed = rechained(lines.with(line, JSON.stringify({ ...(JSON.parse(lines[line]!) as object), ...change })));
    await expect(importTask(createMemoryStore(), changed)).rejects.toMatchObject({ code });
  });

  it("refuse an unknown task and a damaged one", async () => {
    const file = join(temporaryFolder("store"), "tab.db");
    const store = await makeTask(createSqliteStore({ file }));
    await expect(linesOf(store, "nobody")).rejects.toMatchObject({ code: "INVALID_ARGUMENT" });
    const { DatabaseSync } = await import("node:sqlite");
    const database = new DatabaseSync(file);
    database.exec("UPDATE excerpt SET text = '\"\"'");
    database.close();
    await expect(linesOf(store)).rejects.toMatchObject({ code: "STORE_CORRUPT" });
    await store.close();
  });
});
