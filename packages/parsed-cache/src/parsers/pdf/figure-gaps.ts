import type { PdfTextItem } from "./engine.ts";

/** Part of the font size: the engine writes a space for gaps that are narrower than any between two figures. */
const MIN_FIGURE_GAP = 0.15;
const FIGURE = /^\d{2,}$/;
const SPACED_FIGURE = /^\d+(?: \d+)+$/;

/**
 * Closes the gaps that loose typesetting leaves between the digits of one figure, which the engine takes for spaces:
 * `7 7` in a column of figures is 77. Digits of a font are of one width in tables, so what an item takes beyond its
 * digits is its gaps. Real spaces, as in `1 234`, are wider and stay.
 */
export function closeFigureGaps(items: readonly PdfTextItem[]): (item: PdfTextItem) => string {
  // Most pages have none, and need no measures.
  if (!items.some(({ str }) => SPACED_FIGURE.test(str))) return ({ str }) => str;
  const digitWidths = new Map<string, number>();
  for (const [font, figures] of Map.groupBy(
    items.filter(({ str }) => FIGURE.test(str)),
    fontOf,
  )) {
    const widths = figures.map(({ str, width }) => width / str.length).toSorted((a, b) => a - b);
    digitWidths.set(font, widths[widths.length >> 1]!);
  }
  return (item) => {
    const { str, width } = item;
    if (!SPACED_FIGURE.test(str)) return str;
    const digitWidth = digitWidths.get(fontOf(item));
    if (digitWidth === undefined) return str;
    const digits = str.replaceAll(" ", "");
    const gap = (width - digits.length * digitWidth) / (str.length - digits.length);
    return gap < MIN_FIGURE_GAP * sizeOf(item) ? digits : str;
  };
}

function fontOf(item: PdfTextItem): string {
  return `${item.fontName} ${sizeOf(item).toFixed(1)}`;
}

function sizeOf({ transform }: PdfTextItem): number {
  return Math.hypot(transform[2]!, transform[3]!);
}
