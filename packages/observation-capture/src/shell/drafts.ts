import type { CapturedComputed, CapturedRead } from "../capture-strategy.ts";
import { countLines, isBlank } from "../text/lines.ts";
import { cutOut, type Span } from "../text/spans.ts";
import { saysSomething } from "./own-text.ts";

/**
 * Takes the agent's own words out of reads of files that it added them to (`echo x >> notes.md; cat notes.md`): they are
 * computed and its own, what stood in the file before stays a read.
 */
export function withoutDrafts(
  reads: readonly CapturedRead[],
  text: string,
  draftsOf: (path: string) => readonly string[],
): { readonly reads: readonly CapturedRead[]; readonly drafts: readonly CapturedComputed[] } {
  const kept: CapturedRead[] = [];
  const drafts: CapturedComputed[] = [];
  for (const read of reads) {
    const own = read.paths.length === 1 ? draftsOf(read.paths[0]!).flatMap((draft) => placesOf(draft, text, read)) : [];
    if (own.length === 0) {
      kept.push(read);
      continue;
    }
    drafts.push(...own.map((place) => ({ ...place, inputs: [], own: true })));
    const rest = cutOut(read, own).filter((part) => !isBlank(text, part.start, part.end));
    kept.push(...rest.map((part) => ({ ...partOf(read, part, text), partial: true })));
  }
  return { reads: kept, drafts };
}

/** Where the lines of a draft stand in a stretch, each time it was shown. */
function placesOf(draft: string, text: string, { start, end }: Span): readonly Span[] {
  const body = draft.replace(/^\n+|\n+$/g, "");
  const places: Span[] = [];
  if (!saysSomething(body)) return places;
  for (
    let at = text.indexOf(body, start);
    at >= 0 && at + body.length <= end;
    at = text.indexOf(body, at + body.length)
  ) {
    const after = at + body.length;
    const isWhole =
      (at === start || text[at - 1] === "\n") && (after >= end || text[after] === "\n" || text[after] === "\r");
    if (isWhole) places.push({ start: at, end: Math.min(end, text[after] === "\r" ? after + 2 : after + 1) });
  }
  return places;
}

/** A part of a read keeps its place in the file where the lines before it tell it. */
function partOf(read: CapturedRead, part: CapturedRead, text: string): CapturedRead {
  const { range, ranges: _ranges, ...rest } = part;
  if (range?.unit !== "line" || read.ranges !== undefined) return rest;
  const first = range.start + countLines(text, read.start, part.start);
  return { ...rest, range: { unit: "line", start: first, end: first + countLines(text, part.start, part.end) - 1 } };
}
