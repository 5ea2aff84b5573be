import type { Freshness } from "@runningtab/parsed-cache";

/** How a text stands to its file now, in the words the model is told: a stale text names both versions. */
export function freshnessLabel(freshness: Freshness): string {
  switch (freshness.state) {
    case "current":
      return "current";
    case "stale":
      return `stale: text of ${freshness.recordHash ?? "an older version"}, the file is now ${freshness.sourceHash ?? "gone"}`;
    case "pending":
      return "pending: not read yet";
    case "failed":
      return `failed: ${freshness.reason ?? "could not be read"}`;
    case "missing":
      return freshness.recordHash === undefined ? "missing" : "missing: the file is gone";
    default:
      return freshness.state satisfies never;
  }
}
