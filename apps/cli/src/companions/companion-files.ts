import type { ContentHash } from "@runningtab/content-hash";
import { earlierNotes, formatAddress, type Freshness, type ParsedRecord, renderParts } from "@runningtab/parsed-cache";
import { freshnessLabel } from "../agent/tools/freshness-label.ts";

/** A file of a parsed copy: `page_3.md`, or `unread.md` where there are no pages. */
export interface CompanionFile {
  readonly name: string;
  readonly text: string;
}

/** The text of one version of a document, by page. */
export interface CompanionPages {
  /** The version that the pages show, which need not be the one that the document has now. */
  readonly version: ContentHash;
  readonly files: readonly CompanionFile[];
}

/**
 * The files of a document's parsed copy: a page each, numbered as `view` numbers them, the text first and below it one
 * line on which version it shows. `undefined` where a copy says nothing that a command could not read itself: of images,
 * of what nobody parses, and of an older version that could not be read.
 *
 * @param now The version that the document has now.
 */
export function companionFiles(path: string, record: ParsedRecord, now: ContentHash): CompanionPages | undefined {
  const { key, mediaType, status, reason, parts } = record;
  if (key.parserId === "none" || mediaType.type.startsWith("image/")) return undefined;
  const isCurrent = key.hash === now;
  if (status === "failed") {
    return isCurrent ? { version: now, files: [unreadFile(path, now, reason ?? "it could not be read")] } : undefined;
  }
  const freshness: Freshness = isCurrent
    ? { state: "current", recordHash: now, sourceHash: now }
    : { state: "stale", recordHash: key.hash, sourceHash: now };
  const losses = parts.flatMap((part) =>
    part.type === "loss" ? [`not shown: ${part.count} ${part.kind}${part.detail ? ` (${part.detail})` : ""}`] : [],
  );
  const pages = renderParts(parts);
  if (pages.length === 0) return { version: key.hash, files: [unreadFile(path, key.hash, "it holds no text")] };
  const files = pages.map(({ address, text, earlier }, index) => {
    const labels = [
      ...losses,
      freshnessLabel(freshness),
      key.hash,
      `page ${index + 1} of ${pages.length}`,
      formatAddress(path, address),
    ];
    return {
      name: `page_${index + 1}.md`,
      text: `${[text.trimEnd(), ...earlierNotes(earlier)].join("\n")}\n\n[${labels.join(" | ")}]\n`,
    };
  });
  return { version: key.hash, files };
}

/** Says why a document has no pages here, so that finding nothing in them proves nothing. */
export function unreadFile(path: string, version: ContentHash, reason: string): CompanionFile {
  return { name: "unread.md", text: `[no text of ${formatAddress(path)}: ${reason} | ${version}]\n` };
}
