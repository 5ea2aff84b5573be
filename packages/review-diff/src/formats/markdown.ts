import { createChangeList } from "../change-list.ts";
import type { DiffFormat } from "../file-diff.ts";
import { markdownBlocks } from "../markdown/markdown-blocks.ts";
import { createPace } from "../pace.ts";
import { areTextUnderName, doesExist } from "../read-parts.ts";
import { compareTextBlocks } from "../texts/compare-blocks.ts";
import { decodeText } from "../texts/decode-text.ts";
import { compareForm } from "../texts/text-form.ts";

const EMPTY = new Uint8Array();

/**
 * Markdown by block: headings, paragraphs, items of lists, rows of tables, quotes and code that came, went, moved or were
 * edited, addressed by their lines. How paragraphs are wrapped plays no part. Takes text under a name that ends in `.md`,
 * `.markdown` or `.mdx`.
 */
export function createMarkdownFormat(): DiffFormat {
  return {
    specVersion: 1,
    name: "markdown",
    accepts: (before, after) => areTextUnderName(before, after, /\.(?:md|markdown|mdx)$/i),
    async diff(before, after, { maxChanges, signal }) {
      const list = createChangeList(maxChanges);
      const pace = createPace(signal);
      await pace();
      const [was, is] = [decodeText(before.bytes ?? EMPTY), decodeText(after.bytes ?? EMPTY)];
      await compareTextBlocks(markdownBlocks(was.lines), markdownBlocks(is.lines), list, pace);
      if (doesExist(after)) compareForm(doesExist(before) ? was : undefined, is, list);
      return list.toFileDiff("markdown", after.path);
    },
  };
}
