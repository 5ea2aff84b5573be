import type { DatabaseSync, StatementSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import type { AppendBatch, AppendResult, EventStore, StoredEvent, TaskId } from "../event-store.ts";
import type { TabEvent } from "../events.ts";
import { TabError } from "../tab-error.ts";
import { openDatabase } from "./open-database.ts";

export interface SqliteStoreOptions {
  /** Path of the store file; its folder is made when missing. On a local file system: WAL does not work over a network. */
  readonly file: string;
  /** How long a call waits for other processes in all, in milliseconds; default 20,000. */
  readonly maxWaitMs?: number;
}

/** One wait inside SQLite blocks this thread, so it is short; the longer waits between tries do not. */
const busyTimeoutMs = 200;

/**
 * Tasks in one SQLite file (`node:sqlite`, WAL, `synchronous=FULL`) that many processes write at once. The file is opened
 * by the first call. Rejects with `STORE_BUSY`, `STORE_NEWER`, `STORE_CORRUPT`, `STORE_IO` or `STORE_CLOSED`.
 */
export function createSqliteStore(options: SqliteStoreOptions): EventStore {
  const { file, maxWaitMs = 20_000 } = options;
  let connection: Connection | undefined;
  let isClosed = false;

  const connect = (): Connection => {
    if (isClosed) {
      throw new TabError("STORE_CLOSED", {
        message: `The store ${file} was closed; create a new one.`,
        data: { file },
      });
    }
    return (connection ??= prepareConnection(openDatabase(file, busyTimeoutMs)));
  };

  /** Runs again while other processes hold the lock, also around the first opening, where the switch to WAL needs it. */
  const patiently = async <T>(asked: string, step: (on: Connection) => T): Promise<T> => {
    const deadline = performance.now() + maxWaitMs;
    for (let attempt = 1; ; attempt++) {
      try {
        return step(connect());
      } catch (error) {
        if (!isBusy(error)) throw asTabError(error, file, asked);
        if (performance.now() > deadline) {
          throw new TabError("STORE_BUSY", {
            message: `${asked}: other processes kept ${file} locked for ${maxWaitMs} ms. Try again.`,
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
    read: (task, afterSeq) =>
      patiently(`Reading task ${task}`, ({ selectEvents }) =>
        selectEvents.all(task, afterSeq).map((row): StoredEvent => ({
          seq: Number(row["seq"]),
          key: String(row["key"]),
          event: decode<TabEvent>(row["body"], file),
        })),
      ),
    append: (task, batch) => patiently(`Appending to task ${task}`, (on) => append(on, task, batch)),
    loadSnapshot: (task, version) =>
      patiently(`Reading task ${task}`, ({ selectSnapshot }) => {
        const row = selectSnapshot.get(task, version);
        return row && { seq: Number(row["seq"]), state: row["state"] as Uint8Array };
      }),
    saveSnapshot: (task, version, seq, state) =>
      patiently(`Keeping a snapshot of task ${task}`, ({ upsertSnapshot }) => {
        upsertSnapshot.run(version, seq, state, task);
      }),
    excerpt: (task, id) =>
      patiently(`Reading ${id} of task ${task}`, ({ selectExcerpt }) => {
        const row = selectExcerpt.get(task, id);
        return row && decode<string>(row["text"], file);
      }),
    tasks: () =>
      patiently("Listing tasks", ({ selectTasks }) =>
        selectTasks.all().map((row) => ({
          task: String(row["name"]),
          openedAt: String(row["opened_at"]),
          text: decode<string>(row["text"], file),
        })),
      ),
    async close() {
      isClosed = true;
      connection?.database.close();
      connection = undefined;
    },
  };
}

interface Connection {
  readonly database: DatabaseSync;
  readonly selectTask: StatementSync;
  readonly selectBatch: StatementSync;
  readonly insertTask: StatementSync;
  readonly updateHead: StatementSync;
  readonly updateText: StatementSync;
  readonly insertBatch: StatementSync;
  readonly insertEvent: StatementSync;
  readonly insertExcerpt: StatementSync;
  readonly selectEvents: StatementSync;
  readonly selectExcerpt: StatementSync;
  readonly selectSnapshot: StatementSync;
  readonly upsertSnapshot: StatementSync;
  readonly selectTasks: StatementSync;
}

function prepareConnection(database: DatabaseSync): Connection {
  const numberOf = "(SELECT number FROM task WHERE name = ?)";
  return {
    database,
    selectTask: database.prepare("SELECT number, seq FROM task WHERE name = ?"),
    selectBatch: database.prepare("SELECT 1 FROM batch WHERE task = ? AND key = ?"),
    insertTask: database.prepare(
      "INSERT INTO task (name, seq, opened_at, text) VALUES (?, 0, ?, '\"\"') RETURNING number",
    ),
    updateHead: database.prepare("UPDATE task SET seq = ? WHERE number = ?"),
    updateText: database.prepare("UPDATE task SET opened_at = ?, text = ? WHERE number = ?"),
    insertBatch: database.prepare("INSERT INTO batch (task, key, last_seq) VALUES (?, ?, ?)"),
    insertEvent: database.prepare("INSERT INTO event (task, seq, key, body) VALUES (?, ?, ?, ?)"),
    insertExcerpt: database.prepare("INSERT INTO excerpt (task, id, text) VALUES (?, ?, ?)"),
    selectEvents: database.prepare(
      `SELECT seq, key, body FROM event WHERE task = ${numberOf} AND seq > ? ORDER BY seq`,
    ),
    selectExcerpt: database.prepare(`SELECT text FROM excerpt WHERE task = ${numberOf} AND id = ?`),
    selectSnapshot: database.prepare(`SELECT seq, state FROM snapshot WHERE task = ${numberOf} AND fold_version = ?`),
    upsertSnapshot: database.prepare(
      // An older snapshot never replaces a newer one, whoever writes last.
      `INSERT INTO snapshot (task, fold_version, seq, state) SELECT number, ?, ?, ? FROM task WHERE name = ?
       ON CONFLICT (task, fold_version) DO UPDATE SET seq = excluded.seq, state = excluded.state
       WHERE excluded.seq > snapshot.seq`,
    ),
    selectTasks: database.prepare("SELECT name, opened_at, text FROM task ORDER BY number DESC"),
  };
}

function append(on: Connection, task: TaskId, batch: AppendBatch): AppendResult {
  // A head only grows, so that an old state is known without the lock, which twenty writers would otherwise queue for.
  const early = judge(on, task, batch);
  if (early.result?.status === "conflict") return early.result;
  // IMMEDIATE: a transaction that reads first and writes later fails at once, timeout or not, when another wrote between.
  on.database.exec("BEGIN IMMEDIATE");
  try {
    const result = appendLocked(on, task, batch);
    on.database.exec("COMMIT");
    return result;
  } catch (error) {
    if (on.database.isTransaction) on.database.exec("ROLLBACK");
    throw error;
  }
}

/** The task's row and head, and the result when the batch cannot be appended to it. */
function judge(
  on: Connection,
  task: TaskId,
  { key, expectedSeq }: AppendBatch,
): { readonly number: number | undefined; readonly seq: number; readonly result?: AppendResult } {
  const row = on.selectTask.get(task);
  const number = row && Number(row["number"]);
  const seq = Number(row?.["seq"] ?? 0);
  if (number !== undefined && on.selectBatch.get(number, key)) {
    return { number, seq, result: { status: "duplicate", seq } };
  }
  return seq === expectedSeq ? { number, seq } : { number, seq, result: { status: "conflict", seq } };
}

function appendLocked(on: Connection, task: TaskId, batch: AppendBatch): AppendResult {
  const { key, events, excerpts } = batch;
  const { number: known, seq, result } = judge(on, task, batch);
  if (result) return result;
  const [first] = events;
  if (first === undefined) return { status: "appended", seq };
  const number = known ?? Number(on.insertTask.get(task, first.at)?.["number"]);
  const head = seq + events.length;
  events.forEach((event, index) => {
    on.insertEvent.run(number, seq + index + 1, key, JSON.stringify(event));
    if (event.type === "task.opened") on.updateText.run(event.at, JSON.stringify(event.text), number);
  });
  for (const [id, text] of excerpts ?? []) on.insertExcerpt.run(number, id, JSON.stringify(text));
  on.insertBatch.run(number, key, head);
  on.updateHead.run(head, number);
  return { status: "appended", seq: head };
}

/** What was written is JSON; a row that is not was changed by something else. */
function decode<T>(column: unknown, file: string): T {
  try {
    return JSON.parse(String(column)) as T;
  } catch (cause) {
    throw new TabError("STORE_CORRUPT", {
      message: `${file} holds a row that cannot be read back. Restore the file from a backup, or start another one.`,
      data: { file },
      cause,
    });
  }
}

const sqliteBusy = 5;
const sqliteLocked = 6;
const sqliteCorrupt = 11;
const sqliteNotADatabase = 26;

/** The primary code: extended ones carry it in their lowest byte. */
function sqliteCode(error: unknown): number | undefined {
  const code = typeof error === "object" && error !== null && "errcode" in error ? error.errcode : undefined;
  return typeof code === "number" ? code & 0xff : undefined;
}

function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === sqliteBusy || code === sqliteLocked;
}

function asTabError(error: unknown, file: string, asked: string): unknown {
  if (TabError.isInstance(error)) return error;
  const code = sqliteCode(error);
  const text = error instanceof Error ? error.message : String(error);
  if (code === sqliteCorrupt || code === sqliteNotADatabase) {
    return new TabError("STORE_CORRUPT", {
      message: `${asked}: ${file} is damaged or no tab store (${text}). Restore it from a backup, or name another file.`,
      data: { file, sqliteCode: code },
      cause: error,
    });
  }
  return new TabError("STORE_IO", {
    message: `${asked}: ${file} could not be used (${text}). Check the disk and the file's permissions.`,
    data: { file, sqliteCode: code },
    cause: error,
  });
}
