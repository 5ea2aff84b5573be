import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createTab, type EventStore } from "@runningtab/tab-core";
import { createSqliteStore } from "@runningtab/tab-core/stores/sqlite";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";

const secret = "Nordwind-takeover";

async function fill(store: EventStore, task: string, text: string): Promise<void> {
  const tab = createTab({ store, task });
  await tab.open(`Find out about ${text}`);
  for (let index = 0; index < 40; index++) {
    const excerpt = `${text} ${index}\n`.repeat(200);
    const read = { paths: ["a.txt"], excerpt, origin: "read", partial: false, redacted: false, confidence: 1 } as const;
    await tab.record({ callId: `c${index}`, turn: 1, command: `cat ${text}`, reads: [read], listed: [`${text}.txt`] });
  }
}

function filesWith(file: string, text: string): readonly string[] {
  return readdirSync(dirname(file)).filter((name) => readFileSync(join(dirname(file), name)).includes(text));
}

describe("purging a store", () => {
  it("leaves nothing of a task in any of its files, live log and old copies included, and gives the space back", async () => {
    const file = join(temporaryFolder("store"), "tab.db");
    const store = createSqliteStore({ file });
    await fill(store, "kept", "Windmill");
    await fill(store, "purged", secret);
    writeFileSync(`${file}.format-1.backup`, secret);
    expect(filesWith(file, secret)).toContain("tab.db-wal");
    const { bytesBefore, bytesAfter } = await store.purge!(["purged"]);
    expect(filesWith(file, secret)).toEqual([]);
    expect(bytesBefore - bytesAfter).toBeGreaterThan(40 * 200 * secret.length);
    expect(await store.verify!()).toMatchObject({ damage: [], tasks: [{ task: "kept", excerpts: 40 }] });
    await store.close();
    expect(filesWith(file, secret)).toEqual([]);
  });

  it("finishes what an interrupted purge left in the log", async () => {
    const file = join(temporaryFolder("store"), "tab.db");
    const store = createSqliteStore({ file });
    await fill(store, "purged", secret);
    const reader = new DatabaseSync(file);
    reader.exec("BEGIN; SELECT count(*) FROM event");
    reader.prepare("SELECT count(*) FROM event").get();
    const hurried = createSqliteStore({ file, maxWaitMs: 30 });
    await expect(hurried.purge!(["purged"])).rejects.toMatchObject({ code: "STORE_BUSY" });
    expect(await store.read("purged", 0)).toEqual([]);
    expect(filesWith(file, secret)).not.toEqual([]);
    reader.exec("COMMIT");
    reader.close();
    expect(await hurried.purge!([])).toMatchObject({ tasks: [] });
    expect(filesWith(file, secret)).toEqual([]);
    await hurried.close();
    await store.close();
  });

  it("is told to a tab that is still open on the task, at its next call", async () => {
    const store = createSqliteStore({ file: join(temporaryFolder("store"), "tab.db") });
    const tab = createTab({ store, task: "purged" });
    await tab.open("Find out");
    await store.purge!(["purged"]);
    const call = { callId: "c1", turn: 1 };
    await expect(tab.add(["anything"], call)).rejects.toMatchObject({ code: "TASK_PURGED" });
    expect(await createTab({ store, task: "purged" }).add(["anything"], call)).toMatchObject({ ok: true });
    await store.close();
  });

  it("deletes while others write, and what they write stays", async () => {
    const file = join(temporaryFolder("store"), "tab.db");
    const [store, other] = [createSqliteStore({ file }), createSqliteStore({ file })];
    await fill(store, "purged", secret);
    await Promise.all([store.purge!(["purged"]), fill(other, "live", "Windmill")]);
    expect((await store.verify!()).tasks).toMatchObject([{ task: "live", excerpts: 40 }]);
    await store.close();
    await other.close();
  });
});
