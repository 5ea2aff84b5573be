import { createHash } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

/** Keeps vectors by model and text, so that a text is embedded once however often it is indexed. */
export interface VectorCache {
  /** The vectors that are known, by text. */
  get(model: string, texts: readonly string[]): ReadonlyMap<string, Float32Array>;
  put(model: string, vectors: ReadonlyMap<string, Float32Array>): void;
  /** Looks at every stored byte: how many vectors there are, and for people what is damaged. */
  verify(): { readonly vectors: number; readonly damage: readonly string[] };
  close(): void;
}

/** "RVec" */
const APPLICATION_ID = 0x52566563;
const FORMAT = 2;
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS vector (
    model TEXT NOT NULL,
    text_hash BLOB NOT NULL,
    vector BLOB NOT NULL,
    checksum BLOB NOT NULL,
    PRIMARY KEY (model, text_hash)
  ) STRICT, WITHOUT ROWID;
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${FORMAT};
`;
const BUSY_TIMEOUT_MS = 5000;

/**
 * A cache in a SQLite file, private to its owner: `docs/formats/vector-cache.md`. Texts are kept as hashes alone, and a
 * vector that does not match its checksum counts as not known. A file of format 1, which had no checksums, is emptied.
 * Throws for a file of another program or of a later format.
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
  if (format === 1) database.exec("DROP TABLE IF EXISTS vector");
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; ${SCHEMA}`);
  const select = database.prepare("SELECT vector, checksum FROM vector WHERE model = ? AND text_hash = ?");
  const insert = database.prepare(
    "INSERT OR REPLACE INTO vector (model, text_hash, vector, checksum) VALUES (?, ?, ?, ?)",
  );
  return {
    get(model, texts) {
      const found = new Map<string, Float32Array>();
      for (const text of texts) {
        const key = hashOf(text);
        const row = select.get(model, key);
        // A copy: numbers of four bytes must begin at a multiple of four.
        if (row !== undefined && isWhole({ ...row, model, text_hash: key }))
          found.set(text, new Float32Array((row["vector"] as Uint8Array).slice().buffer));
      }
      return found;
    },
    put(model, vectors) {
      database.exec("BEGIN IMMEDIATE");
      try {
        for (const [text, { buffer, byteOffset, byteLength }] of vectors) {
          const key = hashOf(text);
          const vector = new Uint8Array(buffer, byteOffset, byteLength);
          insert.run(model, key, vector, checksum(model, key, vector));
        }
        database.exec("COMMIT");
      } catch (error) {
        database.exec("ROLLBACK");
        throw error;
      }
    },
    verify() {
      const damage = database
        .prepare("PRAGMA integrity_check")
        .all()
        .map((row) => String(row["integrity_check"]))
        .filter((found) => found !== "ok");
      let vectors = 0;
      for (const row of database.prepare("SELECT model, text_hash, vector, checksum FROM vector").iterate()) {
        vectors += 1;
        if (!isWhole(row))
          damage.push(`vector ${vectors} in the order of models and texts does not match its checksum`);
      }
      return { vectors, damage };
    },
    close: () => database.close(),
  };
}

function isWhole({ model, text_hash: key, vector, checksum: expected }: Record<string, unknown>): boolean {
  return (
    key instanceof Uint8Array &&
    vector instanceof Uint8Array &&
    expected instanceof Uint8Array &&
    Buffer.compare(checksum(String(model), key, vector), expected) === 0
  );
}

function checksum(model: string, textHash: Uint8Array, vector: Uint8Array): Uint8Array {
  return createHash("sha256").update(model).update("\0").update(textHash).update(vector).digest();
}

function hashOf(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}
