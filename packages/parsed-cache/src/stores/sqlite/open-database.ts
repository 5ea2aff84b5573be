import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { ParsedCacheError } from "../../parsed-cache-error.ts";

/** Format of the file, in `user_version`; docs/formats/record-store.md describes it. */
export const STORE_FORMAT = 2;

/** "RPar", in the file's header, so that another program's database is not taken for a store. */
const APPLICATION_ID = 0x52506172;

const SQLITE_BUSY = 5;
const OPEN_ATTEMPTS = 10;
const BUSY_TIMEOUT_MS = 5000;

const SCHEMA = `
  CREATE TABLE record (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    hash TEXT NOT NULL,
    header TEXT NOT NULL,
    parts BLOB NOT NULL,
    checksum TEXT NOT NULL
  ) STRICT;
  CREATE INDEX record_hash ON record (hash);
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${STORE_FORMAT};
`;

/**
 * Opens or makes the store's file, private to its owner. Throws `store-newer` for a format of a later release and
 * `store-corrupt` for a file that is no store.
 */
export function openDatabase(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // SQLite would make the file readable for all whom the umask lets in; its -wal and -shm take the mode of the file.
  closeSync(openSync(file, "a", 0o600));
  // Many processes that open a new file at once meet the switch to WAL, which ignores the busy timeout.
  for (let attempt = 1; ; attempt++) {
    try {
      return openOnce(file);
    } catch (error) {
      if (sqliteCode(error) !== SQLITE_BUSY || attempt === OPEN_ATTEMPTS) throw asStoreError(error, file);
      sleep(5 + Math.random() * 20 * attempt);
    }
  }
}

function openOnce(file: string): DatabaseSync {
  const { DatabaseSync: Database } = loadSqlite();
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    requireOurs(database, file);
    // NORMAL may lose the last records when the power fails; they are parsed again.
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE");
    const format = pragma(database, "user_version");
    if (format === 0) database.exec(SCHEMA);
    // The records stay as they are; a release that cannot read what comes beside them must refuse the file.
    else if (format < STORE_FORMAT) database.exec(`PRAGMA user_version = ${STORE_FORMAT}`);
    database.exec("COMMIT");
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function requireOurs(database: DatabaseSync, file: string): void {
  const format = pragma(database, "user_version");
  const application = pragma(database, "application_id");
  if (format === 0 && application === 0) {
    const tables = Number(database.prepare("SELECT count(*) AS n FROM sqlite_schema").get()?.["n"]);
    if (tables === 0) return;
  }
  if (application !== APPLICATION_ID) {
    throw new ParsedCacheError({
      code: "store-corrupt",
      message: `${file} is a database of another program, not a record store. Name another file.`,
      data: { file },
    });
  }
  if (format > STORE_FORMAT) {
    throw new ParsedCacheError({
      code: "store-newer",
      message: `${file} has record store format ${format}; this release reads up to ${STORE_FORMAT}. Upgrade @runningtab/parsed-cache or name another file.`,
      data: { file, format, supported: STORE_FORMAT },
    });
  }
}

function pragma(database: DatabaseSync, name: "user_version" | "application_id"): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}

export function sqliteCode(error: unknown): number | undefined {
  return error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : undefined;
}

const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** SQLite's own errors as ours where the file is to blame; others (full disk, permissions) stay as they are. */
export function asStoreError(error: unknown, file: string): unknown {
  const code = sqliteCode(error);
  if (code !== SQLITE_CORRUPT && code !== SQLITE_NOTADB) return error;
  return new ParsedCacheError({
    code: "store-corrupt",
    message: `${file} is damaged: ${String(error)}. Name another file; what it held is parsed again from the documents.`,
    data: { file },
    cause: error,
  });
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Node's own SQLite, without the warning that it is experimental, about which a user can do nothing. */
function loadSqlite(): typeof import("node:sqlite") {
  const { emitWarning } = process;
  process.emitWarning = ((...args: Parameters<typeof emitWarning>) => {
    const text = typeof args[0] === "string" ? args[0] : args[0].message;
    if (!text.startsWith("SQLite is an experimental feature")) Reflect.apply(emitWarning, process, args);
  }) as typeof emitWarning;
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
}
