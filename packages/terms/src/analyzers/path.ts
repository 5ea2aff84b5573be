import type { Analyzer } from "../analyzer.ts";
import { foldText, isAscii } from "../folding.ts";
import { lazily } from "../lazily.ts";
import { pairs, spacedCharacters, unspacedCharacters } from "../script-runs.ts";
import { stopWords } from "../stop-words.ts";
import { rememberStems, stemEnglish } from "../words.ts";

/** Where a name changes case (`userGuide`, `HTMLParser`) or between letters and digits (`report2024`). */
const innerBoundary = lazily(
  () => /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=[\p{L}\p{M}])(?=\p{Nd})|(?<=\p{Nd})(?=\p{L})/gu,
);
/** The same for text in ASCII, where it needs no table of Unicode. */
const asciiInnerBoundary =
  /(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])/g;

/** `.md`, `.7z`, `.tar.gz` at the end: up to five letters and digits, at least one of them a letter. A name is no extension: `.env`. */
const extension = /(?<=[^\s/\\])(?:\.tar)?\.(?=\d{0,4}[a-z])[a-z0-9]{1,5}$/i;

const token = lazily(() => new RegExp(`(?<run>${unspacedCharacters}+)|${spacedCharacters}+`, "gv"));
const asciiToken = /[a-z0-9]+/g;
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
    const inAscii = isAscii(path);
    const bare = path.normalize("NFKC").replace(extension, "");
    const folded = foldText(bare.replace(inAscii ? asciiInnerBoundary : innerBoundary(), " "));
    const terms: string[] = [];
    for (const match of folded.matchAll(inAscii ? asciiToken : token())) {
      const words = match.groups?.["run"] === undefined ? [match[0]] : pairs(match[0]);
      for (const word of words) if (!singleDigit.test(word) && !stopWords.has(word)) terms.push(stem(word));
    }
    return terms;
  },
};
