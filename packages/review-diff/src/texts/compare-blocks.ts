import type { ParsedPart } from "@runningtab/parsed-cache";
import { alignSequences, between, type Pair, type Range } from "../align/align-sequences.ts";
import { MAX_COMPARISONS, pairSimilar } from "../align/pair-similar.ts";
import type { ChangeList } from "../change-list.ts";
import type { Change } from "../file-diff.ts";
import { type TextBlock, textBlocks } from "./block-text.ts";
import { findMovedBlocks } from "./moved-blocks.ts";
import { termSimilarity, termsOf } from "./text-similarity.ts";
import { wordSpans } from "./word-spans.ts";

/** Of terms in common, from which two paragraphs are one that was edited. */
const SAME_BLOCK = 0.4;

/** Adds the changes between the blocks and page lines of two documents, in the order of the after version. */
export function compareBlocks(before: readonly ParsedPart[], after: readonly ParsedPart[], list: ChangeList): void {
  const [blocksBefore, blocksAfter] = [textBlocks(before), textBlocks(after)];
  const same = alignSequences(
    blocksBefore.map(({ key }) => key),
    blocksAfter.map(({ key }) => key),
  );
  const whole = { beforeStart: 0, beforeEnd: blocksBefore.length, afterStart: 0, afterEnd: blocksAfter.length };
  const [kept, stayed] = [new Set(same.map(([one]) => one)), new Set(same.map(([, other]) => other))];
  const moved = findMovedBlocks(
    blocksBefore.filter((_, index) => !kept.has(index)),
    blocksAfter.filter((_, index) => !stayed.has(index)),
  );
  const wentElsewhere = new Set(moved.values());
  for (const range of between(same, whole)) {
    const [removed, added] = [
      blocksBefore.slice(range.beforeStart, range.beforeEnd).filter((block) => !wentElsewhere.has(block)),
      blocksAfter.slice(range.afterStart, range.afterEnd),
    ];
    if (removed.length === 0 && added.length === 0) continue;
    const isLines = [...removed, ...added].every(({ subject }) => subject === "line");
    if (isLines) compareStretch(removed, added, list);
    else compareOneByOne(removed, added, moved, list);
  }
}

/** Lines of a page are where the text happened to wrap: a stretch is compared as one running text. */
function compareStretch(removed: readonly TextBlock[], added: readonly TextBlock[], list: ChangeList): void {
  const [was, is] = [removed, added].map((blocks) => blocks.map(({ text }) => text).join(" "));
  if (was === is) return list.note("Some lines are only wrapped differently.");
  const address = added[0]?.address ?? removed[0]?.address ?? "";
  list.add(textChange("line", address, was === "" ? undefined : was, is === "" ? undefined : is));
}

function compareOneByOne(
  removed: readonly TextBlock[],
  added: readonly TextBlock[],
  moved: ReadonlyMap<TextBlock, TextBlock>,
  list: ChangeList,
): void {
  const [termsBefore, termsAfter] = [removed, added].map((blocks) => blocks.map(({ text }) => termsOf(text)));
  const range: Range = { beforeStart: 0, beforeEnd: removed.length, afterStart: 0, afterEnd: added.length };
  const pairs: readonly Pair[] = pairSimilar(range, {
    similarity: (one, other) => {
      // A paragraph is not compared with a header, nor a table row with a note.
      const [was, is] = [removed[one], added[other]];
      if (was === undefined || is === undefined || moved.has(is) || !areComparable(was, is)) return 0;
      return termSimilarity(termsBefore?.[one] ?? [], termsAfter?.[other] ?? []);
    },
    threshold: SAME_BLOCK,
    maxComparisons: MAX_COMPARISONS,
    // A table row alone between rows that match is one that was edited, however little of it is left.
    pairRest: [...removed, ...added].every(({ subject }) => subject === "row") && !added.some((row) => moved.has(row)),
  });
  const partners = new Map(pairs.map(([one, other]) => [other, one]));
  let next = 0;
  const addRemovedUpTo = (end: number): void => {
    for (; next < end; next++) {
      const block = removed[next];
      if (block !== undefined) list.add(textChange(block.subject, block.address, block.text, undefined));
    }
  };
  for (const [index, block] of added.entries()) {
    const partner = partners.get(index);
    const origin = moved.get(block);
    if (origin !== undefined) {
      const { subject, address, text } = block;
      list.add({ kind: "moved", subject, address, from: origin.address, after: text });
      continue;
    }
    if (partner === undefined) {
      list.add(textChange(block.subject, block.address, undefined, block.text));
      continue;
    }
    addRemovedUpTo(partner);
    list.add(textChange(block.subject, block.address, removed[partner]?.text, block.text));
    next = partner + 1;
  }
  addRemovedUpTo(removed.length);
}

const BODY = new Set(["heading", "paragraph", "list"]);

function areComparable(one: TextBlock, other: TextBlock): boolean {
  return one.subject === other.subject || (BODY.has(one.subject) && BODY.has(other.subject));
}

/** A change of one text; the missing side makes it an addition or a removal. */
export function textChange(
  subject: string,
  address: string,
  before: string | undefined,
  after: string | undefined,
): Omit<Change, "id"> {
  if (before === undefined) return { kind: "added", subject, address, ...(after !== undefined && { after }) };
  if (after === undefined) return { kind: "removed", subject, address, before };
  const spans = wordSpans(before, after);
  return { kind: "changed", subject, address, before, after, ...(spans !== undefined && { spans }) };
}
