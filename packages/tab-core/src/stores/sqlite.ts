import { chainLink, chainStart } from "../chain.ts";
import type { AppendBatch, AppendResult, EventStore, LogId, StoredEvent, TaskId } from "../event-store.ts";
import { TabError } from "../tab-error.ts";
import { upcastEvent } from "../upcast.ts";
import { type Connection, createConnection } from "./connection.ts";
import { readCells, writeCells } from "./kept-cells.ts";
import { openDatabase } from "./open-database.ts";
import { bytesOnDisk, deleteTasks, LogInUse, reclaim } from "./purge-database.ts";
import { verifyDatabase } from "./verify-database.ts";

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
    return (connection ??= createConnection(openDatabase(file, busyTimeoutMs)));
  };

  /** Runs again while other processes hold the lock, also around the first opening, where the switch to WAL needs it. */
  const patiently = async <T>(asked: string, step: (on: Connection) => T): Promise<T> => {
    const deadline = uptimeMs() + maxWaitMs;
    for (let attempt = 1; ; attempt++) {
      try {
        return step(connect());
      } catch (error) {
        if (!isBusy(error)) throw asTabError(error, file, asked);
        if (uptimeMs() > deadline) {
          throw new TabError("STORE_BUSY", {
            message: `${asked}: other processes kept ${file} locked for ${maxWaitMs} ms. Try again.`,
            data: { file, maxWaitMs },
            cause: error,
          });
        }
        await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(200, 10 * attempt)));
      }
    }
  };

  return {
    specVersion: 1,
    read: (task, afterSeq) =>
      patiently(`Reading task ${task}`, ({ prepared }) =>
        prepared("selectEvents")
          .all(task, afterSeq)
          .map((row): StoredEvent => ({
            seq: Number(row["seq"]),
            key: String(row["key"]),
            event: upcastEvent(decode<unknown>(row["body"], file)),
          })),
      ),
    append: (task, batch) => patiently(`Appending to task ${task}`, (on) => append(on, task, batch)),
    loadCells: (task, version, keys) => patiently(`Reading task ${task}`, (on) => readCells(on, task, version, keys)),
    excerpt: (task, id) =>
      patiently(`Reading ${id} of task ${task}`, ({ prepared }) => {
        const row = prepared("selectExcerpt").get(task, id);
        return row && decode<string>(row["text"], file);
      }),
    tasks: () =>
      patiently("Listing tasks", ({ prepared }) =>
        prepared("selectTasks")
          .all()
          .map((row) => ({
            task: String(row["name"]),
            openedAt: String(row["opened_at"]),
            text: decode<string>(row["text"], file),
          })),
      ),
    async verify(task) {
      try {
        return await patiently("Verifying", ({ database }) => verifyDatabase(database, task));
      } catch (error) {
        if (!TabError.isInstance(error) || error.code !== "STORE_CORRUPT") throw error;
        return { tasks: [], damage: [{ found: error.message.replace(/\.$/, "") }], damageCount: 1 };
      }
    },
    async purge(tasks) {
      const bytesBefore = bytesOnDisk(file);
      const purged = await patiently("Purging", ({ database }) => deleteTasks(database, tasks));
      await patiently("Reclaiming the space of purged tasks", ({ database }) => reclaim(database, file));
      return { tasks: purged, bytesBefore, bytesAfter: bytesOnDisk(file) };
    },
    async close() {
      isClosed = true;
      connection?.database.close();
      connection = undefined;
    },
  };
}

/** Milliseconds on a clock that only goes forward. `performance` would be loaded first, for as long as opening the store takes. */
function uptimeMs(): number {
  return process.uptime() * 1_000;
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
): {
  readonly number: number | undefined;
  readonly seq: number;
  readonly head: string;
  readonly result?: AppendResult;
} {
  const row = on.prepared("selectTask").get(task);
  const number = row && Number(row["number"]);
  const seq = Number(row?.["seq"] ?? 0);
  const head = row ? String(row["head"]) : chainStart(task);
  if (number !== undefined && on.prepared("selectBatch").get(number, key)) {
    return { number, seq, head, result: { status: "duplicate", seq } };
  }
  return { number, seq, head, ...(seq !== expectedSeq && { result: { status: "conflict", seq } }) };
}

function appendLocked(on: Connection, task: TaskId, batch: AppendBatch): AppendResult {
  const { events } = batch;
  const { number: known, seq, head, result } = judge(on, task, batch);
  if (result) return result;
  const [first] = events;
  if (first === undefined) return { status: "appended", seq };
  // As SQLite stores it: a key is text there, which has no lone surrogates. The chain covers what is stored.
  const key = batch.key.toWellFormed();
  const excerpts = new Map<LogId, string>();
  for (const [id, text] of batch.excerpts ?? []) excerpts.set(id, JSON.stringify(text));
  const number = known ?? Number(on.prepared("insertTask").get(task, first.at)?.["number"]);
  let [last, link] = [seq, head];
  for (const event of events) {
    last++;
    const body = JSON.stringify(event);
    const id = event.type === "read.recorded" ? event.entry.id : undefined;
    const excerpt = id && excerpts.get(id);
    link = chainLink(link, { seq: last, key, body, excerpt });
    on.prepared("insertEvent").run(number, last, key, body, link);
    if (id !== undefined && excerpt !== undefined) on.prepared("insertExcerpt").run(number, id, excerpt);
    if (event.type === "task.opened") on.prepared("updateText").run(event.at, JSON.stringify(event.text), number);
  }
  on.prepared("insertBatch").run(number, key, last);
  on.prepared("updateHead").run(last, link, number);
  if (batch.cells) writeCells(on, number, last, batch.cells);
  return { status: "appended", seq: last };
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

const sqliteError = 1;
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
  return code === sqliteBusy || code === sqliteLocked || error instanceof LogInUse;
}

function asTabError(error: unknown, file: string, asked: string): unknown {
  if (TabError.isInstance(error)) return error;
  const code = sqliteCode(error);
  const text = error instanceof Error ? error.message : String(error);
  // Its general error comes only for statements that do not fit the tables, which are not ours then.
  if (code === sqliteCorrupt || code === sqliteNotADatabase || code === sqliteError) {
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
