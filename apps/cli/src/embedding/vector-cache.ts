import { createHash } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

/** Keeps vectors by model and text, so that a text is embedded once however often it is indexed. */
export interface VectorCache {
  /** The vectors that are known, by text. */
  get(model: string, texts: readonly string[]): ReadonlyMap<string, Float32Array>;
  put(model: string, vectors: ReadonlyMap<string, Float32Array>): void;
  close(): void;
}

/** "RVec" */
const APPLICATION_ID = 0x52566563;
const FORMAT = 1;
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS vector (
    model TEXT NOT NULL,
    text_hash BLOB NOT NULL,
    vector BLOB NOT NULL,
    PRIMARY KEY (model, text_hash)
  ) STRICT, WITHOUT ROWID;
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${FORMAT};
`;
const BUSY_TIMEOUT_MS = 5000;

/**
 * A cache in a SQLite file, private to its owner: `docs/formats/vector-cache.md`. Texts are kept as hashes alone. Throws
 * for a file of another program or of a later format.
 */
export function createVectorCache(file: string): VectorCache {
  closeSync(openSync(file, "a", 0o600));
  const { DatabaseSync: Database } = process.getBuiltinModule("node:sqlite");
  const database: DatabaseSync = new Database(file, { timeout: BUSY_TIMEOUT_MS });
  const pragma = (name: string): number => Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
  const [application, format] = [pragma("application_id"), pragma("user_version")];
  if ((application !== 0 && application !== APPLICATION_ID) || format > FORMAT) {
    database.close();
    throw new Error(`${file} holds no vectors that this release reads. Delete it; texts are then embedded again.`);
  }
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${SCHEMA}`);
  const select = database.prepare("SELECT vector FROM vector WHERE model = ? AND text_hash = ?");
  const insert = database.prepare("INSERT OR REPLACE INTO vector (model, text_hash, vector) VALUES (?, ?, ?)");
  return {
    get(model, texts) {
      const found = new Map<string, Float32Array>();
      for (const text of texts) {
        const bytes = select.get(model, hashOf(text))?.["vector"];
        // A copy: numbers of four bytes must begin at a multiple of four.
        if (bytes instanceof Uint8Array) found.set(text, new Float32Array(bytes.slice().buffer));
      }
      return found;
    },
    put(model, vectors) {
      database.exec("BEGIN IMMEDIATE");
      try {
        for (const [text, { buffer, byteOffset, byteLength }] of vectors)
          insert.run(model, hashOf(text), new Uint8Array(buffer, byteOffset, byteLength));
        database.exec("COMMIT");
      } catch (error) {
        database.exec("ROLLBACK");
        throw error;
      }
    },
    close: () => database.close(),
  };
}

function hashOf(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
