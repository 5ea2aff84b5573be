import type { DatabaseSync } from "node:sqlite";
import type { TaskId } from "../event-store.ts";
import { fs } from "./file-system.ts";
import { backupsOf } from "./migrate.ts";

/** Others are reading from the write-ahead log, which can be emptied when they are done. */
export class LogInUse extends Error {
  override readonly name = "LogInUse";
}

/** What refers goes before what it refers to. */
const tablesOfTask = ["cell", "projection", "excerpt", "event", "batch"];

/** Deletes tasks in one transaction and returns those that were there. Freed pages are overwritten with zeros. */
export function deleteTasks(database: DatabaseSync, tasks: readonly TaskId[]): readonly TaskId[] {
  database.exec("PRAGMA secure_delete = ON");
  const selectNumber = database.prepare("SELECT number FROM task WHERE name = ?");
  database.exec("BEGIN IMMEDIATE");
  try {
    const deleted = [...new Set(tasks)].filter((task) => {
      const number = selectNumber.get(task)?.["number"];
      if (number === undefined) return false;
      for (const table of tablesOfTask) database.prepare(`DELETE FROM ${table} WHERE task = ?`).run(Number(number));
      database.prepare("DELETE FROM task WHERE number = ?").run(Number(number));
      return true;
    });
    database.exec("COMMIT");
    return deleted;
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}

/**
 * Takes what was deleted out of the files: the database is written anew without free pages, the write-ahead log, where
 * earlier versions of pages stand, is emptied, and copies from before a migration go. Throws `LogInUse` while others read
 * from the log.
 */
export function reclaim(database: DatabaseSync, file: string): void {
  for (const backup of backupsOf(file)) fs.rmSync(backup, { force: true });
  database.exec("VACUUM");
  // It answers instead of throwing, unlike everything else that has to wait.
  if (database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get()?.["busy"] !== 0) throw new LogInUse();
}

/** Bytes of the database and the files that SQLite and migrations keep beside it. */
export function bytesOnDisk(file: string): number {
  return [file, `${file}-wal`, `${file}-shm`, ...backupsOf(file)]
    .map((path) => fs.statSync(path, { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
}
