import { ParsedCacheError } from "../parsed-cache-error.ts";
import { keyText, type ParsedRecord } from "../parsed-record.ts";
import type { RecordStore } from "../record-store.ts";
import { textLength } from "../text-length.ts";

/** Rough cost of the structure around a part's text. */
const BYTES_PER_PART = 100;

/** Records in this process's memory, for tests and short runs. They are held as they were given and must not be changed. */
export function createMemoryStore(): RecordStore {
  const records = new Map<string, ParsedRecord>();
  let isClosed = false;
  const open = (): Map<string, ParsedRecord> => {
    if (isClosed) throw new ParsedCacheError({ code: "closed", message: "The record store is closed." });
    return records;
  };
  return {
    specVersion: 1,
    get: async (key) => open().get(keyText(key)),
    put: async (record) => {
      const text = keyText(record.key);
      // A map keeps the place of a key that is set again; the order of `list` is that of the last put.
      open().delete(text);
      records.set(text, record);
    },
    delete: async (key) => open().delete(keyText(key)),
    list: async (hash) =>
      [...open().values()]
        .filter(({ key }) => hash === undefined || key.hash === hash)
        .map(({ key, mediaType, status, parsedAt, parts }) => ({
          key,
          mediaType,
          status,
          parsedAt,
          bytes: parts.reduce((sum, part) => sum + textLength(part) + BYTES_PER_PART, 0),
        })),
    close: async () => {
      isClosed = true;
      records.clear();
    },
  };
}
