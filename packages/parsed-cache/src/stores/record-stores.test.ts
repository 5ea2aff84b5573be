import { randomBytes } from "node:crypto";
import { chmodSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { brotliCompressSync } from "node:zlib";
import { registerConformance, runConformance } from "@runningtab/conformance-kit";
import { createRecordStore, type ParsedRecord, type RecordStore } from "@runningtab/parsed-cache";
import { recordStoreCases } from "@runningtab/parsed-cache/conformance";
import { createMemoryStore } from "@runningtab/parsed-cache/stores/memory";
import { createSqliteStore } from "@runningtab/parsed-cache/stores/sqlite";
import { parseContentHash } from "@runningtab/content-hash";
import { hashBytesSync } from "@runningtab/content-hash/node";
import { temporaryFolder } from "@runningtab/test-kit";
import { describe, expect, it } from "vitest";

const newFile = (): string => join(temporaryFolder("records"), "private", "records.db");

registerConformance({ describe, it }, recordStoreCases, { name: "memory store", create: () => createMemoryStore() });
registerConformance({ describe, it }, recordStoreCases, {
  name: "SQLite store",
  create: () => createSqliteStore({ file: newFile() }),
  dispose: (store) => store.close(),
});
registerConformance({ describe, it }, recordStoreCases, {
  name: "SQLite store with a size",
  create: () => createRecordStore({ file: newFile() }),
  dispose: (store) => store.close(),
});

function record(digit: string, text: string, parserVersion = "1"): ParsedRecord {
  return {
    key: { hash: parseContentHash(`sha256:${digit.repeat(64)}`), parserId: "text", parserVersion, options: {} },
    mediaType: { type: "text/plain", decidedBy: "name" },
    status: "ok",
    parts: [{ type: "page", address: "L1", text }],
    jail: "permission",
    parsedAt: "2026-01-01T00:00:00.000Z",
  };
}

/** Text that does not compress. */
function noise(length: number): string {
  return randomBytes(length).toString("base64");
}

describe("record store conformance", () => {
  it("finds out a store that ignores the parser's version", async () => {
    const broken = (): RecordStore => {
      const store = createMemoryStore();
      const blunt = (one: ParsedRecord["key"]): ParsedRecord["key"] => ({ ...one, parserVersion: "any" });
      return {
        ...store,
        get: (key) => store.get(blunt(key)),
        put: (one) => store.put({ ...one, key: blunt(one.key) }),
      };
    };
    const report = await runConformance(recordStoreCases, { name: "broken", create: broken });
    const failed = report.results.filter(({ status }) => status === "failed").map(({ id }) => id);
    expect(failed).toContain("key/every-part-counts");
  });
});

describe("SQLite store", () => {
  it("still has its records when it is opened again, and two processes' worth of handles share them", async () => {
    const file = newFile();
    const first = createSqliteStore({ file });
    await first.put(record("a", "kept"));
    const second = createSqliteStore({ file });
    expect(await second.get(record("a", "").key)).toEqual(record("a", "kept"));
    await first.close();
    await second.close();
  });

  it("is private to its owner", async () => {
    const file = newFile();
    const store = createSqliteStore({ file });
    await store.put(record("a", "text"));
    for (const name of [file, `${file}-wal`, `${file}-shm`]) expect(statSync(name).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
    await store.close();
  });

  it("finds each changed bit of a record when it is read", async () => {
    const file = newFile();
    const store = createSqliteStore({ file });
    await store.put(record("a", "the text of the page"));
    await store.close();
    const raw = new DatabaseSync(file);
    const { parts, header } = raw.prepare("SELECT parts, header FROM record").get() as {
      parts: Uint8Array;
      header: string;
    };
    for (let bit = 0; bit < parts.length * 8; bit += 5) {
      const damaged = parts.slice();
      damaged[bit >> 3]! ^= 1 << (bit & 7);
      raw.prepare("UPDATE record SET parts = ?").run(damaged);
      const reopened = createSqliteStore({ file });
      await expect(reopened.get(record("a", "").key)).rejects.toMatchObject({ code: "store-corrupt" });
      await reopened.close();
    }
    raw.prepare("UPDATE record SET parts = ?, header = ?").run(parts, header.replace("text/plain", "text/plane"));
    const reopened = createSqliteStore({ file });
    await expect(reopened.get(record("a", "").key)).rejects.toMatchObject({ code: "store-corrupt" });
    expect(await reopened.delete(record("a", "").key)).toBe(true);
    await reopened.close();
    raw.close();
  });

  it("finds one changed bit in any column of any record, and nothing in a store that is whole", async () => {
    const file = newFile();
    const store = createSqliteStore({ file });
    for (const digit of ["a", "b", "c"]) await store.put(record(digit, noise(200)));
    expect(await store.verify!()).toEqual({ records: 3, damage: [] });
    const raw = new DatabaseSync(file);
    for (const column of ["key", "hash", "header", "parts", "checksum"]) {
      const [row] = raw.prepare(`SELECT seq, ${column} AS value FROM record ORDER BY random() LIMIT 1`).all();
      const { seq, value } = row as { seq: number; value: string | Uint8Array };
      const bytes = Buffer.from(value as string);
      bytes[Math.floor(Math.random() * bytes.length)]! ^= 1;
      const change = raw.prepare(`UPDATE record SET ${column} = ? WHERE seq = ?`);
      change.run(typeof value === "string" ? bytes.toString("latin1") : bytes, seq);
      expect([column, (await store.verify!()).damage.length]).toEqual([column, 1]);
      change.run(value, seq);
    }
    raw.close();
    await store.close();
  });

  it("reads what format 1 packed with Brotli, beside what it packs itself", async () => {
    const file = newFile();
    const [old, own] = [record("a", "kept"), record("b", "new")];
    const first = createSqliteStore({ file });
    await first.put(old);
    await first.close();
    const raw = new DatabaseSync(file);
    const { header } = raw.prepare("SELECT header FROM record").get() as { header: string };
    const packed = brotliCompressSync(JSON.stringify(old.parts));
    const checksum = hashBytesSync(Buffer.concat([Buffer.from(header), Buffer.of(0), packed]));
    raw.prepare("UPDATE record SET parts = ?, checksum = ?").run(packed, checksum);
    raw.exec("PRAGMA user_version = 1");
    raw.close();
    const store = createSqliteStore({ file });
    await store.put(own);
    expect(await store.get(old.key)).toEqual(old);
    expect(await store.get(own.key)).toEqual(own);
    expect(await store.verify!()).toEqual({ records: 2, damage: [] });
    await store.close();
    const after = new DatabaseSync(file);
    expect(after.prepare("PRAGMA user_version").get()).toEqual({ user_version: 2 });
    after.close();
  });

  it("refuses a file of a newer release, of another program, and one that is no database", async () => {
    const newer = newFile();
    await createSqliteStore({ file: newer }).close();
    const raw = new DatabaseSync(newer);
    raw.exec("PRAGMA user_version = 3");
    raw.close();
    expect(() => createSqliteStore({ file: newer })).toThrow(expect.objectContaining({ code: "store-newer" }));

    const foreign = join(temporaryFolder("records"), "notes.db");
    const notes = new DatabaseSync(foreign);
    notes.exec("CREATE TABLE note (text TEXT)");
    notes.close();
    expect(() => createSqliteStore({ file: foreign })).toThrow(expect.objectContaining({ code: "store-corrupt" }));

    const noise = join(temporaryFolder("records"), "noise.db");
    writeFileSync(noise, "no database at all ".repeat(100));
    chmodSync(noise, 0o600);
    expect(() => createSqliteStore({ file: noise })).toThrow(expect.objectContaining({ code: "store-corrupt" }));
  });
});

describe("createRecordStore", () => {
  it("makes room by dropping the oldest records that nothing cites", async () => {
    const cited = record("a", "x".repeat(1000));
    const store = createRecordStore({ maxBytes: 2500, isPinned: (hash) => hash === cited.key.hash });
    for (const one of [cited, record("b", "y".repeat(1000)), record("c", "z".repeat(1000))]) await store.put(one);
    expect((await store.list()).map(({ key }) => key.hash.at(-1))).toEqual(["a", "c"]);
  });

  it("drops those first that nobody asked for since the store was opened, then the least recently used", async () => {
    const file = newFile();
    const filling = createSqliteStore({ file });
    const [a, b, c] = ["a", "b", "c"].map((digit) => record(digit, noise(1000)));
    for (const one of [a!, b!, c!]) await filling.put(one);
    const each = (await filling.list())[0]!.bytes;
    await filling.close();

    const store = createRecordStore({ file, maxBytes: Math.round(3.5 * each) });
    const left = async (): Promise<string> => (await store.list()).map(({ key }) => key.hash.at(-1)).join("");
    await store.get(a!.key);
    await store.list(b!.key.hash);
    await store.put(record("d", noise(1000)));
    expect(await left()).toBe("abd");
    await store.get(a!.key);
    await store.put(record("e", noise(1000)));
    expect(await left()).toBe("ade");
    await store.close();
  });

  it("asks whether a content is cited also where the answer takes time", async () => {
    const cited = record("a", "x".repeat(1000));
    const store = createRecordStore({ maxBytes: 10, isPinned: async (hash) => hash === cited.key.hash });
    for (const one of [cited, record("b", "y"), record("c", "z")]) await store.put(one);
    expect((await store.list()).map(({ key }) => key.hash.at(-1))).toEqual(["a", "c"]);
  });

  it("keeps the record that was just put even when it alone is too large", async () => {
    const store = createRecordStore({ maxBytes: 10 });
    await store.put(record("a", "much longer than ten"));
    expect(await store.list()).toHaveLength(1);
  });
});
