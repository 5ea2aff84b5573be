import type { DocumentParser } from "../document-parser.ts";
import { decodeText, encodingLosses } from "./text-decoding.ts";
import { emitTextPages, linesOf } from "./text-pages.ts";

/**
 * Text in any common encoding as it stands, by lines. Losses: `encoding-guessed`, `characters-undecodable`, `truncated`.
 */
export const parser: DocumentParser = {
  async parse(bytes, _options, emit, limits) {
    const decoded = await decodeText(bytes);
    const lines = linesOf(decoded.text);
    emitTextPages(lines, emit, limits.maxOutputCharacters);
    for (const loss of encodingLosses(decoded)) emit(loss);
    emit({ type: "metadata", values: { lines: lines.length, encoding: decoded.encoding } });
  },
};
