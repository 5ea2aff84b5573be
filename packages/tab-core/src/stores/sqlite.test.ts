import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { registerConformance } from "@runningtab/conformance-kit";
import { createTab, FOLD_VERSION, TabError } from "@runningtab/tab-core";
import { eventStoreCases } from "@runningtab/tab-core/conformance";
import { createSqliteStore } from "@runningtab/tab-core/stores/sqlite";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";
import { openDatabase } from "./open-database.ts";

registerConformance({ describe, it }, eventStoreCases, {
  name: "SQLite store",
  create: () => createSqliteStore({ file: join(temporaryFolder("store"), "tab.db") }),
  dispose: (store) => store.close(),
  capabilities: new Set(["cells", "verify", "purge"]),
});

const turnEnded = { version: 1, at: "2026-01-01T00:00:00.000Z", actor: "agent", type: "turn.ended", turn: 1 } as const;

describe("SQLite store", () => {
  it("still holds everything when it is opened again", async () => {
    const file = join(temporaryFolder("store"), "tab.db");
    const first = createSqliteStore({ file });
    await first.append("task", { key: "a", expectedSeq: 0, events: [turnEnded] });
    await first.close();
    const second = createSqliteStore({ file });
    expect(await second.read("task", 0)).toEqual([{ seq: 1, key: "a", event: turnEnded }]);
    expect(await second.append("task", { key: "a", expectedSeq: 0, events: [turnEnded] })).toMatchObject({
      status: "duplicate",
    });
    await second.close();
  });

  it.skipIf(process.platform === "win32")("lets nobody but the owner read its folder and files", async () => {
    const folder = join(temporaryFolder("store"), "made", "deep");
    const umask = process.umask(0o022);
    try {
      const store = createSqliteStore({ file: join(folder, "tab.db") });
      await store.append("task", { key: "a", expectedSeq: 0, events: [turnEnded] });
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      const files = readdirSync(folder);
      expect(files.toSorted()).toEqual(["tab.db", "tab.db-shm", "tab.db-wal"]);
      for (const name of files) expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
      await store.close();
    } finally {
      process.umask(umask);
    }
  });

  it("runs in WAL mode with full synchronisation", async () => {
    const file = join(temporaryFolder("store"), "tab.db");
    const database = openDatabase(file, 100);
    expect(database.prepare("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
    expect(database.prepare("PRAGMA synchronous").get()).toEqual({ synchronous: 2 });
    database.close();
  });

  it("refuses a store of a newer format, says what to do, and leaves the file as it is", async () => {
    const file = join(temporaryFolder("store"), "tab.db");
    const store = createSqliteStore({ file });
    await store.append("task", { key: "a", expectedSeq: 0, events: [turnEnded] });
    await store.close();
    const database = new DatabaseSync(file);
    database.exec("PRAGMA user_version = 99");
    database.close();
    const before = readFileSync(file);

    const error: unknown = await createSqliteStore({ file })
      .tasks()
      .catch((reason: unknown) => reason);
    expect(TabError.isInstance(error) && error.code).toBe("STORE_NEWER");
    expect(String(error)).toMatch(/store format 99; this version reads up to 3\. Upgrade/);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it("refuses the database of another program and leaves it and its mode alone", async () => {
    const file = join(temporaryFolder("store"), "other.db");
    const database = new DatabaseSync(file);
    database.exec("CREATE TABLE mine (x)");
    database.close();
    chmodSync(file, 0o644);
    await expect(createSqliteStore({ file }).tasks()).rejects.toMatchObject({ code: "STORE_CORRUPT" });
    expect(statSync(file).mode & 0o777).toBe(0o644);
    expect(existsSync(`${file}-wal`)).toBe(false);
  });

  it("says that a file is no store", async () => {
    const file = join(temporaryFolder("store"), "notes.txt");
    writeFileSync(file, "Not a database at all, but long enough to be looked at.\n".repeat(20));
    await expect(createSqliteStore({ file }).read("task", 0)).rejects.toMatchObject({ code: "STORE_CORRUPT" });
  });

  it("says that a path cannot be opened", async () => {
    const folder = join(temporaryFolder("store"), "folder.db");
    mkdirSync(folder);
    await expect(createSqliteStore({ file: folder }).tasks()).rejects.toMatchObject({ code: "STORE_IO" });
  });

  it("finds an event that is no JSON any more", async () => {
    const file = join(temporaryFolder("store"), "tab.db");
    const store = createSqliteStore({ file });
    await store.append("task", { key: "a", expectedSeq: 0, events: [turnEnded] });
    const database = new DatabaseSync(file);
    database.exec("UPDATE event SET body = '{'");
    database.close();
    await expect(store.read("task", 0)).rejects.toMatchObject({ code: "STORE_CORRUPT" });
    await store.close();
  });

  it.each([
    "UPDATE cell SET value = replace(value, '\"turn\":0', '\"turn\":7')",
    "UPDATE projection SET seq = 0",
    "DELETE FROM event",
  ])("passes over kept state that was changed (%s), and has the events folded instead", async (damage) => {
    const file = join(temporaryFolder("store"), "tab.db");
    const store = createSqliteStore({ file });
    await createTab({ store, task: "task" }).open("headcount");
    expect(await store.loadCells!("task", FOLD_VERSION)).toMatchObject({ seq: 1, head: 1 });
    const database = new DatabaseSync(file);
    database.exec(damage);
    database.close();
    expect(await store.loadCells!("task", FOLD_VERSION)).toBeUndefined();
    await store.close();
  });

  it("gives up with STORE_BUSY when another process never lets go", async () => {
    const file = join(temporaryFolder("store"), "tab.db");
    const store = createSqliteStore({ file, maxWaitMs: 50 });
    await store.append("task", { key: "a", expectedSeq: 0, events: [turnEnded] });
    const holder = new DatabaseSync(file);
    holder.exec("BEGIN IMMEDIATE");
    await expect(store.append("task", { key: "b", expectedSeq: 1, events: [turnEnded] })).rejects.toMatchObject({
      code: "STORE_BUSY",
    });
    holder.exec("ROLLBACK");
    holder.close();
    await expect(store.append("task", { key: "b", expectedSeq: 1, events: [turnEnded] })).resolves.toMatchObject({
      status: "appended",
    });
    await store.close();
  });

  it("serves two tabs of one task as one", async () => {
    const file = join(temporaryFolder("store"), "tab.db");
    const [store, other] = [createSqliteStore({ file }), createSqliteStore({ file })];
    const [one, two] = [createTab({ store, task: "t" }), createTab({ store: other, task: "t" })];
    await one.open("headcount of the company");
    await Promise.all([
      one.add(["headcount"], { callId: "c1", turn: 1 }),
      two.add(["revenue"], { callId: "c2", turn: 1 }),
    ]);
    expect((await one.state()).requirements.map(({ id }) => id)).toEqual(["r1", "r2"]);
    expect(await one.state()).toEqual(await two.state());
    await store.close();
    await other.close();
  });
});
