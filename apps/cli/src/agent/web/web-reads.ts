import type { CapturedRead, CaptureStrategy } from "@runningtab/observation-capture";
import { readFetched, readHits } from "./web-lines.ts";

const NOTHING = { reads: [], listed: [], computed: [], writes: [], notes: [] };

/**
 * A capture that also knows the web tools: a page is a read of its address, in the version that its hash names, and each
 * hit of a search one of some words of it. Addresses are no files, so that the strategies for files are not asked.
 */
export function withWebReads(capture: CaptureStrategy): CaptureStrategy {
  return {
    ...capture,
    async capture(observation, context) {
      const { tool, output } = observation;
      if (tool === "web_search") {
        const reads = readHits(output).map(({ url, start, end }): CapturedRead => ({
          paths: [url],
          start,
          end,
          partial: true,
          confidence: 1,
          redacted: output.slice(start, end).includes("[redacted:"),
          via: "search",
        }));
        return { ...NOTHING, reads };
      }
      if (tool !== "web_fetch") return capture.capture(observation, context);
      const fetched = readFetched(output);
      if (fetched === undefined) return { ...NOTHING, notes: ["web_fetch: nothing was fetched"] };
      const { url, hash, end, isWhole } = fetched;
      const redacted = output.slice(0, end).includes("[redacted:");
      return { ...NOTHING, reads: [{ paths: [url], start: 0, end, hash, partial: !isWhole, confidence: 1, redacted }] };
    },
  };
}
