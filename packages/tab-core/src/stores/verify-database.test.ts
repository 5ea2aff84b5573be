import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createTab, type EventStore, FOLD_VERSION, type Verification } from "@runningtab/tab-core";
import { createSqliteStore } from "@runningtab/tab-core/stores/sqlite";
import { seededRandom, temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";

const excerpts = ["At most 350 yuan per night.\n", "The head of department approves every trip.\n"];

/** A small store with two tasks, as the bytes of its file. */
async function makeStore(): Promise<Buffer> {
  const file = join(temporaryFolder("store"), "tab.db");
  const store = createSqliteStore({ file });
  const tab = createTab({ store, task: "travel", now: () => 0 });
  await tab.open("Write a guide: hotel standards and who approves.");
  await tab.add(["hotel standards", "who approves"], { callId: "t1", turn: 1 });
  for (const [index, excerpt] of excerpts.entries()) {
    const read = {
      paths: [`${index}.txt`],
      excerpt,
      origin: "read",
      partial: false,
      redacted: false,
      confidence: 1,
    } as const;
    await tab.record({
      callId: `o${index}`,
      turn: 2,
      command: `cat ${index}.txt`,
      reads: [read],
      listed: ["menu.txt"],
    });
  }
  await createTab({ store, task: "second", now: () => 0 }).open("Count the people.");
  await store.close();
  return readFileSync(file);
}

async function withFile<T>(bytes: Uint8Array, use: (store: EventStore, file: string) => Promise<T>): Promise<T> {
  const file = join(temporaryFolder("store"), "tab.db");
  writeFileSync(file, bytes);
  const store = createSqliteStore({ file, maxWaitMs: 0 });
  try {
    return await use(store, file);
  } finally {
    await store.close();
    for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
  }
}

/** A store that cannot even be opened has said so. */
const verify = (store: EventStore): Promise<Pick<Verification, "damageCount">> =>
  store.verify!().catch(() => ({ damageCount: 1 }));

/** All that a store answers. */
async function answers(store: EventStore): Promise<string> {
  const tasks = await store.tasks();
  const held = tasks.map(async ({ task }) => [
    await store.read(task, 0),
    await Promise.all((["L1", "L2", "L3"] as const).map((id) => store.excerpt(task, id))),
    [...((await store.loadCells!(task, FOLD_VERSION))?.cells ?? [])],
    // A known key is not recorded again.
    await Promise.all(
      ["t1", "o0", "o1", "task.opened@0"].map((key) => store.append(task, { key, expectedSeq: -1, events: [] })),
    ),
  ]);
  return JSON.stringify([tasks, await Promise.all(held)]);
}

function flipped(bytes: Buffer, bit: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[bit >> 3]! ^= 1 << (bit & 7);
  return copy;
}

describe("verifying a store", () => {
  it("is told from a race of writers where the last events of a task are gone", async () => {
    await withFile(await makeStore(), async (store, file) => {
      const database = new DatabaseSync(file);
      database.exec("DELETE FROM event WHERE (task, seq) IN (SELECT task, MAX(seq) FROM event GROUP BY task)");
      database.close();
      const writing = createTab({ store, task: "travel" }).add(["something else"], { callId: "t9", turn: 9 });
      await expect(writing).rejects.toMatchObject({ code: "STORE_CORRUPT", data: { task: "travel" } });
    });
  });

  it("finds nothing in one that is whole, and counts what it looked at", async () => {
    const verification = await withFile(await makeStore(), (store) => store.verify!());
    expect(verification).toMatchObject({
      damage: [],
      damageCount: 0,
      tasks: [
        { task: "travel", excerpts: 2 },
        { task: "second", events: 1, excerpts: 0 },
      ],
    });
  });

  it("finds every flipped bit of events, keys, links and excerpts", { timeout: 60_000 }, async () => {
    const bytes = await makeStore();
    const random = seededRandom(1);
    const texts = [
      ...excerpts.map((text) => text.trim()),
      "requirement.added",
      "environment",
      "menu.txt",
      "hotel standards",
    ];
    for (const text of texts) {
      for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + 1)) {
        const bit = (at + random.integer(0, text.length - 1)) * 8 + random.integer(0, 7);
        const { damageCount } = await withFile(flipped(bytes, bit), verify);
        expect([text, bit, damageCount > 0]).toEqual([text, bit, true]);
      }
    }
  });

  it("finds every flipped bit anywhere in the file that changes an answer", { timeout: 120_000 }, async () => {
    const bytes = await makeStore();
    const before = await withFile(bytes, answers);
    const random = seededRandom(2);
    let found = 0;
    for (let count = 0; count < 200; count++) {
      const bit = random.integer(0, bytes.length * 8 - 1);
      const { damageCount } = await withFile(flipped(bytes, bit), verify);
      if (damageCount > 0) found++;
      // What is left lies in unused parts of pages.
      else expect([bit, await withFile(flipped(bytes, bit), answers)]).toEqual([bit, before]);
    }
    expect(found).toBeGreaterThan(0);
  });

  it("finds every edited column and every deleted row, even of indexes kept right", { timeout: 120_000 }, async () => {
    const bytes = await makeStore();
    const edits = await withFile(bytes, async (store, file) => {
      await store.tasks();
      const database = new DatabaseSync(file);
      const statements: string[] = [];
      for (const table of ["task", "batch", "event", "excerpt", "projection", "cell"]) {
        const columns = database.prepare(`PRAGMA table_info(${table})`).all();
        const [first = "", second = ""] = columns.filter(({ pk }) => Number(pk) > 0).map(({ name }) => String(name));
        const keys = database.prepare(`SELECT ${first} AS a, ${second || first} AS b FROM ${table}`).all();
        for (const { a, b } of keys) {
          const where = `WHERE ${first} = '${String(a)}' AND ${second || first} = '${String(b)}'`;
          for (const { name, type } of columns) {
            const changed =
              type === "INTEGER" ? `${String(name)} + 100` : type === "BLOB" ? "x'00'" : `${String(name)} || ' '`;
            statements.push(`UPDATE ${table} SET ${String(name)} = ${changed} ${where}`);
          }
          statements.push(`DELETE FROM ${table} ${where}`);
        }
      }
      database.close();
      return statements;
    });
    edits.push(
      "UPDATE excerpt SET text = (SELECT text FROM excerpt AS other WHERE other.id <> excerpt.id)",
      "INSERT INTO excerpt VALUES (1, 'L9', '\"slipped in\"')",
      "INSERT INTO batch VALUES (1, 'slipped in', 3)",
      "DROP TABLE projection",
    );
    expect(edits.length).toBeGreaterThan(100);
    for (const edit of edits) {
      const damageCount = await withFile(bytes, async (store, file) => {
        const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
        database.exec(edit);
        database.close();
        return (await verify(store)).damageCount;
      });
      expect([edit, damageCount > 0]).toEqual([edit, true]);
    }
  });

  it("names the task and the event where damage shows, and goes on behind it", async () => {
    const verification = await withFile(await makeStore(), async (store, file) => {
      await store.tasks();
      const database = new DatabaseSync(file);
      database.exec("UPDATE excerpt SET text = '\"At most 950 yuan per night.\"' WHERE id = 'L1'");
      database.exec("UPDATE event SET body = replace(body, 'people', 'pebble') WHERE task = 2");
      database.close();
      return store.verify!();
    });
    expect(verification.damage).toEqual([
      { task: "travel", seq: 5, found: "the event, the text of L1 or its place in the history was changed" },
      { task: "second", seq: 1, found: "the event or its place in the history was changed" },
      { task: "second", found: "the task's text or time is not that of its opening" },
    ]);
  });
});
