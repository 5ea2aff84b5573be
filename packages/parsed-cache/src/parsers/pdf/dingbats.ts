import type { PdfPage, PdfTextContent } from "./engine.ts";

/** The signs of ITC Zapf Dingbats that stand elsewhere in Unicode than their place in the font says. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  "%": "☎",
  "*": "☛",
  "+": "☞",
  H: "★",
  l: "●",
  n: "■",
  s: "▲",
  t: "▼",
  u: "◆",
  w: "◗",
};

/**
 * The signs that these letters type in Zapf Dingbats: `4` is a check mark there, not a figure. Only those in the range of
 * ASCII, among them all marks, boxes and stars: what the engine makes of the others depends on the font's encoding.
 */
export function dingbatsOf(text: string): string {
  return text.replaceAll(/[!-~]/g, (letter) => {
    const usual = String.fromCharCode(0x2700 + letter.charCodeAt(0) - 0x20);
    return ELSEWHERE[letter] ?? usual;
  });
}

/** Tells the fonts of one document that are Zapf Dingbats: the engine names the letters that type their signs. */
export interface DingbatFonts {
  /** `draw` makes the engine load the page's fonts, and is called only where one may be of the kind. */
  on(page: PdfPage, content: PdfTextContent, draw: () => Promise<unknown>): Promise<ReadonlySet<string>>;
}

/**
 * Looks at fonts for which the document gives no measures, as it may for those that every program has: loading all fonts
 * costs half as much again as the text itself.
 */
export function createDingbatFonts(): DingbatFonts {
  const seen = new Map<string, boolean>();
  return {
    async on(page, { styles }, draw) {
      const ids = Object.keys(styles);
      const unknown = ids.filter((id) => !seen.has(id) && !Number.isFinite(styles[id]?.ascent));
      if (unknown.length > 0) await draw();
      for (const id of unknown) seen.set(id, page.commonObjs.has(id) && isDingbats(page.commonObjs.get(id)));
      return new Set(ids.filter((id) => seen.get(id) === true));
    },
  };
}

function isDingbats(font: unknown): boolean {
  return typeof font === "object" && font !== null && "name" in font && font.name === "ZapfDingbats";
}
