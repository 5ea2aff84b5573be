import type { DatabaseSync } from "node:sqlite";
import { TabError } from "../tab-error.ts";
import { chainLink, chainStart } from "../chain.ts";
import { fs, path } from "./file-system.ts";
import { loadSqlite } from "./load-sqlite.ts";
import { cellTables, schema, storeFormat } from "./sqlite-schema.ts";

/**
 * Brings a store of an older format into the present one, inside the caller's IMMEDIATE transaction, after a copy of it
 * was made beside it. The lock keeps other writers out from before the copy until the commit, so that the copy is what was
 * migrated, and whoever is killed in between leaves the old store.
 */
export function migrate(database: DatabaseSync, file: string, format: number): void {
  const rebuild = rebuilds[format];
  if (rebuild === undefined) {
    throw new TabError("STORE_CORRUPT", {
      message: `${file} says that it has store format ${format}, which never was. Restore it from a backup, or name another file.`,
      data: { file, found: format },
    });
  }
  backUp(file, format);
  rebuild(database);
}

/** Copies of a store that migrations made; they hold what a purge has to remove. */
export function backupsOf(file: string): readonly string[] {
  const folder = path.dirname(file);
  const prefix = `${path.basename(file)}.format-`;
  return fs
    .readdirSync(folder)
    .filter((name) => name.startsWith(prefix) && /^\d+\.backup(?:\.partial)?$/.test(name.slice(prefix.length)))
    .map((name) => path.join(folder, name));
}

function backUp(file: string, format: number): void {
  const backup = `${file}.format-${format}.backup`;
  const partial = `${backup}.partial`;
  // Left by a migration that was killed; the lock says that none is at work.
  fs.rmSync(partial, { force: true });
  // Made here, because SQLite would make it readable for everyone whom the umask lets in. It takes an empty file.
  fs.closeSync(fs.openSync(partial, "wx", 0o600));
  // A second connection: the first one is in a transaction, where VACUUM is not allowed, and holds nobody from reading.
  const reader = new (loadSqlite().DatabaseSync)(file, { readOnly: true });
  try {
    reader.prepare("VACUUM INTO ?").run(partial);
  } finally {
    reader.close();
  }
  const written = fs.openSync(partial, "r+");
  fs.fsyncSync(written);
  fs.closeSync(written);
  fs.renameSync(partial, backup);
}

/** By the format they start from. Each leaves the present schema. */
const rebuilds: Readonly<Record<number, (database: DatabaseSync) => void>> = { 1: chainEvents, 2: keepCells };

/** Format 2 added the hash chain over events. Snapshots are left out: they only save time. */
function chainEvents(database: DatabaseSync): void {
  const tables = ["task", "batch", "event", "excerpt", "snapshot"];
  for (const table of tables) database.exec(`ALTER TABLE ${table} RENAME TO old_${table}`);
  database.exec(schema);
  const insertTask = database.prepare(
    "INSERT INTO task (number, name, seq, head, opened_at, text) SELECT number, name, seq, ?, opened_at, text FROM old_task WHERE number = ?",
  );
  const insertEvent = database.prepare("INSERT INTO event (task, seq, key, body, chain) VALUES (?, ?, ?, ?, ?)");
  const updateHead = database.prepare("UPDATE task SET head = ? WHERE number = ?");
  const selectEvents = database.prepare(
    `SELECT seq, key, body, text AS excerpt FROM old_event LEFT JOIN old_excerpt
     ON old_excerpt.task = old_event.task AND body ->> '$.type' = 'read.recorded' AND id = body ->> '$.entry.id'
     WHERE old_event.task = ? ORDER BY seq`,
  );
  for (const { number, name } of database.prepare("SELECT number, name FROM old_task ORDER BY number").all()) {
    let link = chainStart(String(name));
    insertTask.run(link, Number(number));
    for (const row of selectEvents.iterate(Number(number))) {
      const { seq, key, body, excerpt } = row;
      link = chainLink(link, {
        seq: Number(seq),
        key: String(key),
        body: String(body),
        excerpt: excerpt === null ? undefined : String(excerpt),
      });
      insertEvent.run(Number(number), Number(seq), String(key), String(body), link);
    }
    updateHead.run(link, Number(number));
  }
  database.exec(`
    INSERT INTO batch SELECT * FROM old_batch;
    INSERT INTO excerpt SELECT * FROM old_excerpt;
  `);
  // What refers goes before what it refers to.
  for (const table of tables.toReversed()) database.exec(`DROP TABLE old_${table}`);
}

/** Format 3 keeps the fold's state in cells, which the next append of a task writes, instead of snapshots. */
function keepCells(database: DatabaseSync): void {
  database.exec(`DROP TABLE snapshot; ${cellTables} PRAGMA user_version = ${storeFormat};`);
}
