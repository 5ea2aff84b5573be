/** Format of the file, in `user_version`. A reader refuses a higher one; docs/formats/tab-store.md describes it. */
export const storeFormat = 3;

/** In the file's header, so that another program's database is not taken for a store: "RTab". */
export const applicationId = 0x52546162;

/** The fold's state, which may be dropped at any time; see `cells.ts`. `sum`: see `sumOf`. */
export const cellTables = `
  CREATE TABLE projection (
    task INTEGER NOT NULL REFERENCES task (number),
    fold_version INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY (task, fold_version)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE cell (
    task INTEGER NOT NULL REFERENCES task (number),
    fold_version INTEGER NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY (task, fold_version, key)
  ) STRICT, WITHOUT ROWID;
`;

/**
 * Bodies and excerpts are JSON: it keeps lone surrogates and NUL characters, which SQLite's text does not.
 * `batch` has one row per idempotency key; `task.seq` is the head that an append is compared with, `task.head` the link of
 * the hash chain there (`chain.ts`), `event.chain` the link at each event.
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
  ${cellTables}
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${storeFormat};
`;

/**
 * Kept state is no event and stands outside the chain; a row of it that was changed would show a state that never was. 32
 * bits (FNV-1a over UTF-16 units) tell of accidents in far less time than a cryptographic hash; `verify` folds the events and
 * compares.
 */
export function sumOf(...parts: readonly (string | number)[]): number {
  const text = parts.join(" ");
  let sum = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193);
  return sum >>> 0;
}
