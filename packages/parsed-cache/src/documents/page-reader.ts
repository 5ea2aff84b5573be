import { keyText, lossesOf, type Loss, type ParsedRecord, type RecordKey } from "../parsed-record.ts";
import type { RecordStore } from "../record-store.ts";
import { renderParts } from "../render-parts.ts";
import { soundRecord } from "./sound-record.ts";
import type { RenderedPage } from "../rendered-page.ts";

/** Characters of rendered pages that are kept at hand. */
const KEPT_CHARACTERS = 32_000_000;

/** A record as searches see it. */
export interface ReadPages {
  readonly pages: readonly RenderedPage[];
  readonly losses: readonly Loss[];
}

export interface PageReader {
  record(key: RecordKey): Promise<ParsedRecord | undefined>;
  /** The rendered pages of a record; `undefined` when the store no longer has it. */
  read(key: RecordKey): Promise<ReadPages | undefined>;
}

/**
 * Reads records and their pages, the recently used ones from memory. Of a record that was evicted
 * or is corrupt, and then deleted, `lost` is told, so that it can be parsed again; the reader gets `undefined` for now.
 */
export function createPageReader(store: RecordStore, lost: (key: RecordKey) => void): PageReader {
  const kept = new Map<string, ReadPages & { readonly characters: number }>();
  let keptCharacters = 0;

  const record = async (key: RecordKey): Promise<ParsedRecord | undefined> => {
    const found = await soundRecord(store, key);
    if (found === undefined) lost(key);
    return found;
  };

  return {
    record,
    async read(key) {
      const name = keyText(key);
      const hit = kept.get(name);
      if (hit !== undefined) {
        // Moves to the end: the first entry is always the one used longest ago.
        kept.delete(name);
        kept.set(name, hit);
        return hit;
      }
      const found = await record(key);
      if (found === undefined) return undefined;
      const pages = renderParts(found.parts);
      const characters = pages.reduce((sum, page) => sum + page.text.length, 0);
      const entry = { pages, losses: lossesOf(found.parts), characters };
      kept.set(name, entry);
      keptCharacters += characters;
      for (const [oldest, { characters: freed }] of kept) {
        if (keptCharacters <= KEPT_CHARACTERS) break;
        kept.delete(oldest);
        keptCharacters -= freed;
      }
      return entry;
    },
  };
}
