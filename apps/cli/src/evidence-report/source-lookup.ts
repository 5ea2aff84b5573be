import { join } from "node:path";
import type { ContentHash } from "@runningtab/content-hash";
import type { Address, Documents, ParsedPart } from "@runningtab/parsed-cache";
import type { LogEntry, Range } from "@runningtab/tab-core";
import { isWebAddress } from "../agent/web/web-port.ts";
import { openDocuments, openWorkspace } from "../compose.ts";
import type { Settings } from "../settings.ts";
import type { ReportedSource, SourceLookup } from "./evidence-report.ts";
import { placeOfQuote } from "./place-of-quote.ts";

/**
 * Looks at the folder as it is now, and at the records that were kept of the versions read. Nothing is parsed for a
 * report: what has no record has no losses to show.
 */
export async function openSourceLookup(settings: Settings): Promise<SourceLookup & { close(): Promise<void> }> {
  const workspace = await openWorkspace(settings, join(settings.stateFolder, "index"), { keepFirstVersions: false });
  const documents = await openDocuments(settings);
  const { formatAddress } = await import("@runningtab/parsed-cache");

  const freshnessOf = (
    path: string,
    hash: string | undefined,
  ): Pick<ReportedSource, "freshness" | "unknownBecause"> => {
    if (isWebAddress(path)) return { freshness: "unknown", unknownBecause: "web page" };
    const now = workspace.manifest.get(path);
    if (now === undefined) return { freshness: "gone" };
    if (hash === undefined) return { freshness: "unknown", unknownBecause: "several files" };
    return { freshness: now.hash === hash ? "current" : "changed" };
  };

  return {
    async sourcesOf({ paths, range, hash }: LogEntry, { quote, value }) {
      return Promise.all(
        paths.map(async (path) => {
          const record = hash === undefined ? undefined : await readRecord(documents, path, hash as ContentHash);
          const place =
            (quote !== undefined && record !== undefined && placeOfQuote(record, quote, value)) ||
            (range && (await placeOf(range)));
          return {
            address: formatAddress(path, place || undefined),
            path,
            ...(hash !== undefined && { hash }),
            ...freshnessOf(path, hash),
            ...(record && { losses: record.flatMap((part) => lossOf(part) ?? []) }),
          };
        }),
      );
    },
    async close() {
      await documents.close();
      await workspace.close();
    },
  };
}

/** `undefined` when no record of the version is kept. */
async function readRecord(
  documents: Documents,
  path: string,
  hash: ContentHash,
): Promise<readonly ParsedPart[] | undefined> {
  const parts: ParsedPart[] = [];
  try {
    for await (const part of documents.parts(path, { hash })) parts.push(part);
    return parts;
  } catch {
    return undefined;
  }
}

function lossOf(part: ParsedPart): NonNullable<ReportedSource["losses"]>[number] | undefined {
  if (part.type !== "loss") return undefined;
  const { type: _, ...loss } = part;
  return loss;
}

/** What was read, as a place in the document. */
async function placeOf(range: Range): Promise<Address> {
  if (range.unit === "cell") {
    const { sheetPlace } = await import("@runningtab/parsed-cache");
    return sheetPlace(range.sheet, range.cells.includes(":") ? { range: range.cells } : { cell: range.cells });
  }
  const { unit, start, end } = range;
  if (unit === "line") return start === end ? `L${start}` : `L${start}-L${end}`;
  return start === end ? `${unit}=${start}` : `${unit}=${start}-${end}`;
}
