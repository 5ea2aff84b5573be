import { brotliDecompressSync, constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { hashBytesSync } from "@runningtab/content-hash/node";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { ParsedCacheError } from "../parsed-cache-error.ts";
import { keyText, type ParsedRecord, type RecordKey } from "../parsed-record.ts";
import type { ParsedPart } from "../parts.ts";
import type { RecordStore, StoreVerification } from "../record-store.ts";
import { asStoreError, openDatabase } from "./sqlite/open-database.ts";

export interface SqliteStoreOptions {
  /** Path of the database file; made with its folder, private to its owner, when it is not there. */
  readonly file: string;
}

type Header = Omit<ParsedRecord, "parts">;

/**
 * Records in one SQLite file that many processes may use at once. Parts are stored compressed, and each record has a
 * checksum that is verified whenever it is read. Throws `store-newer` and `store-corrupt` when it opens the file.
 */
export function createSqliteStore({ file }: SqliteStoreOptions): RecordStore {
  let database: DatabaseSync | undefined = openDatabase(file);
  const statements = new Map<string, StatementSync>();
  /** Compiled once: that costs more than finding a small record. */
  const prepare = (open: DatabaseSync, sql: string): StatementSync => {
    let statement = statements.get(sql);
    if (statement === undefined) statements.set(sql, (statement = open.prepare(sql)));
    return statement;
  };

  const use = <T>(work: (open: DatabaseSync) => T): T => {
    if (database === undefined) {
      throw new ParsedCacheError({ code: "closed", message: `The record store ${file} is closed.`, data: { file } });
    }
    try {
      return work(database);
    } catch (error) {
      throw asStoreError(error, file);
    }
  };

  return {
    specVersion: 1,

    get: async (key) =>
      use((open) => {
        const row = prepare(open, "SELECT header, parts, checksum FROM record WHERE key = ?").get(keyText(key));
        return row === undefined ? undefined : decode(row, key, file);
      }),

    put: async ({ parts, ...header }) => {
      const headerText = JSON.stringify(header satisfies Header);
      const packed = pack(parts);
      use((open) =>
        // REPLACE gives a new `seq`, so that `list` is in the order of the last put.
        prepare(open, "INSERT OR REPLACE INTO record (key, hash, header, parts, checksum) VALUES (?, ?, ?, ?, ?)").run(
          keyText(header.key),
          header.key.hash,
          headerText,
          packed,
          checksum(headerText, packed),
        ),
      );
    },

    delete: async (key) =>
      use((open) => Number(prepare(open, "DELETE FROM record WHERE key = ?").run(keyText(key)).changes) > 0),

    list: async (hash) =>
      use((open) => {
        const columns = "SELECT header, length(parts) AS bytes FROM record";
        const rows =
          hash === undefined
            ? prepare(open, `${columns} ORDER BY seq`).all()
            : prepare(open, `${columns} WHERE hash = ? ORDER BY seq`).all(hash);
        return rows.flatMap((row) => {
          const header = parseHeader(String(row["header"]));
          if (header === undefined) return [];
          const { key, mediaType, status, parsedAt } = header;
          return [{ key, mediaType, status, parsedAt, bytes: Number(row["bytes"]) }];
        });
      }),

    verify: async () => use((open) => verifyRecords(open)),

    close: async () => {
      statements.clear();
      database?.close();
      database = undefined;
    },
  };
}

/** The database's own structure, then each record: its checksum, and the columns by which it is found. */
function verifyRecords(open: DatabaseSync): StoreVerification {
  const damage = open
    .prepare("PRAGMA integrity_check")
    .all()
    .map((row) => String(row["integrity_check"]))
    .filter((found) => found !== "ok");
  let records = 0;
  for (const row of open.prepare("SELECT key, hash, header, parts, checksum FROM record").iterate()) {
    records += 1;
    const { key, hash, header, parts, checksum: expected } = row;
    const isWhole = typeof header === "string" && parts instanceof Uint8Array && checksum(header, parts) === expected;
    const own = isWhole ? parseHeader(header)?.key : undefined;
    if (own === undefined || keyText(own) !== key || own.hash !== hash)
      damage.push(`the record of ${String(hash)} does not match its checksum or its key`);
  }
  return { records, damage };
}

/** Level 1 packs page text to 0.29 of its length; level 3 to 0.28, in twice the time. */
function pack(parts: readonly ParsedPart[]): Uint8Array {
  return zstdCompressSync(JSON.stringify(parts), { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
}

/** What every frame of Zstandard begins with (RFC 8878, 3.1.1). Format 1 packed with Brotli, and what it packed stays. */
const ZSTANDARD_MAGIC = 0xfd2fb528;

function unpack(packed: Uint8Array): readonly ParsedPart[] {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const isZstandard = packed.byteLength >= 4 && view.getUint32(0, true) === ZSTANDARD_MAGIC;
  const json = isZstandard ? zstdDecompressSync(packed) : brotliDecompressSync(packed);
  return JSON.parse(json.toString("utf8")) as ParsedPart[];
}

function checksum(header: string, packed: Uint8Array): string {
  return hashBytesSync(Buffer.concat([Buffer.from(header), Buffer.of(0), packed]));
}

function decode(row: Record<string, unknown>, key: RecordKey, file: string): ParsedRecord {
  const { header, parts, checksum: expected } = row;
  if (typeof header === "string" && parts instanceof Uint8Array && checksum(header, parts) === expected) {
    return {
      ...(JSON.parse(header) as Header),
      parts: unpack(parts),
    };
  }
  throw new ParsedCacheError({
    code: "store-corrupt",
    message: `The record of ${key.hash} in ${file} does not match its checksum. Delete this record from the store; the document is then parsed again.`,
    data: { file, key },
  });
}

/** A header that is damaged is left out of a list; reading its record says so. */
function parseHeader(text: string): Header | undefined {
  try {
    return JSON.parse(text) as Header;
  } catch {
    return undefined;
  }
}
