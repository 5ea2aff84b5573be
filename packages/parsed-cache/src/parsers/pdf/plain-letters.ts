/**
 * Spaces of all widths, joined letters (`ﬁ`), and the forms that Arabic and Hebrew letters take in a word. The engine can
 * take the joined ones apart itself, but does so before it turns right-to-left text around, which turns their letters too.
 */
const PRESENTED = /[\u00a0\u00b5\u037e\u0eb3\u2000-\u200a\u202f\u2126\ufb00-\ufb06\ufb1d-\ufdfb\ufe70-\ufefc]+/g;

/** The text in the letters that a person would type, in reading order. */
export function plainLetters(text: string): string {
  // Most text has none, and looking is cheaper than replacing nothing.
  return text.search(PRESENTED) < 0 ? text : text.replaceAll(PRESENTED, (letters) => letters.normalize("NFKC"));
}
