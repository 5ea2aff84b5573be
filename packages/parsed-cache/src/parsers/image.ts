import type { DocumentParser } from "../document-parser.ts";
import { ParsedCacheError } from "../parsed-cache-error.ts";
import { readPicture } from "./image/picture-facts.ts";

/**
 * Images by what their head says: format, size in pixels, and of EXIF data and PNG texts what describes the picture. The
 * picture itself is not read: one page, `page=1`, names it and carries its description. Losses: `image-without-text`.
 */
export const parser: DocumentParser = {
  async parse(bytes, _options, emit, limits) {
    const facts = readPicture(bytes, limits.maxPages);
    if (facts === undefined) {
      throw new ParsedCacheError({ code: "damaged", message: "Damaged image: its head does not say its size." });
    }
    const { format, width, height, pictures, values } = facts;
    const said = ["title", "description", "author", "copyright"].flatMap((name) =>
      values[name] === undefined ? [] : [`${name}: ${String(values[name])}`],
    );
    const text = [`[image: ${format}, ${width} × ${height} pixels]`, ...said].join("\n");
    emit({ type: "page", address: "page=1", text, coverage: "image" });
    emit({ type: "loss", kind: "image-without-text", count: pictures, detail: "text in the picture is not read" });
    emit({ type: "metadata", values: { format, width, height, ...(pictures > 1 && { pictures }), ...values } });
  },
};
