import { createChangeList } from "../change-list.ts";
import type { DiffFormat } from "../file-diff.ts";
import { createPace } from "../pace.ts";
import { haveParts, noteLosses, readParts } from "../read-parts.ts";
import { compareBlocks } from "../texts/compare-blocks.ts";
import { takeMovedPages } from "../texts/moved-pages.ts";

/**
 * Documents by their blocks (paragraphs, headings, table rows, notes) or, where the parsed view has only pages, by the
 * lines of their pages; whole pages and blocks that stand elsewhere are moved. Takes any two sides that have parts;
 * rejects when neither has a block or page.
 */
export function createBlocksFormat(): DiffFormat {
  return {
    specVersion: 1,
    name: "blocks",
    accepts: haveParts,
    async diff(before, after, { maxChanges, signal }) {
      const list = createChangeList(maxChanges);
      const [partsBefore, partsAfter] = [await readParts(before, signal), await readParts(after, signal)];
      if (![...partsBefore, ...partsAfter].some(({ type }) => type === "block" || type === "page")) {
        throw new Error("the parsed view of neither version has text in blocks or pages");
      }
      const [leftBefore, leftAfter] = takeMovedPages(partsBefore, partsAfter, list);
      await compareBlocks(leftBefore, leftAfter, list, createPace(signal));
      noteLosses(partsBefore, partsAfter, list);
      return list.toFileDiff("blocks", after.path);
    },
  };
}
