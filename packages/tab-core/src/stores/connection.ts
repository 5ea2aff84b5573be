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
  selectSnapshot: `SELECT seq, state, digest FROM snapshot WHERE task = ${numberOf} AND fold_version = ?`,
  // An older snapshot never replaces a newer one, whoever writes last.
  upsertSnapshot: `INSERT INTO snapshot (task, fold_version, seq, state, digest)
    SELECT number, ?, ?, ?, ? FROM task WHERE name = ?
    ON CONFLICT (task, fold_version) DO UPDATE SET seq = excluded.seq, state = excluded.state, digest = excluded.digest
    WHERE excluded.seq > snapshot.seq`,
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
