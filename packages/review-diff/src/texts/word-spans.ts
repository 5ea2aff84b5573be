import { diffArrays } from "diff";
import type { Span } from "../file-diff.ts";

/** Han characters stand alone, since no space parts words; numbers keep their separators (`1,234.56`). */
const TOKENS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|\p{N}+(?:[.,]\p{N}+)*|[\p{L}\p{M}\p{N}_]+|\s+|[^\p{L}\p{M}\p{N}_\s]/gu;

/** Longer texts get no spans: no reader looks for one word in them, and the search would cost too much. */
const MAX_CHARACTERS = 20_000;
const MAX_EDITS = 1_000;
/** Of words in common, below which the two texts are shown apart rather than woven together. */
const MIN_COMMON_SHARE = 0.2;

/**
 * The words that changed between two texts; `undefined` when the texts have too little in common, or are too long, for
 * spans to help a reader.
 */
export function wordSpans(before: string, after: string): readonly Span[] | undefined {
  if (before.length + after.length > MAX_CHARACTERS) return undefined;
  const changes = diffArrays(tokensOf(before), tokensOf(after), { maxEditLength: MAX_EDITS });
  if (changes === undefined) return undefined;
  const spans = changes.map(({ added, removed, value }): Span => {
    return { kind: added ? "added" : removed ? "removed" : "same", text: value.join("") };
  });
  const common = spans.reduce((sum, { kind, text }) => sum + (kind === "same" ? text.trim().length : 0), 0);
  return common < MIN_COMMON_SHARE * Math.max(before.length, after.length) ? undefined : spans;
}

/** Words, numbers, white space and marks of a text, which together are the text. */
export function tokensOf(text: string): string[] {
  return text.match(TOKENS) ?? [];
}
