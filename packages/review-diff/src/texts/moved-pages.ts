import type { ParsedPart } from "@runningtab/parsed-cache";
import { longestAscending } from "../align/align-sequences.ts";
import { uniquePairs } from "../align/unique-pairs.ts";
import type { ChangeList } from "../change-list.ts";
import { movedBetween } from "../compare-moving-items.ts";
import { termsOf } from "./text-similarity.ts";

/** A page of fewer terms, such as a blank one or one with a number only, is not worth calling moved. */
const MIN_TERMS = 5;

type Page = Extract<ParsedPart, { readonly type: "page" }>;

/**
 * Adds pages that stand elsewhere with the same text, and gives back what is left to compare: the parts of both sides
 * without those pages.
 */
export function takeMovedPages(
  before: readonly ParsedPart[],
  after: readonly ParsedPart[],
  list: ChangeList,
): readonly [before: readonly ParsedPart[], after: readonly ParsedPart[]] {
  const [pagesBefore, pagesAfter] = [before, after].map((parts) => parts.filter((part) => part.type === "page"));
  if (pagesBefore === undefined || pagesAfter === undefined) return [before, after];
  const pairs = uniquePairs(pagesBefore.map(keyOf), pagesAfter.map(keyOf));
  const inOrder = new Set(longestAscending(pairs).map(([position]) => position));
  const moved = pairs.filter(([position]) => !inOrder.has(position)).toSorted((one, other) => one[1] - other[1]);
  const taken = new Set<ParsedPart>();
  for (const [position, other] of moved) {
    const [was, is] = [pagesBefore[position], pagesAfter[other]];
    if (was === undefined || is === undefined) continue;
    taken.add(was).add(is);
    list.add({ subject: "page", address: is.address, from: was.address, ...movedBetween(position, other) });
  }
  return [before.filter((part) => !taken.has(part)), after.filter((part) => !taken.has(part))];
}

/** Empty for a page that is never called moved. */
function keyOf({ text }: Page): string {
  return termsOf(text).length < MIN_TERMS ? "" : text.replace(/\s+/g, " ").trim();
}
