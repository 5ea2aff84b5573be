import { createHash } from "node:crypto";

/** Format of the file, in `user_version`. A reader refuses a higher one; docs/formats/tab-store.md describes it. */
export const storeFormat = 2;

/** In the file's header, so that another program's database is not taken for a store: "RTab". */
export const applicationId = 0x52546162;

/**
 * Bodies and excerpts are JSON: it keeps lone surrogates and NUL characters, which SQLite's text does not.
 * `batch` has one row per idempotency key; `task.seq` is the head that an append is compared with, `task.head` the link of
 * the hash chain there (`chain.ts`), `event.chain` the link at each event. `snapshot.digest`: see `digestSnapshot`.
 */
export const schema = `
  CREATE TABLE task (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    seq INTEGER NOT NULL,
    head TEXT NOT NULL,
    opened_at TEXT NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
  CREATE TABLE batch (
    task INTEGER NOT NULL REFERENCES task (number),
    key TEXT NOT NULL,
    last_seq INTEGER NOT NULL,
    PRIMARY KEY (task, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE event (
    task INTEGER NOT NULL REFERENCES task (number),
    seq INTEGER NOT NULL,
    key TEXT NOT NULL,
    body TEXT NOT NULL,
    chain TEXT NOT NULL,
    PRIMARY KEY (task, seq)
  ) STRICT;
  CREATE TABLE excerpt (
    task INTEGER NOT NULL REFERENCES task (number),
    id TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (task, id)
  ) STRICT;
  CREATE TABLE snapshot (
    task INTEGER NOT NULL REFERENCES task (number),
    fold_version INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    state BLOB NOT NULL,
    digest TEXT NOT NULL,
    PRIMARY KEY (task, fold_version)
  ) STRICT;
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${storeFormat};
`;

/** A snapshot is no event and stands outside the chain; a changed one would show a state that never was. */
export function digestSnapshot(foldVersion: number, seq: number, state: Uint8Array): string {
  return createHash("sha256").update(`${foldVersion} ${seq}\n`).update(state).digest("hex");
}
