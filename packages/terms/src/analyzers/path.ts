import type { Analyzer } from "../analyzer.ts";
import { foldText } from "../folding.ts";
import { pairs, spacedCharacters, unspacedCharacters } from "../script-runs.ts";
import { stopWords } from "../stop-words.ts";
import { rememberStems, stemEnglish } from "../words.ts";

/** Where a name changes case (`userGuide`, `HTMLParser`) or between letters and digits (`report2024`). */
const innerBoundary =
  /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=[\p{L}\p{M}])(?=\p{Nd})|(?<=\p{Nd})(?=\p{L})/gu;

/** `.md`, `.7z`, `.tar.gz` at the end: up to five letters and digits, at least one of them a letter. A name is no extension: `.env`. */
const extension = /(?<=[^\s/\\])(?:\.tar)?\.(?=\d{0,4}[a-z])[a-z0-9]{1,5}$/i;

const token = new RegExp(`(?<run>${unspacedCharacters}+)|${spacedCharacters}+`, "gv");
const singleDigit = /^\d$/;
const stem = rememberStems(stemEnglish);

/**
 * Terms of paths, and of texts that are compared with paths: split at separators, case changes and between letters and
 * digits, folded and stemmed like prose. The extension, stop-words and single digits yield nothing.
 */
export const pathAnalyzer: Analyzer = {
  name: "path",
  version: 1,
  terms(path) {
    const spaced = path.normalize("NFKC").replace(extension, "").replace(innerBoundary, " ");
    const terms: string[] = [];
    for (const match of foldText(spaced).matchAll(token)) {
      const words = match.groups!["run"] === undefined ? [match[0]] : pairs(match[0]);
      for (const word of words) if (!singleDigit.test(word) && !stopWords.has(word)) terms.push(stem(word));
    }
    return terms;
  },
};
