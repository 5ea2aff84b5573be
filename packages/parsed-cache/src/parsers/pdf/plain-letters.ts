/**
 * Spaces of all widths, joined letters (`ﬁ`), and the forms that Arabic and Hebrew letters take in a word. The engine can
 * take the joined ones apart itself, but does so before it turns right-to-left text around, which turns their letters too.
 */
const PRESENTED = /[\u00a0\u00b5\u037e\u0eb3\u2000-\u200a\u202f\u2126\ufb00-\ufb06\ufb1d-\ufdfb\ufe70-\ufefc]+/g;

/** Whether `plainLetters` would change the text. */
export function hasPresentedLetters(text: string): boolean {
  return text.search(PRESENTED) >= 0;
}

/** The text in the letters that a person would type, in reading order. */
export function plainLetters(text: string): string {
  return text.replaceAll(PRESENTED, (letters) => letters.normalize("NFKC"));
}
