import type { DocumentParser } from "../document-parser.ts";
import { decodeText, encodingLosses } from "./text-decoding.ts";
import { emitTextPages, linesOf } from "./text-pages.ts";

/**
 * Text in any common encoding as it stands, by lines. Options: `structure`, the name of a format whose markup is shown
 * as plain text because no parser reads it yet; it becomes an `unsupported-structure` loss. Other losses:
 * `encoding-guessed`, `characters-undecodable`, `truncated`.
 */
export const parser: DocumentParser = {
  async parse(bytes, options, emit, limits) {
    const decoded = await decodeText(bytes);
    const lines = linesOf(decoded.text);
    emitTextPages(lines, emit, limits.maxOutputCharacters);
    for (const loss of encodingLosses(decoded)) emit(loss);
    if (typeof options === "object" && options !== null && "structure" in options) {
      emit({
        type: "loss",
        kind: "unsupported-structure",
        count: 1,
        detail: `${String(options.structure)} shown as plain text`,
      });
    }
    emit({ type: "metadata", values: { lines: lines.length, encoding: decoded.encoding } });
  },
};
