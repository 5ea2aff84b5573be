import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { isJournalEntry } from "../journal/entry-shape.ts";
import type { AppendResult, Journal, JournalBatch, JournalEntry, JournalVerification } from "../journal/journal.ts";
import { WorkspaceError } from "../workspace-error.ts";
import { type ChainedRow, chainLink, chainStart, verifyChain } from "./chain.ts";
import { loadSqlite } from "./load-sqlite.ts";

export interface SqliteJournalOptions {
  /** The journal's file, made if missing, for its owner alone (0600). On a local file system. */
  readonly file: string;
  /** How long a call waits for other processes in all, in milliseconds. Default 20,000. */
  readonly maxWaitMs?: number;
}

/** Format of the file, in `user_version`. A reader refuses a higher one. */
const FORMAT = 1;
/** In the file's header, so that another program's database is not taken for a journal: "RTjo". */
const APPLICATION_ID = 0x52546a6f;
/** One wait inside SQLite blocks this thread, so it is short; the longer waits between tries do not. */
const BUSY_TIMEOUT_MS = 200;

/** `head` has one row; it is what an append is compared with, and tells of entries cut off at the end. */
const SCHEMA = `
  CREATE TABLE entry (
    seq INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    body TEXT NOT NULL,
    chain TEXT NOT NULL
  ) STRICT;
  CREATE TABLE batch (key TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE head (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    seq INTEGER NOT NULL,
    chain TEXT NOT NULL
  ) STRICT;
  INSERT INTO head VALUES (1, 0, '${chainStart}');
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${FORMAT};
`;

/**
 * A journal in one SQLite file (`node:sqlite`, WAL, `synchronous=FULL`) that many processes may use at once. The file is
 * opened by the first call. Rejects with `JOURNAL_BUSY`, `JOURNAL_NEWER`, `JOURNAL_IO`, `STATE_CORRUPT` or `CLOSED`.
 */
export function createSqliteJournal({ file, maxWaitMs = 20_000 }: SqliteJournalOptions): Journal {
  let database: DatabaseSync | undefined;
  let isClosed = false;

  const connect = (): DatabaseSync => {
    if (isClosed) {
      throw new WorkspaceError("CLOSED", {
        message: `The journal ${file} was closed. Create a new one.`,
        data: { file },
      });
    }
    return (database ??= open(file));
  };

  /** Runs again while other processes hold the lock, also around the first opening, where the switch to WAL needs it. */
  const patiently = async <T>(step: (on: DatabaseSync) => T): Promise<T> => {
    const deadline = performance.now() + maxWaitMs;
    for (let attempt = 1; ; attempt++) {
      try {
        return step(connect());
      } catch (error) {
        if (!isBusy(error)) throw asWorkspaceError(error, file);
        if (performance.now() > deadline) {
          throw new WorkspaceError("JOURNAL_BUSY", {
            message: `Other processes kept ${file} locked for ${maxWaitMs} ms. Try again.`,
            data: { file, maxWaitMs },
            cause: error,
          });
        }
        await sleep(Math.random() * Math.min(200, 10 * attempt));
      }
    }
  };

  return {
    specVersion: 1,
    append: (batch) => patiently((on) => inTransaction(on, () => append(on, batch))),
    read: (afterSeq) =>
      patiently((on) => rowsAfter(on, afterSeq).map(({ seq, body }) => ({ seq, entry: decode(body, seq, file) }))),
    verify: () => patiently((on) => verifyRows(on)),
    async close() {
      isClosed = true;
      database?.close();
      database = undefined;
    },
  };
}

function append(on: DatabaseSync, batch: JournalBatch): AppendResult {
  const head = readHead(on);
  // As SQLite stores it: a key is text there, which has no lone surrogates. The chain covers what is stored.
  const key = batch.key.toWellFormed();
  if (on.prepare("SELECT 1 FROM batch WHERE key = ?").get(key)) return { status: "duplicate", seq: head.seq };
  if (head.seq !== batch.expectedSeq) return { status: "conflict", seq: head.seq };
  if (batch.entries.length === 0) return { status: "appended", seq: head.seq };
  const insert = on.prepare("INSERT INTO entry (seq, key, body, chain) VALUES (?, ?, ?, ?)");
  let { seq, chain } = head;
  for (const entry of batch.entries) {
    seq++;
    const body = JSON.stringify(entry);
    chain = chainLink(chain, seq, key, body);
    insert.run(seq, key, body, chain);
  }
  on.prepare("INSERT INTO batch (key) VALUES (?)").run(key);
  on.prepare("UPDATE head SET seq = ?, chain = ?").run(seq, chain);
  return { status: "appended", seq };
}

/** The chain, then what it does not cover: which acts are known to be done, and the database's own order. */
function verifyRows(on: DatabaseSync): JournalVerification {
  const verification = verifyChain(rowsAfter(on, 0), readHead(on));
  if (verification.damage !== undefined) return verification;
  const { entries } = verification;
  const damaged = (seq: number, found: string): JournalVerification => ({ entries: seq - 1, damage: { seq, found } });
  const unknown = on.prepare("SELECT min(seq) AS seq FROM entry WHERE key NOT IN (SELECT key FROM batch)").get()?.[
    "seq"
  ];
  if (unknown !== null) return damaged(Number(unknown), `the act of entry ${String(unknown)} is not marked as done`);
  if (on.prepare("SELECT 1 FROM batch WHERE key NOT IN (SELECT key FROM entry)").get() !== undefined) {
    return damaged(entries + 1, "an act is marked as done that has no entry");
  }
  const check = on.prepare("PRAGMA integrity_check(1)").get()?.["integrity_check"];
  return check === "ok" ? verification : damaged(entries + 1, `SQLite finds: ${String(check)}`);
}

/** IMMEDIATE: a transaction that reads first and writes later fails at once, timeout or not, when another wrote between. */
function inTransaction<T>(on: DatabaseSync, step: () => T): T {
  on.exec("BEGIN IMMEDIATE");
  try {
    const result = step();
    on.exec("COMMIT");
    return result;
  } catch (error) {
    if (on.isTransaction) on.exec("ROLLBACK");
    throw error;
  }
}

function rowsAfter(on: DatabaseSync, afterSeq: number): readonly ChainedRow[] {
  const rows = on.prepare("SELECT seq, key, body, chain FROM entry WHERE seq > ? ORDER BY seq").all(afterSeq);
  return rows.map((row) => ({
    seq: Number(row["seq"]),
    key: String(row["key"]),
    body: String(row["body"]),
    chain: String(row["chain"]),
  }));
}

function readHead(on: DatabaseSync): { readonly seq: number; readonly chain: string } {
  const row = on.prepare("SELECT seq, chain FROM head").get();
  return { seq: Number(row?.["seq"] ?? -1), chain: String(row?.["chain"]) };
}

/** What was written is an entry; a row that is none was changed by something else. */
function decode(body: string, seq: number, file: string): JournalEntry {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch (cause) {
    throw corrupt(file, `entry ${seq} cannot be read back`, cause);
  }
  if (!isJournalEntry(value)) throw corrupt(file, `entry ${seq} is not what was written`);
  return value;
}

function open(file: string): DatabaseSync {
  const { DatabaseSync: Database } = loadSqlite();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // SQLite itself would make the file readable for everyone whom the umask lets in; -wal and -shm take its mode.
  closeSync(openSync(file, "a", 0o600));
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    const isNew = readFormat(database, file) === "none";
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
    // Belongs to the connection. FULL, because WAL with NORMAL may lose acknowledged commits when the power fails.
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
    if (isNew) {
      inTransaction(database, () => {
        // Another process may have done it while this one waited for the lock.
        if (readFormat(database, file) === "none") database.exec(SCHEMA);
      });
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function readFormat(database: DatabaseSync, file: string): number | "none" {
  // In one statement, so that it is one state: another process may lay the schema out meanwhile.
  const state = database
    .prepare(
      `SELECT user_version AS format, application_id AS application, (SELECT count(*) FROM sqlite_schema) AS objects
       FROM pragma_user_version, pragma_application_id`,
    )
    .get();
  const [found, application] = [Number(state?.["format"]), Number(state?.["application"])];
  if (found === 0 && application === 0 && Number(state?.["objects"]) === 0) return "none";
  if (application !== APPLICATION_ID) throw corrupt(file, "it is a database of another program, not a journal");
  if (found > FORMAT) {
    throw new WorkspaceError("JOURNAL_NEWER", {
      message: `${file} has journal format ${found}; this version reads up to ${FORMAT}. Upgrade @runningtab/staged-workspace.`,
      data: { file, found, supported: FORMAT },
    });
  }
  return found;
}

function corrupt(file: string, found: string, cause?: unknown): WorkspaceError {
  return new WorkspaceError("STATE_CORRUPT", {
    message: `The journal ${file} cannot be used: ${found}. Restore it from a backup, or begin with another state folder; the files themselves are not affected.`,
    data: { file },
    ...(cause !== undefined && { cause }),
  });
}

/** SQLITE_BUSY and its extended codes. */
function isBusy(error: unknown): boolean {
  return sqliteCode(error) === 5;
}

function sqliteCode(error: unknown): number | undefined {
  const code = typeof error === "object" && error !== null ? (error as { errcode?: unknown }).errcode : undefined;
  return typeof code === "number" ? code & 0xff : undefined;
}

/** SQLITE_CORRUPT and SQLITE_NOTADB tell of damage; everything else is the system's refusal. */
function asWorkspaceError(error: unknown, file: string): unknown {
  if (WorkspaceError.isInstance(error)) return error;
  const code = sqliteCode(error);
  if (code === 11 || code === 26) return corrupt(file, "it is damaged or no database", error);
  return new WorkspaceError("JOURNAL_IO", {
    message: `The journal ${file} could not be used: ${error instanceof Error ? error.message : String(error)}.`,
    data: { file },
    cause: error,
  });
}
