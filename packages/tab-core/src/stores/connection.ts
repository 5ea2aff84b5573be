import type { DatabaseSync, StatementSync } from "node:sqlite";

/** A store file that is open. */
export interface Connection {
  readonly database: DatabaseSync;
  /** One of the statements of the daily calls. Prepared when first used: a process that answers one hook needs few. */
  prepared(name: keyof typeof statements): StatementSync;
}

const numberOf = "(SELECT number FROM task WHERE name = ?)";

const statements = {
  selectTask: "SELECT number, seq, head FROM task WHERE name = ?",
  selectBatch: "SELECT 1 FROM batch WHERE task = ? AND key = ?",
  insertTask: `INSERT INTO task (name, seq, head, opened_at, text) VALUES (?, 0, '', ?, '""') RETURNING number`,
  updateHead: "UPDATE task SET seq = ?, head = ? WHERE number = ?",
  updateText: "UPDATE task SET opened_at = ?, text = ? WHERE number = ?",
  insertBatch: "INSERT INTO batch (task, key, last_seq) VALUES (?, ?, ?)",
  insertEvent: "INSERT INTO event (task, seq, key, body, chain) VALUES (?, ?, ?, ?, ?)",
  insertExcerpt: "INSERT INTO excerpt (task, id, text) VALUES (?, ?, ?)",
  selectEvents: `SELECT seq, key, body FROM event WHERE task = ${numberOf} AND seq > ? ORDER BY seq`,
  selectExcerpt: `SELECT text FROM excerpt WHERE task = ${numberOf} AND id = ?`,
  // A task that has lost its last event has no state that could be trusted.
  selectProjection: `SELECT number, task.seq AS head, projection.seq AS seq, sum FROM projection JOIN task ON task = number
    WHERE name = ? AND fold_version = ?
    AND EXISTS (SELECT 1 FROM event WHERE event.task = number AND event.seq = task.seq)`,
  selectProjectionSeq: "SELECT seq FROM projection WHERE task = ? AND fold_version = ?",
  upsertProjection: "INSERT OR REPLACE INTO projection (task, fold_version, seq, sum) VALUES (?, ?, ?, ?)",
  deleteProjections: "DELETE FROM projection WHERE task = ? AND fold_version <= ?",
  selectCell: "SELECT key, value, sum FROM cell WHERE task = ? AND fold_version = ? AND key = ?",
  selectCells: "SELECT key, value, sum FROM cell WHERE task = ? AND fold_version = ?",
  upsertCell: "INSERT OR REPLACE INTO cell (task, fold_version, key, value, sum) VALUES (?, ?, ?, ?, ?)",
  deleteCells: "DELETE FROM cell WHERE task = ? AND fold_version <= ?",
  selectTasks: "SELECT name, opened_at, text FROM task ORDER BY number DESC",
} as const;

export function createConnection(database: DatabaseSync): Connection {
  const prepared = new Map<string, StatementSync>();
  return {
    database,
    prepared(name) {
      const statement = prepared.get(name) ?? database.prepare(statements[name]);
      prepared.set(name, statement);
      return statement;
    },
  };
}
