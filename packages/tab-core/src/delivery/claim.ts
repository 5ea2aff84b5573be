import { foldText, quantities, type Quantity, sameQuantity, standardAnalyzer } from "@runningtab/terms";
import { isTurned, takesStance } from "../polarity/turned.ts";
import { type CalendarDate, meetsDate, readDates } from "./dates.ts";
import { hasInWords } from "./number-words.ts";
import { foldedLine, readText, type WrittenQuantity, type WrittenText } from "./written-text.ts";

/** A value as it is looked for: by its dates and amounts where it has any, by its words otherwise. */
export interface Claim {
  readonly written: string;
  readonly folded: string;
  readonly dates: readonly (readonly CalendarDate[])[];
  readonly amounts: readonly Quantity[];
  /** Words with digits in them, such as `Q3` and `POL-358`, and periods; each as any of its writings. */
  readonly names: readonly (readonly string[])[];
  /** Terms of the value's words, without its figures. */
  readonly terms: readonly string[];
  /** What the value is about: small numbers without a unit count only near one of these. */
  readonly subject: ReadonlySet<string>;
}

/** Below this a number without a unit stands in nearly every text, and proves nothing by itself. */
const smallNumber = 32;
/** Of a value's words, the part that has to stand together, and within how many lines of each other: prose is reworded. */
const wordings: readonly { readonly upTo: number; readonly part: number; readonly lines: number }[] = [
  { upTo: 3, part: 1, lines: 1 },
  { upTo: 7, part: 0.7, lines: 1 },
  { upTo: Number.POSITIVE_INFINITY, part: 0.5, lines: 2 },
];

export function readClaim(value: string, about: { readonly text: string; readonly aliases: readonly string[] }): Claim {
  const written = value.normalize("NFKC");
  const { dates, rest } = readDates(written);
  const amounts = quantities(rest);
  const words = amounts.reduceRight((text, { start, end }) => blank(text, start, end), rest);
  const names = [...words.matchAll(/(?<![\p{L}\p{N}])(?=[\p{L}-]*\p{N})(?=[\p{N}.-]*\p{L})[\p{L}\p{N}.-]+/gu)];
  const terms = [...new Set(standardAnalyzer.terms(words))];
  return {
    written,
    folded: foldedLine(written),
    dates,
    amounts,
    names: names.map(([name]) => writingsOf(foldText(name))),
    terms,
    subject: new Set([about.text, ...about.aliases].flatMap((text) => standardAnalyzer.terms(text)).concat(terms)),
  };
}

/** Bare answers stand in every text, or in none though it says so: there is nothing to look for. */
export function isLookedFor(claim: Claim): boolean {
  return !/^(?:none|yes|no|n\/a|na|ja|nein|oui|non|si|true|false|是|否|有|无|wahr|falsch|-)?[.!。]?$/u.test(
    claim.folded,
  );
}

/** Whether the text states the claimed value, in whatever form. */
export function holdsClaim(claim: Claim, text: WrittenText): boolean {
  if (isCompact(claim.folded) && compact(text.folded).includes(compact(claim.folded))) return true;
  if (claim.dates.length + claim.amounts.length === 0) return holdsWords(claim, text);
  if (claim.names.some((writings) => !writings.some((one) => standsWhole(one, text.folded)))) return false;
  const holdsFigures =
    claim.dates.every((date) => text.dates.some((written) => meetsDate(date, written))) &&
    claim.amounts.every((amount) => holdsAmount(amount, claim, text));
  return holdsFigures && !(takesStance(claim.written) && isTurnedWhereItStands(claim, text));
}

/** `increased by 5 %` where every line with 5 % says that something decreased. */
function isTurnedWhereItStands(claim: Claim, text: WrittenText): boolean {
  const lines = text.lines.filter((line) => claim.amounts.some((amount) => holdsAmount(amount, claim, readText(line))));
  return lines.length > 0 && lines.every((line) => isTurned(claim.written, line));
}

/** Whether one amount of a claim stands in the text. */
export function holdsAmount(amount: Quantity, claim: Claim, text: WrittenText): boolean {
  return (
    text.quantities.some((written) => isAmount(amount, written, claim, text)) ||
    (hasInWords(amount.value, text.folded) &&
      text.lines.some((line, at) => hasInWords(amount.value, foldText(line)) && isNear(claim, text, at)))
  );
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
  /decreas|declin|\bf[ae]ll|drop|loss|lost|deficit|negativ|minus|reduc|lower|\bdown\b|shr[aiu]nk|rückgang|gesunken|sank|verlust|gefallen|baisse|diminu|perte|recul|déficit|disminu|descen|cay[óo]|caíd|pérdida|下降|减少|亏损|下滑|下跌|降低|负/iu;

/** Whether the line is about the claim's subject. Where the text never names the subject, say in another language, any line may be. */
function isNear(claim: Claim, text: WrittenText, line: number): boolean {
  const isNamed = [...claim.subject].some((term) => text.terms.has(term));
  if (!isNamed) return true;
  const around = text.termsAround(line);
  return [...claim.subject].some((term) => around.has(term));
}

function holdsWords(claim: Claim, text: WrittenText): boolean {
  if (standsWhole(claim.folded, text.folded)) {
    const holding = text.lines.filter((line) => standsWhole(claim.folded, foldedLine(line)));
    return holding.length === 0 || holding.some((line) => !isTurned(claim.written, line));
  }
  const { part, lines } = wordings.find(({ upTo }) => claim.terms.length <= upTo)!;
  const needed = Math.ceil(claim.terms.length * part);
  if (needed === 0 || claim.terms.filter((term) => text.terms.has(term)).length < needed) return false;
  return text.lines.some((line, at) => {
    const around = text.lines.slice(Math.max(0, at - lines), at + lines + 1).join("\n");
    const near = new Set(standardAnalyzer.terms(around));
    return claim.terms.filter((term) => near.has(term)).length >= needed && !isTurned(claim.written, line);
  });
}

/** Telephone and account numbers: digits with whatever parts them. */
function isCompact(folded: string): boolean {
  return /^[\d\s+()/.-]{7,}$/.test(folded);
}

function compact(folded: string): string {
  return folded.replaceAll(/[\s+()/.-]/g, "");
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

const quarters: readonly (readonly string[])[] = [
  [
    "first quarter",
    "1. quartal",
    "erstes quartal",
    "ersten quartal",
    "premier trimestre",
    "1er trimestre",
    "t1",
    "primer trimestre",
    "第一季度",
    "一季度",
    "1季度",
  ],
  [
    "second quarter",
    "2. quartal",
    "zweites quartal",
    "zweiten quartal",
    "deuxieme trimestre",
    "2e trimestre",
    "t2",
    "segundo trimestre",
    "第二季度",
    "二季度",
    "2季度",
  ],
  [
    "third quarter",
    "3. quartal",
    "drittes quartal",
    "dritten quartal",
    "troisieme trimestre",
    "3e trimestre",
    "t3",
    "tercer trimestre",
    "第三季度",
    "三季度",
    "3季度",
  ],
  [
    "fourth quarter",
    "4. quartal",
    "viertes quartal",
    "vierten quartal",
    "quatrieme trimestre",
    "4e trimestre",
    "t4",
    "cuarto trimestre",
    "第四季度",
    "四季度",
    "4季度",
  ],
];

function writingsOf(name: string): readonly string[] {
  const quarter = /^q([1-4])$/.exec(name)?.[1];
  return quarter === undefined ? [name] : [name, ...quarters[Number(quarter) - 1]!];
}

function blank(text: string, start: number, end: number): string {
  return text.slice(0, start) + " ".repeat(end - start) + text.slice(end);
}
