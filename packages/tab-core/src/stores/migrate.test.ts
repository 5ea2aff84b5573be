import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { createTab, foldEvents } from "@runningtab/tab-core";
import { createSqliteStore } from "@runningtab/tab-core/stores/sqlite";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";

const fixture = readFileSync(new URL("__fixtures__/format-1.sql", import.meta.url), "utf8");
const opener = fileURLToPath(new URL("__fixtures__/open-and-die.ts", import.meta.url));

function makeOldStore(dump = fixture): string {
  const file = join(temporaryFolder("store"), "tab.db");
  const database = new DatabaseSync(file);
  database.exec(dump);
  database.close();
  return file;
}

interface Contents {
  readonly format: unknown;
  readonly events: readonly unknown[];
  readonly excerpts: readonly unknown[];
}

function contentsOf(file: string): Contents {
  const database = new DatabaseSync(file);
  const all = (sql: string): readonly unknown[] => database.prepare(sql).all();
  const contents = {
    format: database.prepare("PRAGMA user_version").get()?.["user_version"],
    events: all("SELECT task, seq, key, body FROM event ORDER BY task, seq"),
    excerpts: all("SELECT * FROM excerpt ORDER BY task, id"),
  };
  database.close();
  return contents;
}

/** Opens the store in a process that kills itself before its `statement`-th statement. */
async function openAndDieAt(file: string, statement: number): Promise<boolean> {
  const child = spawn(process.execPath, ["--conditions=@runningtab/source", opener, file, String(statement)], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code, signal] = await new Promise<readonly [number | null, string | null]>((resolve) =>
    child.on("close", (...end) => resolve(end)),
  );
  expect([code, signal]).toEqual(signal === null ? [0, null] : [null, "SIGKILL"]);
  return signal !== null;
}

describe("opening a store of format 1", () => {
  it("keeps every event, excerpt and key, and chains them", async () => {
    const file = makeOldStore();
    const before = contentsOf(file);
    const store = createSqliteStore({ file });
    const travel = foldEvents(await store.read("travel-guide", 0));
    expect(travel.requirements.map(({ id, status }) => [id, status])).toEqual([
      ["r1", "done"],
      ["r2", "open"],
      ["r3", "unavailable"],
    ]);
    expect(await store.excerpt("travel-guide", "L2")).toBe("NUL \u0000, a lone \ud800, it's 差旅费 and 😀\n");
    expect((await store.tasks()).map(({ task }) => task)).toEqual(["second", "travel-guide"]);
    expect(await store.append("travel-guide", { key: "t4", expectedSeq: 0, events: [] })).toMatchObject({
      status: "duplicate",
    });
    expect(await store.verify!()).toMatchObject({ damage: [], tasks: [{ events: 17, excerpts: 2 }, { events: 2 }] });
    await store.close();
    expect(contentsOf(file)).toEqual({ ...before, format: 3 });
  });

  it.skipIf(process.platform === "win32")("leaves a private copy of the old store beside it", async () => {
    const file = makeOldStore();
    const before = contentsOf(file);
    const store = createSqliteStore({ file });
    await store.tasks();
    await store.close();
    const backup = `${file}.format-1.backup`;
    expect(readdirSync(dirname(file)).toSorted()).toEqual([basename(file), basename(backup)]);
    expect(statSync(backup).mode & 0o777).toBe(0o600);
    expect(contentsOf(backup)).toEqual(before);
  });

  it("happens once, whoever opens it at the same moment", async () => {
    const file = makeOldStore();
    const stores = Array.from({ length: 4 }, () => createSqliteStore({ file }));
    const events = await Promise.all(stores.map((store) => store.read("travel-guide", 0)));
    for (const read of events) expect(read).toEqual(events[0]);
    expect((await stores[0]!.verify!()).damage).toEqual([]);
    for (const store of stores) await store.close();
  });

  it("leaves the old store or the new one, wherever it is killed", { timeout: 180_000 }, async () => {
    const before = contentsOf(makeOldStore());
    const formats = new Set<unknown>();
    let wasKilled = true;
    for (let statement = 4; wasKilled; statement += 7) {
      const file = makeOldStore();
      wasKilled = await openAndDieAt(file, statement);
      const after = contentsOf(file);
      formats.add(after.format);
      expect([statement, { ...after, format: 1 }]).toEqual([statement, before]);
      const backup = `${file}.format-1.backup`;
      if (existsSync(backup)) expect([statement, contentsOf(backup)]).toEqual([statement, before]);
      const store = createSqliteStore({ file });
      expect([statement, (await store.verify!()).damage]).toEqual([statement, []]);
      await store.close();
      expect([statement, contentsOf(file)]).toEqual([statement, { ...before, format: 3 }]);
      expect(readdirSync(dirname(file)).filter((name) => name.endsWith(".partial"))).toEqual([]);
    }
    expect(formats).toEqual(new Set([1, 3]));
  });

  it("is refused for a format that never was", async () => {
    const file = makeOldStore();
    const database = new DatabaseSync(file);
    database.exec("PRAGMA user_version = 0");
    database.close();
    await expect(createSqliteStore({ file }).tasks()).rejects.toMatchObject({ code: "STORE_CORRUPT" });
  });

  it("takes nothing away when an event cannot be read back", async () => {
    const file = makeOldStore();
    const database = new DatabaseSync(file);
    database.exec("UPDATE event SET body = '{' WHERE seq = 2");
    database.close();
    const before = contentsOf(file);
    await expect(createSqliteStore({ file }).tasks()).rejects.toMatchObject({ code: "STORE_CORRUPT" });
    expect(contentsOf(file)).toEqual(before);
  });
});

describe("opening a store of format 2", () => {
  const dump = readFileSync(new URL("__fixtures__/format-2.sql", import.meta.url), "utf8");

  it("keeps every event, excerpt and link, and a copy, and goes on from there", async () => {
    const file = makeOldStore(dump);
    const before = contentsOf(file);
    const store = createSqliteStore({ file });
    const tab = createTab({ store, task: "travel-guide" });
    expect(await tab.state()).toEqual(foldEvents(await store.read("travel-guide", 0)));
    expect(await store.excerpt("travel-guide", "L1")).toContain("lone \ud800, it's 住宿标准");
    expect(contentsOf(file)).toEqual({ ...before, format: 3 });
    expect(contentsOf(`${file}.format-2.backup`)).toEqual(before);
    await tab.endTurn(4);
    expect(await store.verify!()).toMatchObject({ damage: [], tasks: [{ events: 11, excerpts: 1 }, { events: 1 }] });
    await store.close();
  });
});
