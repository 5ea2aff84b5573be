import { join } from "node:path";
import type { RecordStore } from "@runningtab/parsed-cache";
import { createCitedContents } from "./cited-contents.ts";

const MAX_BYTES = 2 * 1024 ** 3;

/**
 * The parsed documents in a workspace's state folder, kept to `maxBytes` (default 2 GiB): the least recently used make
 * room, and what a tab cites stays.
 */
export async function openRecordStore(
  { stateFolder }: { readonly stateFolder: string },
  { maxBytes = MAX_BYTES }: { readonly maxBytes?: number } = {},
): Promise<RecordStore> {
  const { createRecordStore } = await import("@runningtab/parsed-cache");
  const cited = createCitedContents({ stateFolder });
  const store = createRecordStore({ file: join(stateFolder, "records.sqlite"), maxBytes, isPinned: cited.has });
  return {
    ...store,
    async close() {
      await store.close();
      await cited.close();
    },
  };
}
