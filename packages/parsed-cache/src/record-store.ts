import type { ContentHash } from "@runningtab/content-hash";
import type { ParsedRecord, RecordKey } from "./parsed-record.ts";

/** A record without its parts. */
export interface RecordSummary {
  readonly key: RecordKey;
  readonly mediaType: ParsedRecord["mediaType"];
  readonly status: ParsedRecord["status"];
  readonly parsedAt: string;
  /** What it takes in the store. */
  readonly bytes: number;
}

/** What a look at every stored byte found. */
export interface StoreVerification {
  /** Records that are there, damaged ones included. */
  readonly records: number;
  /** For people: what is damaged, a record by its content hash where that can be told. Empty when all is as it was put. */
  readonly damage: readonly string[];
}

/** Keeps parsed records by key. Shared by paths, branches and workspaces: it knows contents, never names. */
export interface RecordStore {
  readonly specVersion: 1;

  /** The record, equal to the one that was put. Absent keys give `undefined`. Rejects with `store-corrupt` when what is stored no longer matches its checksum. */
  get(key: RecordKey): Promise<ParsedRecord | undefined>;

  /** Keeps a record in place of any with the same key. Once it resolves, later calls see it. */
  put(record: ParsedRecord): Promise<void>;

  /** Forgets a record, also a corrupt one; whether there was one. */
  delete(key: RecordKey): Promise<boolean>;

  /** Summaries in the order in which the records were last put, oldest first; of one content alone when `hash` is given. */
  list(hash?: ContentHash): Promise<readonly RecordSummary[]>;

  /** Looks at every stored byte and changes nothing. Absent where nothing outlives the process. */
  verify?(): Promise<StoreVerification>;

  /** Releases what the store holds open. Later calls reject with `closed`. */
  close(): Promise<void>;
}
