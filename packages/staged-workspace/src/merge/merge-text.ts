import { diff3Merge } from "node-diff3";
import { textOf } from "../text-of.ts";

/** Beyond this the alignment of lines takes too long for an answer that somebody waits for. */
const MOST_LINES = 50_000;

/**
 * Both changes of one text together, line by line; `undefined` when they touch the same or neighbouring lines in different
 * ways, and for whatever is no text in UTF-8. A line keeps its own end, so that CRLF, LF and a missing last line feed come
 * through as whoever changed them left them.
 *
 * The algorithm is diff3 (Khanna, Kunal, Pierce: A Formal Investigation of Diff3, 2007) over a longest common
 * subsequence of lines.
 */
export function mergeText(base: Uint8Array, one: Uint8Array, other: Uint8Array): Uint8Array | undefined {
  const [baseLines, oneLines, otherLines] = [base, one, other].map(linesOf);
  if (baseLines === undefined || oneLines === undefined || otherLines === undefined) return undefined;
  if (Math.max(baseLines.length, oneLines.length, otherLines.length) > MOST_LINES) return undefined;
  const merged: string[] = [];
  for (const region of diff3Merge(oneLines, baseLines, otherLines, { excludeFalseConflicts: true })) {
    if (region.ok === undefined) return undefined;
    for (const line of region.ok) merged.push(line);
  }
  // A line whose end is missing may have come to stand before another one: joined, they would be a line that nobody wrote.
  if (merged.slice(0, -1).some((line) => !line.endsWith("\n"))) return undefined;
  return new TextEncoder().encode(merged.join(""));
}

function linesOf(bytes: Uint8Array): string[] | undefined {
  const text = textOf(bytes);
  // Split behind each line feed: the last piece has none when the text does not end with one.
  return text?.split(/(?<=\n)/).filter((line) => line !== "");
}
