import { ParsedCacheError } from "../parsed-cache-error.ts";
import type { ParsedRecord, RecordKey } from "../parsed-record.ts";
import type { RecordStore } from "../record-store.ts";

/** A record as it was put. One that no longer matches its checksum is deleted, and then there is none: it is parsed again. */
export async function soundRecord(store: RecordStore, key: RecordKey): Promise<ParsedRecord | undefined> {
  try {
    return await store.get(key);
  } catch (error) {
    if (!ParsedCacheError.isInstance(error) || error.code !== "store-corrupt") throw error;
    await store.delete(key);
    return undefined;
  }
}
