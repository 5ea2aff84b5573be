const numerals = "零〇一二三四五六七八九";
const places: Readonly<Record<string, number>> = { 十: 10, 百: 100 };
const percentInWords = /百分之([零〇一二两三四五六七八九十百]{1,7})(?:[点點]([零〇一二三四五六七八九]{1,6}))?/g;

/**
 * Percentages in Chinese numerals as digits, in the same number of UTF-16 units: 百分之二十五 becomes `00025%`. The words
 * are always longer than the digits. Other Chinese numerals stay, since they stand inside ordinary words (一个, 十分).
 */
export function writeOutChinesePercent(text: string): string {
  return text.replace(percentInWords, (phrase, whole: string, decimals: string | undefined) => {
    const fraction = decimals === undefined ? "" : `.${Array.from(decimals, digitOf).join("")}`;
    return `${wholeNumber(whole)}${fraction}%`.padStart(phrase.length, "0");
  });
}

function digitOf(numeral: string): number {
  // 零 and 〇 are both 0; 两 is 2.
  return numeral === "两" ? 2 : Math.max(0, numerals.indexOf(numeral) - 1);
}

function wholeNumber(written: string): number {
  let total = 0;
  let pending: number | undefined;
  for (const character of written) {
    const place = places[character];
    if (place === undefined) {
      pending = digitOf(character);
      continue;
    }
    total += (pending === undefined || pending === 0 ? 1 : pending) * place;
    pending = undefined;
  }
  return total + (pending ?? 0);
}
