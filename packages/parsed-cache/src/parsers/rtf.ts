import type { DocumentParser } from "../document-parser.ts";
import { ParsedCacheError } from "../parsed-cache-error.ts";
import { createDecoder } from "./office/code-pages.ts";
import { createPartOutput } from "./office/part-output.ts";
import { RtfReader } from "./rtf/rtf-reader.ts";
import { readRtfTokens } from "./rtf/tokens.ts";
import { createWordTally } from "./word-tally.ts";

/**
 * RTF: paragraphs, headings, list items with their labels, rows of tables; then text boxes, footnotes, comments, headers
 * and footers. Tracked changes are kept as both texts, hidden text is marked. Losses: `tracked-changes`, `images`,
 * `hidden-text`, `embedded-objects`, `equations`, `unknown-symbols`, `no-text`, `truncated`. One pass over the bytes.
 */
export const parser: DocumentParser = {
  async parse(bytes, _options, emit, limits) {
    if (Buffer.from(bytes.subarray(0, 5)).toString("latin1") !== "{\\rtf") {
      throw new ParsedCacheError({ code: "damaged", message: "Not an RTF document: it does not begin with {\\rtf." });
    }
    const output = createPartOutput(emit, limits);
    const tally = createWordTally();
    let blocks = 0;
    const put = (block: Parameters<typeof output.put>[0]): void => {
      blocks++;
      output.put(block);
    };
    const reader = new RtfReader(put, tally, await createDecoder());
    readRtfTokens(bytes, reader);
    reader.finish();
    if (blocks === 0) output.loss("no-text", 1, "the document shows no text");
    tally.putLosses(output);
    const { paragraphs, tables } = reader.body.counts;
    output.put({
      type: "metadata",
      values: { ...reader.metadata, paragraphCount: paragraphs, ...(tables > 0 && { tableCount: tables }) },
    });
  },
};
