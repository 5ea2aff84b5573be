import { type Quantity, sameQuantity, standardAnalyzer } from "@runningtab/terms";
import { isTurned, sharesStance, takesStance } from "../polarity/turned.ts";
import type { Claim } from "./claim.ts";
import { meetsDate } from "./dates.ts";
import {
  addressOf,
  holdsLongNumber,
  holdsOrdinal,
  isCode,
  isLongNumber,
  joinCodes,
  withoutTitles,
} from "./name-writings.ts";
import { foldedLine, type WrittenQuantity, type WrittenText } from "./written-text.ts";

/** Below this a number without a unit stands in nearly every text, and proves nothing by itself. */
const smallNumber = 32;
/** Of a value's words, the part that has to stand together, and within how many lines of each other: prose is reworded. */
const wordings: readonly { readonly upTo: number; readonly part: number; readonly lines: number }[] = [
  { upTo: 3, part: 1, lines: 1 },
  { upTo: 7, part: 0.7, lines: 1 },
  { upTo: Number.POSITIVE_INFINITY, part: 0.5, lines: 2 },
];

/** Whether the text states the claimed value, in whatever form. */
export function holdsClaim(claim: Claim, text: WrittenText): boolean {
  if (isLongNumber(claim.folded) && holdsLongNumber(claim.folded, text.unparted)) return true;
  const address = addressOf(claim.folded);
  if (address !== undefined) return standsWhole(address, text.folded);
  if (isCode(claim.folded) && standsWhole(joinCodes(claim.folded), text.codes)) return true;
  if (claim.ordinal !== undefined)
    return holdsOrdinal(claim.ordinal, text.folded) || standsWhole(claim.folded, text.folded);
  if (!hasFigures(claim)) return holdsWords(claim, text);
  const isNamed = (one: string): boolean => standsWhole(one, text.folded) || standsWhole(joinCodes(one), text.codes);
  if (claim.names.some((writings) => !writings.some(isNamed))) return false;
  const holdsFigures =
    claim.dates.every((date) => text.dates.some((written) => meetsDate(date, written))) &&
    claim.times.every((time) => text.times.includes(time)) &&
    holdsWeekdays(claim, text) &&
    claim.amounts.every((amount) => holdsAmount(amount, claim, text));
  return holdsFigures && !(takesStance(claim.written) && isTurnedWhereItStands(claim, text));
}

function hasFigures({ dates, times, weekdays, amounts, names }: Claim): boolean {
  return dates.length + times.length + weekdays.size + amounts.length + names.length > 0;
}

function holdsWeekdays({ weekdays }: Claim, text: WrittenText): boolean {
  if (weekdays.size === 0) return true;
  return text.weekdays.some((written) => [...weekdays].every((day) => written.has(day)));
}

/** `increased by 5 %` where every line with 5 % says that something decreased. */
function isTurnedWhereItStands(claim: Claim, text: WrittenText): boolean {
  const lines = new Set(claim.amounts.flatMap((amount) => linesWith(amount, claim, text)));
  return lines.size > 0 && [...lines].every((line) => isTurned(claim.written, text.lines[line] ?? ""));
}

/** Whether one amount of a claim stands in the text. */
export function holdsAmount(amount: Quantity, claim: Claim, text: WrittenText): boolean {
  return candidates(amount, text).some((written) => isAmount(amount, written, claim, text));
}

function linesWith(amount: Quantity, claim: Claim, text: WrittenText): readonly number[] {
  return candidates(amount, text).flatMap((written) => (isAmount(amount, written, claim, text) ? [written.line] : []));
}

/** The quantities that can be the amount: as it is, as a fraction of a percentage, or under a heading's scale. */
function candidates(amount: Quantity, text: WrittenText): readonly WrittenQuantity[] {
  return text.byValue.near(amount, [1, 100, 0.01, ...text.scales.map((scale) => 1 / scale)]);
}

function isAmount(amount: Quantity, written: WrittenQuantity, claim: Claim, text: WrittenText): boolean {
  const { quantity, line } = written;
  const isOneDigit = written.bare && Math.abs(quantity.value) < 10 && Number.isInteger(quantity.value);
  const same = (one: Quantity): boolean =>
    sameQuantity(one, quantity) && !(isOneDigit && one.value !== quantity.value && one.unit !== "%");
  const scaled = (): boolean =>
    written.bare &&
    text.scales.some((scale) => sameQuantity({ ...amount, value: amount.value / scale, precision: 0 }, quantity));
  const turned = (): boolean =>
    amount.value !== 0 &&
    same({ ...amount, value: -amount.value }) &&
    declines.test(`${claim.written}\n${text.lines[line]}`);
  const inYen = (): boolean => amount.unit === "CNY" && claim.written.includes("¥") && same({ ...amount, unit: "JPY" });
  if (!same(amount) && !scaled() && !turned() && !inYen()) return false;
  const proves = !written.bare && amount.unit !== undefined && quantity.unit === amount.unit;
  const isSmall = Number.isInteger(quantity.value) && Math.abs(quantity.value) < smallNumber;
  return proves || !isSmall || isNear(claim, text, line);
}

/** A fall by 5 % is −5 %. */
const declines =
  /decreas|declin|\bf[ae]ll|drop|loss|lost|deficit|negativ|minus|reduc|lower|\bdown\b|shr[aiu]nk|rückgang|gesunken|sank|verlust|gefallen|baisse|diminu|perte|recul|déficit|disminu|descen|cay[óo]|caíd|pérdida|下降|减少|亏损|下滑|下跌|降低|负|零下/iu;

/** Whether the line is about the claim's subject. Where the text never names the subject, say in another language, any line may be. */
function isNear(claim: Claim, text: WrittenText, line: number): boolean {
  const isNamed = [...claim.subject].some((term) => text.terms.has(term));
  if (!isNamed) return true;
  const around = text.termsAround(line);
  return [...claim.subject].some((term) => around.has(term));
}

function holdsWords(claim: Claim, text: WrittenText): boolean {
  const exact = [claim.folded, withoutTitles(claim.folded)].find((one) => standsWhole(one, text.folded));
  if (exact !== undefined) {
    const holding = text.lines.filter((line) => standsWhole(exact, foldedLine(line)));
    return holding.length === 0 || holding.some((line) => !isTurned(claim.written, line));
  }
  const { part, lines } = wordings.find(({ upTo }) => claim.terms.length <= upTo)!;
  const needed = Math.ceil(claim.terms.length * part);
  const plainTerms = claim.terms.filter((term) => !claim.stanceTerms.has(term));
  const ownSide = claim.terms.length - plainTerms.length;
  if (needed === 0 || plainTerms.filter((term) => text.terms.has(term)).length + ownSide < needed) return false;
  const takesSameSide = (line: string): boolean => claim.stanceTerms.size > 0 && sharesStance(claim.written, line);
  return text.lines.some((line, at) => {
    const own = text.termsOf(at);
    if (!claim.terms.some((term) => own.has(term)) && !takesSameSide(line)) return false;
    const around = text.lines.slice(Math.max(0, at - lines), at + lines + 1);
    const near = new Set(standardAnalyzer.terms(around.join("\n")));
    const isSaid = (term: string): boolean =>
      near.has(term) || (claim.stanceTerms.has(term) && around.some(takesSameSide));
    return claim.terms.filter(isSaid).length >= needed && !isTurned(claim.written, line);
  });
}

/** Whether folded words stand in folded text as whole words; in scripts without spaces, anywhere. */
export function standsWhole(words: string, text: string): boolean {
  const isWordCharacter = (character: string | undefined): boolean =>
    character !== undefined &&
    /[\p{L}\p{N}]/u.test(character) &&
    !/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(character);
  for (let at = text.indexOf(words); words !== "" && at >= 0; at = text.indexOf(words, at + 1)) {
    const cutsBefore = isWordCharacter(text[at - 1]) && isWordCharacter(words[0]);
    const cutsAfter = isWordCharacter(text[at + words.length]) && isWordCharacter(words.at(-1));
    if (!cutsBefore && !cutsAfter) return true;
  }
  return false;
}
