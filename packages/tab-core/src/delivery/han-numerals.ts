import { quantities } from "@runningtab/terms";

const digits = "零一二三四五六七八九";
const places: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000 };
const numeral = /[零〇一二两三四五六七八九十百千]{1,12}/g;
/** 三成 is 30 %. */
const tenths = /(?<![一二三四五六七八九十\d])([一二三四五六七八九])成(?=[，。、；\s]|以[上下]|左右|$)/g;
const fraction = /([一二三四五六七八九十])分之([一二三四五六七八九])/g;

/**
 * The text with Chinese numerals as digits where they are numbers: 三百五十元 becomes 350元, 两年 2年, 二〇二四年 2024年, 第三
 * 第3, 三分之二 2/3. Numerals inside ordinary words (一个, 十分, 千米) stay: those of one character need a unit behind them.
 */
export function writeOutHanNumerals(text: string): string {
  return text
    .replaceAll(fraction, (_, below: string, above: string) => `${valueOf(above)}/${valueOf(below)}`)
    .replaceAll(tenths, (_, tens: string) => `${valueOf(tens)}0%`)
    .replaceAll(numeral, (written, at: number) => {
      const after = text.slice(at + written.length, at + written.length + 6);
      return isNumber(written, text[at - 1] ?? "", after) ? String(valueOf(written)) : written;
    });
}

/** What may follow a numeral of one character besides units: places above ten thousand, dates and times. */
const followers = /^(?:[万亿](?!一)|[月日号点时年期季度层楼])/;

function isNumber(written: string, before: string, after: string): boolean {
  if (before === "第") return true;
  if (/^[百千]/.test(written) || /[\d.,]/.test(before) || /^(?:分(?!钟)|[多余几])/.test(after)) return false;
  const isLong = /[十百千]/.test(written) ? written.length > 1 : written.length > 2;
  if (isLong) return true;
  if (written.length > 1) return false;
  if (written === "一") return /^(?:[万亿月]|个?(?:年|月|周|天|小时|季度)|元)/.test(after);
  return followers.test(after) || quantities(`2${after}`)[0]?.unit !== undefined;
}

function valueOf(written: string): number {
  if (!/[十百千]/.test(written)) return Number(Array.from(written, digitOf).join(""));
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

function digitOf(character: string): number {
  return character === "两" ? 2 : character === "〇" ? 0 : digits.indexOf(character);
}
