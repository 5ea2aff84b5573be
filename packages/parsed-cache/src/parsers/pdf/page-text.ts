import { inReadingOrder } from "./reading-order.ts";
import type { Segment, TextItem, TextLine } from "./text-item.ts";
import { groupByBaseLine } from "./text-lines.ts";

/** An item with the direction in which it reads, in quarter turns clockwise. */
export interface PlacedItem extends TextItem {
  readonly turn: 0 | 1 | 2 | 3;
}

/** Parts of a font size beyond which a gap is a tab, and a distance between lines a blank line. */
const TAB_GAP = 6;
const PARAGRAPH_GAP = 1.8;

/**
 * The text of a page: one line of text per base line, gaps as two spaces (a tab where they are wide), blank lines
 * between blocks, columns of prose one after the other. Text that reads in another direction follows what most of the
 * page reads in.
 */
export function pageText(items: readonly PlacedItem[]): string {
  const byTurn = Map.groupBy(items, (item) => item.turn);
  const groups = [...byTurn.values()].sort((a, b) => characters(b) - characters(a));
  return groups.map((group) => blockText(inReadingOrder(groupByBaseLine(group)))).join("\n\n");
}

function characters(items: readonly TextItem[]): number {
  return items.reduce((sum, item) => sum + item.text.length, 0);
}

function blockText(lines: readonly TextLine[]): string {
  let text = "";
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    if (before !== undefined) {
      const distance = line.y - before.y;
      const isApart = distance < 0 || distance > PARAGRAPH_GAP * Math.max(line.size, before.size);
      text += isApart ? "\n\n" : "\n";
    }
    text += lineText(line.segments, line.size);
  }
  return text;
}

function lineText(segments: readonly Segment[], size: number): string {
  let text = "";
  for (const [index, segment] of segments.entries()) {
    const before = segments[index - 1];
    if (before !== undefined) text += segment.left - before.right > TAB_GAP * size ? "\t" : "  ";
    text += segment.text;
  }
  return text;
}
