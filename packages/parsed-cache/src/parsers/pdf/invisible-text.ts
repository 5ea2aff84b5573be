import type { PdfPage, PdfTextItem } from "./engine.ts";

/** Operator numbers of pdf.js (`OPS`), fixed by the pinned version. */
const OPS = { save: 10, restore: 11, setTextRenderingMode: 38, showText: 44 } as const;
const INVISIBLE_MODE = 3;

export interface DrawnText {
  /** The characters that the page shows, without white space, in drawing order. */
  readonly characters: string;
  /** For each character whether it is drawn invisibly. */
  readonly hidden: readonly boolean[];
}

/** Follows the text rendering mode through a page's operators. */
export function drawnText(operators: Awaited<ReturnType<PdfPage["getOperatorList"]>>): DrawnText {
  const hidden: boolean[] = [];
  let characters = "";
  let mode = 0;
  const saved: number[] = [];
  for (const [index, operator] of operators.fnArray.entries()) {
    const args = operators.argsArray[index];
    if (operator === OPS.save) saved.push(mode);
    else if (operator === OPS.restore) mode = saved.pop() ?? 0;
    else if (operator === OPS.setTextRenderingMode) mode = Array.isArray(args) ? Number(args[0]) : 0;
    else if (operator === OPS.showText) {
      for (const character of glyphText(args)) {
        characters += character;
        for (let unit = 0; unit < character.length; unit++) hidden.push(mode === INVISIBLE_MODE);
      }
    }
  }
  return { characters, hidden };
}

function glyphText(args: unknown): string {
  const glyphs = Array.isArray(args) && Array.isArray(args[0]) ? (args[0] as unknown[]) : [];
  let text = "";
  for (const glyph of glyphs) {
    if (typeof glyph === "object" && glyph !== null && "unicode" in glyph) text += String(glyph.unicode);
  }
  return text.replace(/\s+/g, "");
}

/**
 * Which items are invisible: their characters are found in the drawn text, in order. An item counts as hidden when all
 * its characters are. Where the two orders part, an item is looked for anywhere ahead.
 */
export function hiddenItems(items: readonly PdfTextItem[], drawn: DrawnText): ReadonlySet<PdfTextItem> {
  const result = new Set<PdfTextItem>();
  let at = 0;
  for (const item of items) {
    const text = item.str.replace(/\s+/g, "");
    if (text === "") continue;
    const found = drawn.characters.indexOf(text, at);
    if (found < 0) continue;
    at = found + text.length;
    if (drawn.hidden.slice(found, at).every(Boolean)) result.add(item);
  }
  return result;
}
