import type { Segment, TextItem, TextLine } from "./text-item.ts";

/** Parts of a font size: how far a superscript may leave its line, and how wide a word space and a column gap are. */
const BASE_LINE_TOLERANCE = 0.45;
const WORD_GAP = 0.15;
const SEGMENT_GAP = 1;
/** Part of the size of the figure before it below which a digit is a mark of a note, and no further digit. */
const NOTE_MARK_SIZE = 0.75;

/**
 * Groups items by base line, so that the figures of a table row stay on its line in their order, whatever the order in
 * which the page draws them. Cost: sorting.
 */
export function groupByBaseLine(items: readonly TextItem[]): TextLine[] {
  const lines: { y: number; size: number; items: TextItem[] }[] = [];
  for (const item of items.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const line = lines.at(-1);
    const size = Math.max(item.size, line?.size ?? 0);
    if (line === undefined || item.y - line.y > BASE_LINE_TOLERANCE * size) {
      lines.push({ y: item.y, size: item.size, items: [item] });
      continue;
    }
    line.items.push(item);
    // The largest type sets the base line: a superscript that comes first must not.
    if (item.size > line.size) {
      line.size = item.size;
      line.y = item.y;
    }
  }
  // Looking once over the text of all items is cheaper than at each, and hardly any text has such letters.
  const hasRightToLeft =
    items
      .map(({ text }) => text)
      .join("")
      .search(RIGHT_TO_LEFT) >= 0;
  return lines.map(({ y, size, items: onLine }) => {
    const isRightToLeft = hasRightToLeft && readsRightToLeft(onLine);
    return { y, size, segments: joinSegments(onLine, size, isRightToLeft), isRightToLeft };
  });
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g;

function readsRightToLeft(items: readonly TextItem[]): boolean {
  let [right, all] = [0, 0];
  for (const { text } of items) {
    const found = text.match(RIGHT_TO_LEFT)?.length ?? 0;
    right += found;
    all += found === 0 ? (text.match(/\p{L}/gu)?.length ?? 0) : found;
  }
  return right > all / 2;
}

function joinSegments(items: readonly TextItem[], size: number, isRightToLeft: boolean): Segment[] {
  const segments: { text: string; left: number; right: number; size: number }[] = [];
  for (const item of items.toSorted((a, b) => a.x - b.x)) {
    const last = segments.at(-1);
    const right = item.x + item.width;
    const gap = last === undefined ? Infinity : item.x - last.right;
    if (last === undefined || gap >= SEGMENT_GAP * size) {
      segments.push({ text: item.text, left: item.x, right, size: item.size });
      continue;
    }
    const isNoteMark = item.size < last.size * NOTE_MARK_SIZE && /\d$/.test(last.text) && /^\d/.test(item.text);
    const isApart = (gap >= WORD_GAP * size && !/\s$/.test(last.text) && !/^\s/.test(item.text)) || isNoteMark;
    const space = isApart ? " " : "";
    last.text = isRightToLeft ? item.text + space + last.text : last.text + space + item.text;
    last.size = item.size;
    last.right = Math.max(last.right, right);
  }
  return segments.map(({ text, left, right }) => ({ text: text.trim(), left, right }));
}
