import { containerOf } from "./address.ts";
import { renderBlocks } from "./render-blocks.ts";
import { renderSheet } from "./render-sheet.ts";
import type { RenderedPage } from "./rendered-page.ts";
import type { ParsedPart } from "./parts.ts";

type PartOf<T extends ParsedPart["type"]> = Extract<ParsedPart, { readonly type: T }>;

/**
 * The view of a document. Where it has `page` parts they are the view and its blocks are structure for reviews alone;
 * else blocks are gathered into pages; both judged for each document inside the document by itself. Sheets follow, large ones in pages of rows. Tracked changes are shown as
 * accepted, hidden things are marked, formulas stand behind their values.
 */
export function renderParts(parts: readonly ParsedPart[]): readonly RenderedPage[] {
  const pages: RenderedPage[] = [];
  const paged = new Set(parts.flatMap((part) => (part.type === "page" ? [containerOf(part.address)] : [])));
  let blocks: PartOf<"block">[] = [];
  let sheet: PartOf<"sheet">[] = [];
  const flush = (): void => {
    if (blocks.length > 0) pages.push(...renderBlocks(blocks));
    if (sheet.length > 0) pages.push(...renderSheet(sheet));
    blocks = [];
    sheet = [];
  };
  for (const part of parts) {
    switch (part.type) {
      case "page":
        flush();
        pages.push(renderPage(part));
        break;
      case "block":
        if (paged.has(containerOf(part.address))) break;
        if (sheet.length > 0) flush();
        blocks.push(part);
        break;
      case "sheet":
        if (blocks.length > 0 || (sheet[0]?.address ?? part.address) !== part.address) flush();
        sheet.push(part);
        break;
      case "loss":
      case "metadata":
        break;
      default:
        part satisfies never;
    }
  }
  flush();
  return pages;
}

function renderPage({ address, text }: PartOf<"page">): RenderedPage {
  const container = containerOf(address);
  const first = /^L(\d+)/.exec(address.slice(container.length))?.[1];
  if (first === undefined) return { address, text };
  const lines = text.split("\n").map((_, index) => ({ address: `${container}L${Number(first) + index}` }));
  return { address, text, lines };
}
