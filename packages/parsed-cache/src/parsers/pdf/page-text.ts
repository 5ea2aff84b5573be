import { inReadingOrder } from "./reading-order.ts";
import type { Segment, TextItem, TextLine } from "./text-item.ts";
import { groupByBaseLine } from "./text-lines.ts";

/** An item with the direction in which it reads, in quarter turns clockwise. */
export interface PlacedItem extends TextItem {
  readonly turn: 0 | 1 | 2 | 3;
}

/** Part of a font size beyond which a gap is a tab. */
const TAB_GAP = 6;
/** A blank line stands where lines are further apart than most of the page's, by this factor, and than the type needs. */
const PARAGRAPH_GAP = 1.35;
const MIN_PARAGRAPH_GAP = 1.5;

/**
 * The text of a page: one line of text per base line, gaps as two spaces (a tab where they are wide), blank lines
 * between blocks, columns of prose one after the other. Text that reads in another direction follows what most of the
 * page reads in.
 */
export function pageText(items: readonly PlacedItem[]): string {
  const byTurn = Map.groupBy(items, (item) => item.turn);
  const groups = [...byTurn.values()].toSorted((a, b) => characters(b) - characters(a));
  return groups.map((group) => blockText(inReadingOrder(groupByBaseLine(group)))).join("\n\n");
}

function characters(items: readonly TextItem[]): number {
  return items.reduce((sum, item) => sum + item.text.length, 0);
}

function blockText(lines: readonly TextLine[]): string {
  const distances = lines.slice(1).map((line, index) => line.y - lines[index]!.y);
  const usual = median(distances.filter((distance) => distance > 0));
  let text = "";
  for (const [index, line] of lines.entries()) {
    if (index > 0) {
      const distance = distances[index - 1]!;
      const isApart = distance > usual * PARAGRAPH_GAP && distance > line.size * MIN_PARAGRAPH_GAP;
      text += distance < 0 || isApart ? "\n\n" : "\n";
    }
    text += lineText(line);
  }
  return text;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
}

function lineText({ segments, size, isRightToLeft }: TextLine): string {
  const ordered = isRightToLeft ? segments.toReversed() : segments;
  let text = "";
  for (const [index, segment] of ordered.entries()) {
    const before = ordered[index - 1];
    if (before !== undefined) text += gapBetween(before, segment) > TAB_GAP * size ? "\t" : "  ";
    text += segment.text;
  }
  return text;
}

function gapBetween(one: Segment, other: Segment): number {
  return Math.max(other.left - one.right, one.left - other.right);
}
