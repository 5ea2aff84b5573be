import type { DatabaseSync } from "node:sqlite";
import { TabError } from "../tab-error.ts";
import { fs, path } from "./file-system.ts";
import { loadSqlite } from "./load-sqlite.ts";
import { migrate } from "./migrate.ts";
import { applicationId, schema, storeFormat } from "./sqlite-schema.ts";

/**
 * Opens or makes the store file, private to its owner, and brings one of an older format up to date. A busy file throws
 * SQLite's own error: the caller tries again.
 */
export function openDatabase(file: string, busyTimeoutMs: number): DatabaseSync {
  const { DatabaseSync: Database } = loadSqlite();
  makePrivateFile(file);
  const database = new Database(file, { timeout: busyTimeoutMs });
  try {
    const format = readFormat(database, file);
    // Only now is it known to be ours. SQLite gives -wal and -shm the mode of the main file.
    if ((fs.statSync(file).mode & 0o077) !== 0) fs.chmodSync(file, 0o600);
    // Both are set again by every process: `synchronous` belongs to the connection. FULL, because WAL with NORMAL may
    // lose acknowledged commits when the power fails.
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
    if (format !== storeFormat) bringUpToDate(database, file);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** SQLite itself would make the file readable for everyone whom the umask lets in. */
function makePrivateFile(file: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  fs.closeSync(fs.openSync(file, "a", 0o600));
}

/** One transaction: whatever happens in it, the file has the format that it had, or the present one. */
function bringUpToDate(database: DatabaseSync, file: string): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    // Another process may have done it while this one waited for the lock.
    const format = readFormat(database, file);
    if (format === "none") database.exec(schema);
    else if (format !== storeFormat) migrate(database, file, format);
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

function readFormat(database: DatabaseSync, file: string): number | "none" {
  // In one statement, so that it is one state: another process may lay the schema out meanwhile.
  const statement = database.prepare(
    `SELECT user_version AS format, application_id AS application, (SELECT count(*) FROM sqlite_schema) AS objects
     FROM pragma_user_version, pragma_application_id`,
  );
  const state = statement.get();
  const found = Number(state?.["format"]);
  const application = Number(state?.["application"]);
  const objects = Number(state?.["objects"]);
  if (found === 0 && application === 0 && objects === 0) return "none";
  if (application !== applicationId) {
    throw new TabError("STORE_CORRUPT", {
      message: `${file} is a database of another program, not a tab store. Name another file.`,
      data: { file, applicationId: application },
    });
  }
  if (found > storeFormat) {
    throw new TabError("STORE_NEWER", {
      message: `${file} has store format ${found}; this version reads up to ${storeFormat}. Upgrade @runningtab/tab-core.`,
      data: { file, found, supported: storeFormat },
    });
  }
  return found;
}
