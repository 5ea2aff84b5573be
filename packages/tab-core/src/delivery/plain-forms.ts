const fractions: Readonly<Record<string, number>> = {
  "½": 0.5,
  "¼": 0.25,
  "¾": 0.75,
  "⅛": 0.125,
  "⅜": 0.375,
  "⅝": 0.625,
  "⅞": 0.875,
};
const fraction = new RegExp(`(?<![\\d.,])(\\d{0,9})[ \\u00a0]?([${Object.keys(fractions).join("")}])`, "g");
const numerals: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50 };
/** Roman numbers count behind a word that is numbered. */
const roman =
  /(?<=(?<!\p{L})(?:chapter|part|section|annex|appendix|volume|article|phase|stage|class|title|kapitel|teil|band|anhang|abschnitt|chapitre|partie|annexe|tome|titre|cap[ií]tulo|parte|anexo|tomo)[ \u00a0])[ivxl]{1,7}(?![\p{L}\p{N}])/giu;

/** `2024-03-05T14:30:00Z` is a date and a time; midnight is the time of a date without one. */
const instant = /(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?(?![\d:])/g;

/** NFKC, but with `1½` as `1.5`, which NFKC would make 11⁄2, and `Chapter IV` as `Chapter 4`. */
export function plainForms(text: string): string {
  return text
    .replaceAll(fraction, (_, whole: string, part: string) => String(Number(whole) + fractions[part]!))
    .normalize("NFKC")
    .replaceAll(instant, (_, date: string, time: string) => (time === "00:00" ? date : `${date} ${time}`))
    .replaceAll(roman, (written) => String(romanValue(written.toLowerCase())));
}

function romanValue(written: string): number {
  const values = Array.from(written, (letter) => numerals[letter]!);
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0);
}

/** `60:40` as `60 : 40` and `1920x1080` as `1920 × 1080`, so that both are read as numbers. Times have been taken out before. */
export function spacedRatios(text: string): string {
  return text.replaceAll(/(?<=\d):(?=\d)/g, " : ").replaceAll(/(?<=\d)[x×](?=\d)/g, " × ");
}
