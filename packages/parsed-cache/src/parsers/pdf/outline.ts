import type { JsonValue } from "../../parts.ts";
import type { PdfDocument, PdfOutlineItem } from "./engine.ts";

const MAX_ENTRIES = 500;
const MAX_LEVEL = 20;

/** The bookmarks of a document, in order, each with its level from 1 and the page that it leads to. At most 500. */
export async function readOutline(document: PdfDocument): Promise<readonly JsonValue[]> {
  const entries: JsonValue[] = [];
  const visit = async (items: readonly PdfOutlineItem[], level: number): Promise<void> => {
    for (const { title, dest, items: inner } of items) {
      if (entries.length >= MAX_ENTRIES) return;
      const page = await pageOf(document, dest);
      entries.push({ title: title.replaceAll(/\s+/g, " ").trim(), level, ...(page !== undefined && { page }) });
      if (level < MAX_LEVEL) await visit(inner ?? [], level + 1);
    }
  };
  await visit((await document.getOutline()) ?? [], 1);
  return entries;
}

/** Destinations are named, or an array that begins with the page, as a reference or a number from 0. */
async function pageOf(document: PdfDocument, destination: unknown): Promise<number | undefined> {
  try {
    const target = typeof destination === "string" ? await document.getDestination(destination) : destination;
    const [page] = Array.isArray(target) ? (target as readonly unknown[]) : [];
    if (typeof page === "number") return page + 1;
    return typeof page === "object" && page !== null ? (await document.getPageIndex(page)) + 1 : undefined;
  } catch {
    // It leads nowhere: the title stands alone.
    return undefined;
  }
}
