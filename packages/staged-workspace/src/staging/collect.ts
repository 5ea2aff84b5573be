import type { BlobUsage, Collected } from "../blobs/blob-store.ts";
import { namedVersions } from "./named-versions.ts";
import type { Stage } from "./stage.ts";

/**
 * Drops the contents that nothing in the journal names, such as those of an act that was killed before its row. What was
 * put within the last hour is kept: its row may be about to be written.
 */
export async function collectVersions(stage: Stage): Promise<Collected & BlobUsage> {
  const named = await namedVersions(stage);
  const collected = await stage.blobs.collect((hash) => named.has(hash));
  return { ...collected, ...(await stage.blobs.usage()) };
}
