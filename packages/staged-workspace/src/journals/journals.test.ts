import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { registerConformance } from "@runningtab/conformance-kit";
import type { Journal, JournalEntry } from "@runningtab/staged-workspace";
import { journalCases } from "@runningtab/staged-workspace/conformance";
import { createMemoryJournal } from "@runningtab/staged-workspace/journals/memory";
import { createSqliteJournal } from "@runningtab/staged-workspace/journals/sqlite";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";

const newFile = (): string => join(temporaryFolder("journal"), "journal.db");
const dispose = (journal: Journal) => journal.close();

registerConformance({ describe, it }, journalCases, { name: "memory journal", create: createMemoryJournal, dispose });
registerConformance({ describe, it }, journalCases, {
  name: "SQLite journal",
  create: () => createSqliteJournal({ file: newFile() }),
  dispose,
});
registerConformance({ describe, it }, journalCases, {
  name: "wrapped journal",
  create: () => wrap(createMemoryJournal()),
});
registerConformance({ describe, it }, journalCases, {
  name: "journal that compares nothing",
  create: (): Journal => {
    const journal = createMemoryJournal();
    return {
      ...wrap(journal),
      append: async ({ key, entries }) =>
        journal.append({ key: `${key} ${Math.random()}`, expectedSeq: (await journal.read(0)).length, entries }),
    };
  },
  knownGaps: {
    "journal/conflict": "appends to any state",
    "journal/duplicate": "appends the same act twice",
  },
});

function wrap(journal: Journal): Journal {
  return {
    specVersion: 1,
    append: (batch) => journal.append(batch),
    read: (afterSeq) => journal.read(afterSeq),
    verify: () => journal.verify(),
    close: () => journal.close(),
  };
}

const entry = (branch: string): JournalEntry => ({ type: "branch.opened", at: 1, branch, kind: "chat", user: "u" });

async function journalOf(count: number): Promise<string> {
  const file = newFile();
  const journal = createSqliteJournal({ file });
  const entries = Array.from({ length: count }, (_, index) => entry(`b${index}`));
  await journal.append({ key: "first", expectedSeq: 0, entries });
  await journal.close();
  return file;
}

function tamper(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

async function verify(file: string) {
  const journal = createSqliteJournal({ file });
  try {
    return await journal.verify();
  } finally {
    await journal.close();
  }
}

describe("the SQLite journal", () => {
  it("still holds everything when it is opened again", async () => {
    const file = await journalOf(3);
    const journal = createSqliteJournal({ file });
    expect((await journal.read(0)).map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(await journal.append({ key: "first", expectedSeq: 0, entries: [entry("x")] })).toEqual({
      status: "duplicate",
      seq: 3,
    });
    await journal.close();
  });

  it.skipIf(process.platform === "win32")("lets nobody but the owner read", async () => {
    expect(statSync(await journalOf(1)).mode & 0o777).toBe(0o600);
  });

  it.each([
    ["an edited entry", "UPDATE entry SET body = replace(body, 'b1', 'b9') WHERE seq = 2", 2],
    ["an edited key", "UPDATE entry SET key = 'other' WHERE seq = 3", 3],
    ["an act that is not marked as done any more", "DELETE FROM batch", 1],
    ["an act that never was", "INSERT INTO batch VALUES ('other')", 6],
    ["an entry that was taken out", "DELETE FROM entry WHERE seq = 2", 2],
    ["an entry cut off at the end", "DELETE FROM entry WHERE seq = 5", 5],
    [
      "two entries that changed places",
      `UPDATE entry SET seq = -1 WHERE seq = 2; UPDATE entry SET seq = 2 WHERE seq = 3; UPDATE entry SET seq = 3 WHERE seq = -1`,
      2,
    ],
  ])("finds %s", async (_, sql, seq) => {
    const file = await journalOf(5);
    expect(await verify(file)).toEqual({ entries: 5 });
    tamper(file, sql);
    expect((await verify(file)).damage?.seq).toBe(seq);
  });

  it.each(["branch.closed", '"'])("refuses a row that is no entry any more: %s", async (text) => {
    const file = await journalOf(2);
    tamper(file, `UPDATE entry SET body = replace(body, 'branch.opened', '${text}') WHERE seq = 2`);
    const journal = createSqliteJournal({ file });
    await expect(journal.read(0)).rejects.toMatchObject({
      code: "STATE_CORRUPT",
      message: expect.stringContaining("entry 2"),
    });
    await journal.close();
  });

  it("refuses a newer format, another program's database and what is no database, and changes none of them", async () => {
    const newer = await journalOf(1);
    tamper(newer, "PRAGMA user_version = 9; PRAGMA wal_checkpoint(TRUNCATE)");
    const other = newFile();
    tamper(other, "CREATE TABLE mine (x)");
    const text = newFile();
    writeFileSync(text, "Not a database at all, but long enough to be looked at.\n".repeat(20));
    for (const [file, code] of [
      [newer, "JOURNAL_NEWER"],
      [other, "STATE_CORRUPT"],
      [text, "STATE_CORRUPT"],
    ] as const) {
      const before = readFileSync(file);
      await expect(createSqliteJournal({ file }).read(0)).rejects.toMatchObject({ code });
      expect(readFileSync(file).equals(before)).toBe(true);
    }
  });

  it("gives up with JOURNAL_BUSY when another process never lets go", async () => {
    const file = await journalOf(1);
    const holder = new DatabaseSync(file);
    holder.exec("BEGIN IMMEDIATE");
    const journal = createSqliteJournal({ file, maxWaitMs: 50 });
    await expect(journal.append({ key: "b", expectedSeq: 1, entries: [entry("x")] })).rejects.toMatchObject({
      code: "JOURNAL_BUSY",
    });
    holder.exec("ROLLBACK");
    holder.close();
    await journal.close();
  });

  it("loses and doubles nothing that was acknowledged when its writers are killed", async () => {
    const file = newFile();
    const acknowledged: string[] = [];
    const writers = Array.from({ length: 4 }, (_, index) => {
      const child = spawn(
        process.execPath,
        [
          "--conditions=@runningtab/source",
          fileURLToPath(new URL("./__fixtures__/writer.ts", import.meta.url)),
          file,
          `w${index}`,
        ],
        { stdio: ["ignore", "pipe", "inherit"] },
      );
      createInterface({ input: child.stdout }).on("line", (key) => {
        acknowledged.push(key);
        // Somewhere in the middle of the next append.
        if (acknowledged.length % 10 === index) child.kill("SIGKILL");
      });
      return once(child, "exit");
    });
    await Promise.all(writers);
    expect(acknowledged.length).toBeGreaterThan(0);
    const journal = createSqliteJournal({ file });
    const branches = (await journal.read(0)).map(({ entry: stored }) => "branch" in stored && stored.branch);
    expect(new Set(branches).size).toBe(branches.length);
    expect(acknowledged.filter((key) => !branches.includes(key))).toEqual([]);
    expect((await journal.verify()).damage).toBeUndefined();
    await journal.close();
  });
});
