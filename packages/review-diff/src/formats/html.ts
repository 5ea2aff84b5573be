import { createChangeList } from "../change-list.ts";
import type { DiffFormat, DiffInput } from "../file-diff.ts";
import { htmlBlocks, type HtmlText } from "../html/html-blocks.ts";
import { createPace } from "../pace.ts";
import { areTextUnderName, doesExist } from "../read-parts.ts";
import { compareTextBlocks } from "../texts/compare-blocks.ts";
import { decode, decodeText } from "../texts/decode-text.ts";
import { compareForm } from "../texts/text-form.ts";

const EMPTY = new Uint8Array();
/** Longer pages are left to the text format: their tree would take many times as much memory. */
const MAX_CHARACTERS = 20_000_000;

/**
 * HTML by block: what a reader sees, where links lead, and what acts or hides (scripts, handlers of events, comments,
 * hidden elements), addressed by lines. Attributes of a block, and how words stand out, have the subject `style`; how the
 * markup is set plays no part. Takes text under a name that ends in `.html`, `.htm` or `.xhtml`.
 */
export function createHtmlFormat(): DiffFormat {
  return {
    specVersion: 1,
    name: "html",
    accepts: (before, after) => areTextUnderName(before, after, /\.x?html?$/i),
    async diff(before, after, { maxChanges, signal }) {
      const list = createChangeList(maxChanges);
      const pace = createPace(signal);
      await pace();
      const [was, is] = [await readSide(before), await readSide(after)];
      await compareTextBlocks(was.blocks, is.blocks, list, pace);
      if (doesExist(before) && doesExist(after) && was.frame.join("\n") !== is.frame.join("\n"))
        list.note("Elements or attributes that hold no text of their own differ; they are not listed.");
      const form = decodeText(after.bytes ?? EMPTY);
      if (doesExist(after)) compareForm(before.bytes === undefined ? undefined : decodeText(before.bytes), form, list);
      return list.toFileDiff("html", after.path);
    },
  };
}

async function readSide({ path, bytes }: DiffInput): Promise<HtmlText> {
  if (bytes === undefined) return { blocks: [], frame: [] };
  const { text } = decode(bytes);
  if (text.length > MAX_CHARACTERS) throw new RangeError(`${path} has more than ${MAX_CHARACTERS} characters`);
  return htmlBlocks(text);
}
